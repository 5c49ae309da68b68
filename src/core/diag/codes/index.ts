/**
 * Every diagnostic code of the library: one row each, in one file per layer.
 *
 * `docs/diagnostics.md` and `zebin explain CODE` are made from these rows, and a code that no test produces fails the suite
 * (test/codes.test.ts).
 */
import { AR_CODES } from './ar.ts';
import { BUNDLE_CODES } from './bundle.ts';
import { CACHE_CODES } from './cache.ts';
import { CODE_CODES } from './code.ts';
import { CORE_CODES } from './core.ts';
import { DIFF_CODES } from './diff.ts';
import { DRIVER_CODES, type DriverCode } from './driver.ts';
import { DWARF_CODES } from './dwarf.ts';
import { ELF_CODES } from './elf.ts';
import { EU_CODES } from './eu.ts';
import { EU_TEXT_CODES } from './eu-text.ts';
import { HOST_CODES } from './host.ts';
import { INSPECT_CODES } from './inspect.ts';
import { OFFLOAD_CODES } from './offload.ts';
import { PATCH_CODES } from './patch.ts';
import { PROPS_CODES } from './props.ts';
import { RULE_CODES } from './rules.ts';
import { RUN_CODES } from './run.ts';
import { SAMPLES_CODES } from './samples.ts';
import { SYCLBIN_CODES } from './syclbin.ts';
import { TABLES_CODES } from './tables.ts';
import { VISA_CODES } from './visa.ts';
import { VISA_TEXT_CODES } from './visa-text.ts';
import { WRITE_CODES } from './write.ts';
import { YAML_CODES } from './yaml.ts';
import { ZEBIN_CODES } from './zebin.ts';
import { ZEINFO_CODES } from './zeinfo.ts';
import { ZIP_CODES } from './zip.ts';

export type { CodeRow, Severity } from './row.ts';
export {
  AR_CODES,
  BUNDLE_CODES,
  CACHE_CODES,
  CODE_CODES,
  CORE_CODES,
  DIFF_CODES,
  DRIVER_CODES,
  type DriverCode,
  DWARF_CODES,
  ELF_CODES,
  EU_CODES,
  EU_TEXT_CODES,
  HOST_CODES,
  INSPECT_CODES,
  OFFLOAD_CODES,
  PATCH_CODES,
  PROPS_CODES,
  RULE_CODES,
  RUN_CODES,
  SAMPLES_CODES,
  SYCLBIN_CODES,
  TABLES_CODES,
  VISA_CODES,
  VISA_TEXT_CODES,
  WRITE_CODES,
  YAML_CODES,
  ZEBIN_CODES,
  ZEINFO_CODES,
  ZIP_CODES,
};

export const CODES = {
  ...CORE_CODES,
  ...ELF_CODES,
  ...DWARF_CODES,
  ...YAML_CODES,
  ...ZEINFO_CODES,
  ...ZEBIN_CODES,
  ...VISA_CODES,
  ...VISA_TEXT_CODES,
  ...CODE_CODES,
  ...EU_CODES,
  ...EU_TEXT_CODES,
  ...PATCH_CODES,
  ...AR_CODES,
  ...BUNDLE_CODES,
  ...OFFLOAD_CODES,
  ...SYCLBIN_CODES,
  ...PROPS_CODES,
  ...HOST_CODES,
  ...INSPECT_CODES,
  ...ZIP_CODES,
  ...CACHE_CODES,
  ...WRITE_CODES,
  ...DRIVER_CODES,
  ...RULE_CODES,
  ...DIFF_CODES,
  ...SAMPLES_CODES,
  ...RUN_CODES,
  ...TABLES_CODES,
} as const;

/** A key of the table: `'elf/not-elf'`. */
export type Code = keyof typeof CODES;
