/**
 * One input for every diagnostic code. A code without one is a type error here, so the table has no code that nothing reports.
 */
import type { Code } from '../../src/core/diag/index.ts';
import { BUNDLE } from './bundle.ts';
import { CACHE } from './cache.ts';
import type { Case } from './case.ts';
import { CODE } from './code.ts';
import { DIFF } from './diff.ts';
import { DRIVER } from './driver.ts';
import { DWARF } from './dwarf.ts';
import { EU } from './eu.ts';
import { EU_TEXT } from './eu-text.ts';
import { HOST } from './host.ts';
import { INSPECT } from './inspect.ts';
import { OFFLOAD } from './offload.ts';
import { PATCH } from './patch.ts';
import { PROPS } from './props.ts';
import { READING } from './reading.ts';
import { RULE_CASES } from './rules.ts';
import { RUN } from './run.ts';
import { SAMPLES } from './samples.ts';
import { SYCLBIN } from './syclbin.ts';
import { TABLES } from './tables.ts';
import { VISA } from './visa.ts';
import { VISA_TEXT } from './visa-text.ts';
import { WRITE } from './write.ts';
import { ZIP } from './zip.ts';

export const CASES: Record<Code, () => Case> = {
  ...READING,
  ...VISA,
  ...VISA_TEXT,
  ...BUNDLE,
  ...OFFLOAD,
  ...SYCLBIN,
  ...PROPS,
  ...CODE,
  ...EU,
  ...EU_TEXT,
  ...PATCH,
  ...HOST,
  ...INSPECT,
  ...CACHE,
  ...ZIP,
  ...WRITE,
  ...DRIVER,
  ...DWARF,
  ...RULE_CASES,
  ...DIFF,
  ...TABLES,
  ...SAMPLES,
  ...RUN,
};
