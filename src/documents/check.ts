import { type Choice, choicesFor, offersOf, runsOn } from '../analysis/coverage/coverage.ts';
import type { Budgeted } from '../core/diag/index.ts';
import type { Devices, ProductConfig } from '../devices/index.ts';
import {
  CHECK_STEPS,
  type CheckAnswer,
  type CheckStep,
  type CheckVerdict,
  type OclocAnswer,
  type OclocVerdict,
  oclocValidate,
  type ReleaseRange,
  TABLES,
  type Tables,
} from '../driver/index.ts';
import { kernelLabel } from '../formats/demangle/index.ts';
import { kernelNeeds, type Zebin } from '../formats/zebin/index.ts';
import { type Completeness, completeness, unreadOf } from '../walk/damage.ts';
import { type Item, type Pass, passOver, zebinsOfPass } from '../walk/item.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';
import { type DecisionQuestion, decisionOf, findingJson, sentenceOf, supportOf } from './verdict.ts';
import type { CheckDevice, Support } from './verdict-info.ts';

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

export interface CheckStepJson {
  readonly name: CheckStep['name'];
  readonly outcome: CheckStep['outcome'];
  readonly findings: readonly DiagnosticJson[];
}

/** The decision about one kernel's entry in .ze_info, as if the file had no other kernel. */
export interface KernelCheck {
  readonly name: string;
  /** The demangled name; the name itself if it is not mangled. */
  readonly label: string;
  readonly support: Support;
  readonly releases: readonly ReleaseRange[];
}

export interface CheckQuestion extends Budgeted {
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
 * Whether a driver accepts a file on a device, with its checks in order and the first release that accepts it: `zebin check`. With a device,
 * the answer is about the images that its driver would choose; without one, about every zebin. Undefined if the file has no such image.
 *
 * @example
 * checkDocument(inspect(bytes).value, { release: '26.27.39122.14' })?.verdict; // 'accepted'
 */
export function checkDocument(root: Item, question: CheckQuestion): CheckDocument | undefined {
  return checkOfImages(root, question, [...imageChecks(passOver(root), question)]);
}

/** The decision about each image, one at a time: the earlier ones are the caller's to keep. */
export function* imageChecks(pass: Pass, { profile, release, devices, tables = TABLES, budget }: CheckQuestion): Generator<ImageCheck> {
  const known = tables.devices;
  const isProfile = profile === 'ocloc-validate';
  // A file that is one image is checked, whether it is for the device or not.
  if (isProfile || !devices || pass.root.content.kind === 'zebin') {
    for (const item of zebinItems(pass)) {
      const device = devices && (devices.find((one) => isFor(item, one, known)) ?? devices[0]);
      yield isProfile ? profiled(item, release) : driven(item, { release, device, tables, budget });
    }
    return;
  }
  const offers = offersOf(pass.whole(), known);
  const deviceChoices = devices.map((device) => ({ device, choices: choicesFor(offers, device) }));
  const { device, choices } = deviceChoices.find((one) => one.choices.length > 0) ?? { device: undefined, choices: [] };
  if (!device) return;
  for (const choice of choices)
    yield choice.match === 'ir' ? compiled(choice, device, release) : driven(choice.item.open(), { release, device, tables, budget });
}

/** The document about an item whose images are these, or the worst one of them. */
export function checkOfImages(root: Item, question: CheckQuestion, images: readonly ImageCheck[]): CheckDocument | undefined {
  const { profile = 'driver', release, devices } = question;
  const device = devices?.[0];
  const noneFor = () =>
    device && profile === 'driver' && offersOf(root, question.tables?.devices).length > 0
      ? nothingFor(root, device, release, question.tables ?? TABLES)
      : undefined;
  const imageCheck = images.length > 0 ? images.reduce(worseOf) : noneFor();
  const read = unreadImages(root);
  return (
    imageCheck && { schema: 'zebin/check/1', ...read, profile, driver: release, ...imageCheck, ...(images.length > 1 ? { images } : {}) }
  );
}

/** The one with the worse verdict; the first one, if they are equal. */
export function worseOf(a: ImageCheck, b: ImageCheck): ImageCheck {
  return VERDICTS.indexOf(b.verdict) < VERDICTS.indexOf(a.verdict) ? b : a;
}

/** What may be or contain an image and was not read. What a driver does with the damage of a zebin is the answer itself. */
function unreadImages(root: Item): Completeness {
  const unread = unreadOf(root);
  if (unread.length === 0) return completeness(unread);
  const decided = new Set(Array.from(zebinItems(passOver(root)), ({ address }) => address));
  return completeness(unread.filter(({ address }) => !decided.has(address)));
}

function isFor({ content }: Item, device: ProductConfig, devices: Devices): boolean {
  return content.kind === 'zebin' && runsOn(content.zebin, device, devices) !== undefined;
}

/** Zebins, or an ELF file that may be one but cannot be read as one. */
function* zebinItems(pass: Pass): Generator<Item> {
  const { root } = pass;
  if (root.kind === 'elf' && root.children.length === 0) yield root;
  for (const { item } of zebinsOfPass(pass)) yield item;
}

function driven(item: Item, question: DecisionQuestion): ImageCheck {
  const zebin = item.content.kind === 'zebin' ? item.content.zebin : undefined;
  const decision = decisionOf(item, question);
  const kernels = zebin?.kernels ?? [];
  const ranges = decision.releases((kernels.at(-1)?.index ?? -1) + 1);
  return answered(item, zebin, decision.answer, decision.sentence, {
    device: decision.device,
    releases: ranges.file,
    support: decision.support(ranges.file),
    kernels: kernels.map((kernel): KernelCheck => {
      const releases = ranges.kernels[kernel.index] ?? [];
      return {
        name: kernel.name,
        label: kernelLabel(kernel.name),
        support: supportOf(releases, kernelNeeds(kernel.zeInfo)),
        releases,
      };
    }),
  });
}

function profiled(item: Item, release: string): ImageCheck {
  const zebin = item.content.kind === 'zebin' ? item.content.zebin : undefined;
  const decision = oclocValidate(item.bytes, release);
  const sentence = sentenceOf(decision.verdict, release, undefined, decision.reason?.message);
  return answered(item, zebin, decision, sentence, { device: null, releases: [], support: supportOf([], undefined), kernels: [] });
}

function answered(
  { address }: Item,
  zebin: Zebin | undefined,
  { verdict, reason, reasons, steps }: CheckAnswer | OclocAnswer,
  sentence: string,
  about: Pick<ImageCheck, 'device' | 'releases' | 'support' | 'kernels'>,
): ImageCheck {
  const json = findingJson(zebin);
  return {
    address,
    verdict,
    sentence,
    steps: steps.map(({ name, outcome, findings }) => ({ name, outcome, findings: findings.map(json) })),
    ...(reason ? { reason: json(reason) } : {}),
    reasons: reasons.map(({ step, diagnostic }, i) => ({ ...json(diagnostic), step, decides: i === 0 })),
    ...about,
  };
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
  const findings = Array.from(zebinItems(passOver(root)), (item): DiagnosticJson[] => {
    const { reasons } = decisionOf(item, { release, device: device, tables }).answer;
    const diagnostic = reasons.find(({ step }) => step === 'target')?.diagnostic;
    return diagnostic ? [{ ...diagnosticJson(diagnostic), path: `${item.address.slice(1)}!${diagnostic.path}` }] : [];
  }).flat();
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
