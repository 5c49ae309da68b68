/** The catalogue of attacks: for each layer what costs most for its size. A new reader, table or verb gets its rows here. */

import { ASM } from './asm.ts';
import type { Attack } from './attack.ts';
import { CASES, MANIFESTS } from './cases.ts';
import { CODE } from './code.ts';
import { COMPRESSED } from './compressed.ts';
import { DEMANGLE } from './demangle.ts';
import { DEVICES } from './devices.ts';
import { DOCUMENTS } from './documents.ts';
import { DWARF } from './dwarf.ts';
import { FORMATS } from './formats.ts';
import { HASHED } from './hashed.ts';
import { KERNELS } from './kernels.ts';
import { OFFLOAD } from './offload.ts';
import { PARTS } from './parts.ts';
import { PROPS } from './props.ts';
import { KNOWN, RUNNING } from './running.ts';
import { SAMPLES, TIMES } from './samples.ts';
import { UNDECODABLE } from './undecodable.ts';
import { VISA } from './visa.ts';
import { WALK } from './walk.ts';
import { WORDS } from './words.ts';
import { YAML } from './yaml.ts';
import { ZIP } from './zip.ts';

export type { Attack };

export const ATTACKS: readonly Attack[] = [
  ...PROPS,
  ...KERNELS,
  ...DEMANGLE,
  ...COMPRESSED,
  ...OFFLOAD,
  ...PARTS,
  ...VISA,
  ...DWARF,
  ...CODE,
  ...ASM,
  ...DEVICES,
  ...SAMPLES,
  ...TIMES,
  ...DOCUMENTS,
  ...CASES,
  ...MANIFESTS,
  ...WALK,
  ...WORDS,
  ...HASHED,
  ...UNDECODABLE,
  ...FORMATS,
  ...YAML,
  ...ZIP,
  ...RUNNING,
  ...KNOWN,
];
