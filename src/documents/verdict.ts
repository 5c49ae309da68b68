/**
 * What a driver decides about one image: the function of `check`, of `info`, and of whatever else shows a verdict, so that none of them
 * disagrees with another.
 */
import { runsOn } from '../analysis/coverage/coverage.ts';
import type { Budget, Diagnostic } from '../core/diag/index.ts';
import { releaseText } from '../core/schema/index.ts';
import type { Devices, ProductConfig } from '../devices/index.ts';
import {
  type CheckAnswer,
  type CheckVerdict,
  DriverFile,
  type OclocVerdict,
  type ReleaseAnswers,
  type ReleaseRange,
  releaseQuestions,
  type Tables,
} from '../driver/index.ts';
import { type DriverNeeds, driverNeeds, type Zebin } from '../formats/zebin/index.ts';
import type { Item } from '../walk/item.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';
import { lineFinder } from './lines.ts';
import type { CheckDevice, DriverVerdict, Support } from './verdict-info.ts';

export interface DecisionQuestion {
  /** A tag of intel/compute-runtime. */
  readonly release: string;
  /** The device; if it is absent, the first that the image names. */
  readonly device?: ProductConfig | undefined;
  readonly tables: Tables;
  /** The budget of the run, for its deadline. */
  readonly budget?: Budget | undefined;
}

/** The decision about an image. What it takes longer to find is a function. */
export interface Decision {
  readonly device: CheckDevice | null;
  readonly sentence: string;
  /** With every reason. */
  readonly answer: CheckAnswer;
  /** @param kernels number of kernels to decide about separately, from the first on */
  releases(kernels: number): ReleaseAnswers;
  support(releases: readonly ReleaseRange[]): Support;
}

/** What a release of the driver decides about an image. */
export function decisionOf(item: Item, { release, device: asked, tables, budget }: DecisionQuestion): Decision {
  budget?.check();
  const zebin = item.content.kind === 'zebin' ? item.content.zebin : undefined;
  const devices = asked || !zebin ? [] : namedBy(zebin, tables.devices);
  const device = asked ?? devices[0];
  const { answer: answerOf, ranges } = releaseQuestions(new DriverFile(item.bytes, zebin), device?.value, tables);
  const answer = answerOf(release);
  return {
    device: device ? { ip: device.ip, name: device.name, ...(asked ? { from: 'option' } : { from: 'file', named: devices.length }) } : null,
    answer,
    sentence: sentenceOf(answer.verdict, release, device, answer.reason?.message),
    releases: ranges,
    support: (releases) => supportOf(releases, zebin && driverNeeds(zebin), device),
  };
}

/**
 * The newest release's verdict on an image, with the releases that accept it.
 *
 * @param newestOnly leaves out the other releases, which are ten times the work
 */
export function driverVerdict(
  item: Item,
  question: Omit<DecisionQuestion, 'release'>,
  { newestOnly = false }: { readonly newestOnly?: boolean } = {},
): DriverVerdict {
  const { tables } = question;
  const release = tables.releases.at(-1) ?? '';
  const { device, sentence, answer, releases, support } = decisionOf(item, {
    release,
    device: question.device,
    tables,
    budget: question.budget,
  });
  const { verdict, reason } = answer;
  const zebin = item.content.kind === 'zebin' ? item.content.zebin : undefined;
  return {
    release,
    verdict,
    sentence,
    device,
    ...(reason ? { reason: findingJson(zebin)(reason) } : {}),
    ...(newestOnly ? {} : { support: support(releases(0).file) }),
  };
}

/** Findings of a decision in the form of documents. */
export function findingJson(zebin: Zebin | undefined): (diagnostic: Diagnostic) => DiagnosticJson {
  const lines = zebin && lineFinder(zebin);
  // The path distinguishes a finding in the text from one in the bytes directly after it: both may have the same offset.
  return (d) => diagnosticJson(d, d.path.startsWith('.ze_info') ? lines : undefined);
}

/** A verdict as a sentence, with its reason. An image is accepted without a known device only if it names one that no table has. */
export function sentenceOf(verdict: CheckVerdict | OclocVerdict, tag: string, device: ProductConfig | undefined, why = ''): string {
  const release = releaseText(tag);
  const where = device ? ` on ${device.name} (${device.ip})` : '';
  switch (verdict) {
    case 'accepted':
      return `accepted by ${release}${where === '' ? ' on the device that it names, which is in no table' : where}`;
    case 'rebuilt-from-ir':
      return `accepted by ${release}${where} after a rebuild from the IR in the file: ${why}`;
    case 'refused':
      return `refused by ${release}${where} because ${why}`;
    case 'crash':
      return `would crash the process of ${release}${where}: ${why}`;
    default:
      return `${verdict} for ocloc validate of ${release}${why === '' ? '' : `: ${why}`}`;
  }
}

/** The device that a zebin is checked for: the first that it names. */
export function deviceOf(zebin: Zebin, known: Devices): ProductConfig | undefined {
  return namedBy(zebin, known)[0];
}

/** The devices that a zebin names, those first that have a stepping that it is for. */
function namedBy(zebin: Zebin, known: Devices): readonly ProductConfig[] {
  const devices = known.rows.configs.filter((device) => runsOn(zebin, device, known) === 'native');
  const { target_metadata: steppings } = zebin.target;
  const fits = ({ ip }: ProductConfig) => {
    const stepping = Number(ip.split('.')[2]);
    return steppings === undefined || (stepping >= steppings.minHwRevisionId && stepping <= steppings.maxHwRevisionId);
  };
  return [...devices.filter(fits), ...devices.filter((device) => !fits(device))];
}

export function supportOf(releases: readonly ReleaseRange[], needs: DriverNeeds | undefined, device?: ProductConfig): Support {
  const accepted: { since: string; until?: string }[] = [];
  for (const { since, until, verdict } of releases) {
    if (verdict !== 'accepted') continue;
    const last = accepted.at(-1);
    if (last && last.until === since) accepted.pop();
    const from = last && last.until === since ? last.since : since;
    accepted.push({ since: from, ...(until === undefined ? {} : { until }) });
  }
  const first = accepted.at(-1)?.since ?? null;
  // Names that the oldest release knows do not require a newer one.
  const [oldest] = releases;
  const newest = needs && needs.since === first && oldest?.since !== first ? needs.newest : [];
  const before = releases.find(({ until }) => until === first)?.code;
  return {
    accepted,
    first_release: first,
    forced_by: [...newest, ...(device && before === 'driver/device' ? [device.name] : [])],
    understood_since: needs?.since ?? null,
    dropped: needs?.dropped ?? [],
    unread: needs?.unread ?? [],
  };
}
