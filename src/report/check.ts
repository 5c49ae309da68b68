import { type Choice, choicesFor, offersOf, runsOn } from '../coverage/coverage.ts';
import type { Devices, ProductConfig } from '../device/index.ts';
import { COST, type Diagnostic } from '../diag/index.ts';
import {
  CHECK_STEPS,
  type CheckAnswer,
  type CheckStep,
  type CheckVerdict,
  DriverFile,
  type OclocAnswer,
  type OclocVerdict,
  oclocValidate,
  type ReleaseRange,
  releaseAnswers,
  TABLES,
  type Tables,
} from '../driver/index.ts';
import { type Completeness, completeness, unreadOf } from '../walk/damage.ts';
import { type Item, zebinsOf } from '../walk/inspect.ts';
import { type DriverNeeds, driverNeeds, kernelNeeds, type Zebin } from '../zebin/index.ts';
import { chargeChecks, chargedKernels } from './charged.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';
import { lineFinder } from './lines.ts';

/** `zebin check --json`: whether a driver accepts the file, and why not. */
export interface CheckDocument extends ImageCheck, Completeness {
  readonly schema: 'zebin/check/1';
  /** What decides: a driver, or the tool `ocloc validate` of the same release. */
  readonly profile: CheckProfile;
  /** The release that decides: a tag of intel/compute-runtime. */
  readonly driver: string;
  /** All images of a file that has several. The document itself then describes the one with the worst verdict. */
  readonly images?: readonly ImageCheck[];
}

export type CheckProfile = 'driver' | 'ocloc-validate';

/** The decision about one image. */
export interface ImageCheck {
  /** Address in the file; empty for the file itself. */
  readonly address: string;
  readonly verdict: CheckVerdict | OclocVerdict;
  /** The verdict as a sentence, with its reason. */
  readonly sentence: string;
  /** Null when the verdict does not depend on it: the file names no device, or one that no table has. */
  readonly device: CheckDevice | null;
  readonly steps: readonly CheckStepJson[];
  /** The finding that decides; absent when the file is accepted. */
  readonly reason?: DiagnosticJson;
  /**
   * All reasons against the image, in the driver's order. A driver stops at the first one, which decides. Reasons in .ze_info have the
   * kernel and the attribute in `data`.
   */
  readonly reasons: readonly CheckReason[];
  /** What each known release says, oldest first; empty under another profile than the driver's. */
  readonly releases: readonly ReleaseRange[];
  readonly support: Support;
  readonly kernels: readonly KernelCheck[];
}

export interface CheckReason extends DiagnosticJson {
  readonly step: CheckStep['name'];
  readonly decides: boolean;
}

export interface CheckDevice {
  readonly ip: string;
  readonly name: string;
  /** Whether the caller named it, or it is the first device that the file names. */
  readonly from: 'option' | 'file';
}

export interface CheckStepJson {
  readonly name: CheckStep['name'];
  readonly outcome: CheckStep['outcome'];
  readonly findings: readonly DiagnosticJson[];
}

/** The releases that accept the image. */
export interface Support {
  /** Oldest first; `until` is the first release that no longer accepts. */
  readonly accepted: readonly { readonly since: string; readonly until?: string }[];
  /** First release of the newest of these ranges; null when no release accepts. */
  readonly first_release: string | null;
  /** Names that this release introduced, and the device if this release introduced it. */
  readonly forced_by: readonly string[];
  /** First release that knows every name. Older releases that accept the image ignore unknown names. */
  readonly understood_since: string | null;
  /** Names that newer releases removed. `unread` has the names that no public release reads. */
  readonly dropped: readonly string[];
  readonly unread: readonly string[];
}

/** The decision about one kernel's entry in .ze_info, as if the file had no other kernel. */
export interface KernelCheck {
  readonly name: string;
  readonly support: Support;
  readonly releases: readonly ReleaseRange[];
}

export interface CheckQuestion {
  readonly profile?: CheckProfile;
  /** A tag of intel/compute-runtime. */
  readonly release: string;
  /**
   * The device. If a name stands for several devices, the first one that an image is for, otherwise the first. If it is left out, the
   * device that each image names.
   */
  readonly devices?: readonly ProductConfig[];
  /** The known devices and releases. */
  readonly tables?: Tables;
}

