import { ARITHMETIC } from './ops-arithmetic.ts';
import { FLOW } from './ops-flow.ts';
import { LSC } from './ops-lsc.ts';
import { LSC_TYPED } from './ops-lsc-typed.ts';
import { MEMORY } from './ops-memory.ts';
import { MESSAGE } from './ops-message.ts';
import { RENDER } from './ops-render.ts';
import { SAMPLER } from './ops-sampler.ts';
import { SYNC } from './ops-sync.ts';
import { VIDEO } from './ops-video.ts';
import type { OpRow } from './row.ts';

/**
 * Every instruction.
 *
 * Sources: documentation/visa/instructions, visa/IsaDescription.cpp, visa/ByteCodeReaderNG.cpp and visa/IsaDisassembly.cpp of
 * intel/intel-graphics-compiler, and objects of IGC 1.0.5353 and 1.0.10840, which are right where they differ.
 */
export const ROWS: readonly OpRow[] = [
  ...ARITHMETIC,
  ...FLOW,
  ...SYNC,
  ...MESSAGE,
  ...MEMORY,
  ...RENDER,
  ...SAMPLER,
  ...VIDEO,
  ...LSC,
  ...LSC_TYPED,
];

/**
 * Words of the assembler's grammar that are the name of no opcode: `GenX_IR` ends with "Invalid OpCode" (visa/CISA.l upstream). The page
 * of the syntax gives them numbers that other instructions have.
 */
export const WORDS_WITHOUT_OPCODE: readonly string[] = ['asin', 'acos', 'atan'];
