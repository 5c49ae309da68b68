import { type Diagnostic, Reporter } from '../../core/diag/index.ts';
import { applied, existsIn, type NamedRow, parseVersion, type Version } from '../../core/schema/index.ts';
import { DEVICES, type Devices } from '../../devices/index.ts';
import { validateElf } from '../elf/index.ts';
import { countedUses, NEWEST, rowNamed, spanAt, validateZeInfo, type ZeInfo } from '../zeinfo/index.ts';
import { DEVICE_RULES } from './device-rules.ts';
import { FILE_RULES, FileContext, perVersion } from './file-rules/index.ts';
import type { Zebin } from './model.ts';
import { targetExecution } from './payload-map.ts';
import type { InfoRule } from './rule.ts';
import { RULES } from './rules.ts';
import { SPEC_RULES } from './spec-rules.ts';

/** Assumed register width in bytes if the device is unknown. */
const COMMON_GRF_BYTES = 32;

/** Rules whose findings the rows of attributes already report. */
const REPORTED_ELSEWHERE = ['zeinfo/not-in-version'];
/** The others, each with the rows of `about`. */
const CHECKED: readonly { readonly rule: InfoRule; readonly rows: readonly NamedRow[] | undefined }[] = [
  ...RULES,
  ...DEVICE_RULES,
  ...SPEC_RULES,
]
  .filter(({ code }) => !REPORTED_ELSEWHERE.includes(code))
  .map((rule) => ({ rule, rows: rule.about?.map(rowNamed) }));
const KNOWN_NAMES = 'rule/known-names';
/** Rules that nothing can violate if the reader found only plain names and numbers. */
const ONLY_IF_NOT_PLAIN = [KNOWN_NAMES, 'rule/numbers'];
/** Entry that drivers ignore, whatever it contains. */
const NEVER_READ = 'kernels_cost_info';

export interface ValidateOptions {
  /** The version whose rules apply; by default that of the file, or the newest if the file names none. */
  readonly version?: Version;
  /** The known devices; by default those of the library. */
  readonly devices?: Devices;
}

/**
 * Checks a zebin by the rules of the specifications, of all drivers, and of common sense: the rows of `ELF_RULES`, {@link FILE_RULES},
 * {@link RULES}, {@link SPEC_RULES} and {@link DEVICE_RULES}, and those of the attributes. Findings of the reader are not repeated. What every real file does
 * although a page forbids it is not a violation here: docs/checking.md.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * validateZebin(zebin).filter(({ severity }) => severity === 'error').length; // 0
 * validateZebin(zebin, { version: '1.32' })[0]?.code; // 'rule/section-version'
 */
export function validateZebin(zebin: Zebin, { version, devices = DEVICES }: ValidateOptions = {}): readonly Diagnostic[] {
  const out = new Reporter(zebin.bytes.length);
  const by = version ?? parseVersion(zebin.version ?? '') ?? NEWEST;
  validateElf(zebin.elf, out);
  const context = new FileContext(zebin, by, devices);
  applied(fileRulesIn(by), ({ code }, _, span, path, message, data) => out.report(code, span, path, message, data))(context);
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
  const uses = countedUses(zeInfo);
  const rules = CHECKED.flatMap(({ rule, rows }) =>
    uses && ((rows && !uses.hasAny(rows)) || (uses.plain && ONLY_IF_NOT_PLAIN.includes(rule.code))) ? [] : rule,
  );
  applied(rules, ({ code, source }, _, path, message) => {
    if (out.full || (code === KNOWN_NAMES && path.startsWith(NEVER_READ))) return;
    out.report(code, spanAt(zeInfo, path), `.ze_info/${path}`, message, { source });
  })(context);
}