/** Worst first. */
const VERDICTS: readonly ImageCheck['verdict'][] = [
  'crash',
  'invalid',
  'unknown-attribute',
  'unhandled',
  'refused',
  'rebuilt-from-ir',
  'accepted',
  'valid',
];

/** Whether a verdict means that the file is accepted. */
export function isAccepted(verdict: ImageCheck['verdict']): boolean {
  return verdict === 'accepted' || verdict === 'rebuilt-from-ir' || verdict === 'valid';
}

/**
 * What a release decides about a file, or about each image in it. With a device, these are the images that its driver would choose;
 * without one, every zebin. Undefined if the file has no such image.
 */
export function checkDocument(root: Item, question: CheckQuestion): CheckDocument | undefined {
  const { profile = 'driver', release, devices } = question;
  const images = profile === 'driver' ? imagesFor(root, question) : each(zebinItems(root), (item) => profiled(item, release));
  const [worst] = [...images].sort((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));
  const device = devices?.[0];
  const found =
    worst ??
    (device && profile === 'driver' && offersOf(root, question.tables?.devices).length > 0
      ? nothingFor(root, device, release, question.tables ?? TABLES)
      : undefined);
  const read = unreadImages(root);
  return found && { schema: 'zebin/check/1', ...read, profile, driver: release, ...found, ...(images.length > 1 ? { images } : {}) };
}

/** What may be or contain an image and was not read. What a driver does with the damage of a zebin is the answer itself. */
function unreadImages(root: Item): Completeness {
  const decided = new Set(zebinItems(root).map(({ address }) => address));
  return completeness(unreadOf(root).filter(({ address }) => !decided.has(address)));
}

function imagesFor(root: Item, { release, devices, tables = TABLES }: CheckQuestion): ImageCheck[] {
  const known = tables.devices;
  const candidates = known.added * COST.candidate;
  // A file that is one image is checked, whether it is for the device or not.
  if (!devices || root.content.kind === 'zebin') {
    return each(
      zebinItems(root),
      (item) => driven(item, release, devices && (devices.find((device) => isFor(item, device, known)) ?? devices[0]), tables),
      candidates,
    );
  }
  const offers = offersOf(root, known);
  if (!root.budget.charge('work', offers.length * candidates, root.stored.span(), root.address.slice(1))) return [];
  const found = devices.map((device) => ({ device, choices: choicesFor(offers, device) }));
  const { device, choices } = found.find((one) => one.choices.length > 0) ?? { device: undefined, choices: [] };
  if (!device) return [];
  return choices.map((choice) =>
    choice.match === 'ir' ? compiled(choice, device, release) : driven(choice.item, release, device, tables),
  );
}

/** Checks as many images as the budget of the run allows. @param work of each, besides that of the checks */
function each(items: readonly Item[], judge: (item: Item) => ImageCheck, work = 0): ImageCheck[] {
  const found: ImageCheck[] = [];
  for (const item of items) {
    if (!chargeChecks(item) || !item.budget.charge('work', work, item.stored.span(), item.address.slice(1))) break;
    found.push(judge(item));
  }
  return found;
}

function isFor({ content }: Item, device: ProductConfig, devices: Devices): boolean {
  return content.kind === 'zebin' && runsOn(content.zebin, device, devices) !== undefined;
}

/** Zebins, or an ELF file that may be one but cannot be read as one. */
function zebinItems(root: Item): readonly Item[] {
  const found = zebinsOf(root).map(({ item }) => item);
  return found.length === 0 && root.kind === 'elf' && root.children.length === 0 ? [root] : found;
}

function driven(item: Item, release: string, asked: ProductConfig | undefined, tables: Tables): ImageCheck {
  const zebin = item.content.kind === 'zebin' ? item.content.zebin : undefined;
  const device = asked ?? (zebin && deviceOf(zebin, tables.devices));
  const kernels = chargedKernels(item, zebin?.kernels ?? []);
  const answers = releaseAnswers(new DriverFile(item.bytes, zebin), device?.value, (kernels.at(-1)?.index ?? -1) + 1, tables);
  const judged = answers.answer(release);
  return {
    ...answer(item, zebin, judged, release, device),
    device: device ? { ip: device.ip, name: device.name, from: asked ? 'option' : 'file' } : null,
    releases: answers.file,
    support: supportOf(answers.file, zebin && driverNeeds(zebin), device),
    kernels: kernels.map((kernel): KernelCheck => {
      const releases = answers.kernels[kernel.index] ?? [];
      return { name: kernel.name, support: supportOf(releases, kernelNeeds(kernel.zeInfo)), releases };
    }),
  };
}

