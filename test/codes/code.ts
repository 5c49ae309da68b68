import type { CODE_CODES } from '../../src/core/diag/index.ts';
import { assemble } from '../../src/formats/eu/index.ts';
import { zebinOfBuild } from '../../src/formats/zebin/index.ts';
import { codeFaults, inspect } from '../../src/internal.ts';
import type { Case } from './case.ts';

/** IP versions of devices with Xe2 and Xe3P. */
const [BMG, CRI] = [0x05004000, 0x08c2c000];

function kernel(code: Uint8Array, start: number, size: number, device = BMG): Case {
  const bytes = zebinOfBuild({ device, kernels: [{ name: 'k', code, env: { simd_size: 16 } }] }).value as Uint8Array;
  const at = Buffer.from(bytes).indexOf(Buffer.from(code)) + start;
  return { bytes, find: (input) => codeFaults(inspect(input).value), span: [at, at + size] };
}

/** A kernel whose second instruction starts too early. */
function second(...lines: readonly string[]): Case {
  return kernel(assemble([...lines, 'illegal'].join('\n'), '2').value, 16, 16);
}

/** A barrier that does not wait for the fence before it. */
function fence(): Case {
  const lines = ['(W) sendg.slm (1|M0) null r0:1 null:0 0x1F {$2}', '(W) sendg.gtwy (1|M0) null r0:1 null:0 0x84 {$3}', 'illegal'];
  return kernel(assemble(lines.join('\n'), '3pxpc').value, 16, 16, CRI);
}

/** More loads that count up one token than are told apart. */
function underWay(): Case {
  const loads = Array.from({ length: 600 }, (_, i) => [0x0010_4031, ((10 + (i % 200)) << 24) | 0x14_0000, 0xfb00_0514, 0]);
  const code = new Uint8Array(Uint32Array.from(loads.flat()).buffer);
  return kernel(code, 0, code.length, CRI);
}

const LOAD = 'send.ugm (16|M0) r10 r20 null:0 0x0 0x08400580 {$0}';

export const CODE: Record<keyof typeof CODE_CODES, () => Case> = {
  'code/read': () => second(LOAD, 'mov (16|M0) r30.0<1>:f r10.0<1;1,0>:f {$0.src}'),
  'code/overwrite': () => second(LOAD, 'mov (16|M0) r11.0<1>:f 1.0:f {$1.dst}'),
  'code/early-write': () => second(LOAD, 'mov (16|M0) r20.0<1>:f 1.0:f {F@1}'),
  'code/state': () => second('mov (16|M0) r1.0<1>:f 1.0:f', '(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw'),
  'code/fence': fence,
  'code/unchecked': underWay,
};
