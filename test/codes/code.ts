import type { CODE_CODES } from '../../src/diag/index.ts';
import { assemble } from '../../src/eu/index.ts';
import { codeFaults, inspect } from '../../src/internal.ts';
import { zebinOfBuild } from '../../src/zebin/index.ts';
import type { Case } from './case.ts';

/** A kernel whose second instruction starts too early. */
function second(...lines: readonly string[]): Case {
  const code = assemble([...lines, 'illegal'].join('\n'), '2').value;
  const bytes = zebinOfBuild({ device: 0x05004000, kernels: [{ name: 'k', code, env: { simd_size: 16 } }] }).value as Uint8Array;
  const start = Buffer.from(bytes).indexOf(Buffer.from(code)) + 16;
  return { bytes, find: (input) => codeFaults(inspect(input).value), span: [start, start + 16] };
}

const LOAD = 'send.ugm (16|M0) r10 r20 null:0 0x0 0x08400580 {$0}';

export const CODE: Record<keyof typeof CODE_CODES, () => Case> = {
  'code/read': () => second(LOAD, 'mov (16|M0) r30.0<1>:f r10.0<1;1,0>:f {$0.src}'),
  'code/overwrite': () => second(LOAD, 'mov (16|M0) r11.0<1>:f 1.0:f {$1.dst}'),
  'code/early-write': () => second(LOAD, 'mov (16|M0) r20.0<1>:f 1.0:f {F@1}'),
  'code/state': () => second('mov (16|M0) r1.0<1>:f 1.0:f', '(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw'),
};