function profiled(item: Item, release: string): ImageCheck {
  const zebin = item.content.kind === 'zebin' ? item.content.zebin : undefined;
  return {
    ...answer(item, zebin, oclocValidate(item.bytes, release), release, undefined),
    device: null,
    releases: [],
    support: supportOf([], undefined),
    kernels: [],
  };
}

type Answer = Pick<ImageCheck, 'address' | 'verdict' | 'sentence' | 'steps' | 'reason' | 'reasons'>;

function answer(
  { address }: Item,
  zebin: Zebin | undefined,
  { verdict, reason, reasons, steps }: CheckAnswer | OclocAnswer,
  release: string,
  device: ProductConfig | undefined,
): Answer {
  const lines = zebin && lineFinder(zebin);
  // The path distinguishes a finding in the text from one in the bytes directly after it: both may have the same offset.
  const json = (d: Diagnostic) => diagnosticJson(d, d.path.startsWith('.ze_info') ? lines : undefined);
  return {
    address,
    verdict,
    sentence: sentenceOf(verdict, release, device, reason?.message),
    steps: steps.map(({ name, outcome, findings }) => ({ name, outcome, findings: findings.map(json) })),
    ...(reason ? { reason: json(reason) } : {}),
    reasons: reasons.map(({ step, diagnostic }, i) => ({ ...json(diagnostic), step, decides: i === 0 })),
  };
}

function sentenceOf(verdict: ImageCheck['verdict'], release: string, device: ProductConfig | undefined, why = ''): string {
  const where = device ? ` on ${device.name} (${device.ip})` : '';
  switch (verdict) {
    case 'accepted':
      return `accepted by ${release}${where}`;
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

const [, ...AFTER_CONTAINER] = CHECK_STEPS;
const NOT_REACHED = AFTER_CONTAINER.map((name): CheckStepJson => ({ name, outcome: 'not-reached', findings: [] }));

/** Intermediate code, which the driver compiles. Its content is not checked. */
function compiled({ item }: Choice, device: ProductConfig, release: string): ImageCheck {
  return {
    address: item.address,
    verdict: 'rebuilt-from-ir',
    sentence: sentenceOf('rebuilt-from-ir', release, device, 'nothing in it is code for the device'),
    device: { ip: device.ip, name: device.name, from: 'option' },
    steps: [{ name: 'container', outcome: 'passed', findings: [] }, ...NOT_REACHED],
    reasons: [],
    releases: [],
    support: supportOf([], undefined),
    kernels: [],
  };
}

/** A container without an image for the device. The findings say which devices its images are for. */
function nothingFor(root: Item, device: ProductConfig, release: string, tables: Tables): ImageCheck {
  const findings = zebinItems(root).flatMap((item): DiagnosticJson[] => {
    const found = driven(item, release, device, tables).reasons.find(({ step }) => step === 'target');
    if (!found) return [];
    const { step, decides, ...finding } = found;
    return [{ ...finding, path: `${item.address.slice(1)}!${finding.path}` }];
  });
  return {
    address: '',
    verdict: 'refused',
    sentence: sentenceOf('refused', release, device, 'nothing in it is for the device, and there is no IR to compile'),
    device: { ip: device.ip, name: device.name, from: 'option' },
    steps: [{ name: 'container', outcome: 'failed', findings }, ...NOT_REACHED],
    reasons: findings.map((finding, i) => ({ ...finding, step: 'container', decides: i === 0 })),
    releases: [],
    support: supportOf([], undefined),
    kernels: [],
  };
}

/** The device that a zebin names. Of several, the first one with a stepping that the zebin is for. */
function deviceOf(zebin: Zebin, known: Devices): ProductConfig | undefined {
  const devices = known.rows.configs.filter((device) => runsOn(zebin, device, known) === 'native');
  const { target_metadata: steppings } = zebin.target;
  const fits = ({ ip }: ProductConfig) => {
    const stepping = Number(ip.split('.')[2]);
    return steppings === undefined || (stepping >= steppings.minHwRevisionId && stepping <= steppings.maxHwRevisionId);
  };
  return devices.find(fits) ?? devices[0];
}

function supportOf(releases: readonly ReleaseRange[], needs: DriverNeeds | undefined, device?: ProductConfig): Support {
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
