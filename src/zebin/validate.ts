import { DEVICES, type Devices } from '../device/index.ts';
import { type Code, type Diagnostic, Reporter } from '../diag/index.ts';
import { validateElf } from '../elf/index.ts';
import { existsIn, type NamedRow, parseVersion, type Version } from '../schema/index.ts';
import { NEWEST, rowNamed, spanAt, usesOf, validateZeInfo, type ZeInfo } from '../zeinfo/index.ts';
import { DEVICE_RULES } from './device-rules.ts';
import { FILE_RULES, FileContext, type FileReport, type FileRule, perVersion } from './file-rules/index.ts';
import type { Zebin } from './model.ts';
import { targetExecution } from './payload-map.ts';
import type { Report, Rule } from './rule.ts';
import { RULES } from './rules.ts';
import { SPEC_RULES } from './spec-rules.ts';

/** Where the driver takes a register width from the device and no device is known. */
const COMMON_GRF_BYTES = 32;

/** Rules whose findings reading and the rows give already. */
const SAID_OTHERWISE = ['version'];
const JUDGED = [...RULES, ...DEVICE_RULES, ...SPEC_RULES].filter(({ name }) => !SAID_OTHERWISE.includes(name));
/** Those that forbid nothing where reading found all names and numbers plain. */
const ONLY_NOT_PLAIN = ['known-names', 'numbers'];
/** Entries that drivers ignore, whatever is in them. */
const NEVER_READ = 'kernels_cost_info';

export interface ValidateOptions {
  /** The version to check by; that of the file when left out, and the newest when it names none. */
  readonly version?: Version;
  /** The devices that there are. */
  readonly devices?: Devices;
}

/**
 * Checks a zebin that was read by the rules of the specifications and of all drivers, and by rules of good sense: the rows of
 * `ELF_RULES`, {@link FILE_RULES}, {@link RULES} and {@link SPEC_RULES}, and those of the attributes. What reading reported is not
 * repeated. What every real file does although a page says otherwise breaks no rule here: docs/judging.md.
 */
export function validateZebin(zebin: Zebin, { version, devices = DEVICES }: ValidateOptions = {}): readonly Diagnostic[] {
  const out = new Reporter(zebin.bytes.length);
  const by = version ?? parseVersion(zebin.version ?? '') ?? NEWEST;
  validateElf(zebin.elf, out);
  const context = new FileContext(zebin, by, devices);
  let rule = FILE_RULES[0] as FileRule;
  const report: FileReport = (span, path, message, data) => {
    const facts = typeof data === 'function' ? (out.full ? undefined : data()) : data;
    out.report(rule.code, span, path, message, facts);
  };
  for (rule of fileRulesIn(by)) rule.find(context, report);
  if (zebin.zeInfo) validateInfo(zebin, zebin.zeInfo, by, out);
  return out.diagnostics;
}

const fileRulesIn = perVersion((version) => FILE_RULES.filter((rule) => existsIn(rule, version)));

function validateInfo({ elf, target }: Zebin, zeInfo: ZeInfo, version: Version, out: Reporter): void {
  const { container } = zeInfo;
  for (const { code, span, path, message, data } of validateZeInfo(zeInfo, version)) out.report(code, span, path, message, data);
  const { grfBytes } = target;
  const execution = targetExecution(target);
  const context = {
    container,
    version,
    grfBytes: grfBytes ?? COMMON_GRF_BYTES,
    deviceKnown: grfBytes !== undefined,
    is64: elf.is64,
    ...(execution ? { execution } : {}),
  };
  const uses = usesOf(container);
  // One function for all rules, since most files break none.
  let rule = JUDGED[0] as Rule;
  const report: Report = (path, message) => {
    if (out.full || (rule.name === 'known-names' && path.startsWith(NEVER_READ))) return;
    // Each rule has a row among the codes; a test holds them together.
    out.report(`rule/${rule.name}` as Code, spanAt(zeInfo, path), `.ze_info/${path}`, message, { source: sourceOf(rule) });
  };
  judged ??= JUDGED.map((one) => ({ rule: one, rows: one.about?.map(rowNamed) }));
  for (const { rule: one, rows } of judged) {
    if (uses && ((rows && !uses.hasAny(rows)) || (uses.plain && ONLY_NOT_PLAIN.includes(one.name)))) continue;
    rule = one;
    rule.find(context, report);
  }
}

/** Rules, each with the rows that it is about. */
let judged: readonly { readonly rule: Rule; readonly rows: readonly NamedRow[] | undefined }[] | undefined;

/** Rules of the driver name a file of its repository. */
function sourceOf({ source }: Rule): string {
  return source.startsWith('shared/') ? `intel/compute-runtime ${source}` : source;
}
