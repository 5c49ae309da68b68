/** Kernels whose code is damaged: what runs then is nonsense, but it must end with a reason. */
import { coreFamily } from '../../src/devices/index.ts';
import { platformOfCore, readCode } from '../../src/formats/eu/index.ts';
import { readZebin, TEXT_PREFIX, targetCore, type Zebin } from '../../src/formats/zebin/index.ts';
import { type Argument, type Launched, launch, type Parameter, signatureOf } from '../../src/run/index.ts';
import type { Random } from './random-instruction.ts';

/** Instructions of one launch. */
export const MOST_INSTRUCTIONS = 20_000;
const BUFFER = 4096;

/**
 * A copy of a file in whose code some bits are turned over, or some instructions are random. In most copies, instructions that are not valid
 * any more are as before: a run then goes on to the others.
 */
export function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice();
  const { value: zebin } = readZebin(bytes);
  const platform = platformOfCore(coreFamily(targetCore(zebin.target) ?? -1));
  const code = zebin.elf.sections.filter((section) => section.name.startsWith(TEXT_PREFIX) && section.bytes.length >= 16);
  for (const section of code) {
    const start = section.bytes.base - zebin.bytes.base;
    const count = 1 + random.below(random.of([2, 16, section.bytes.length >> 5]));
    for (let k = 0; k < count; k++) {
      const place = start + random.below(section.bytes.length);
      copy[place] = (copy[place] as number) ^ (1 << random.below(8));
    }
    for (let k = random.below(3); k > 0; k--) {
      const place = start + 8 * random.below(section.bytes.length >> 3);
      for (let i = 0; i < 8; i++) copy[place + i] = random.below(256);
    }
    if (platform === undefined || random.below(5) === 0) continue;
    for (const { offset, size, problem, operation } of readCode(copy.subarray(start, start + section.bytes.length), platform).value
      .instructions)
      if (problem !== undefined || operation === undefined || operation.mnemonic === 'illegal')
        copy.set(bytes.subarray(start + offset, start + offset + size), start + offset);
  }
  return copy;
}

function argumentOf({ kind, size = 8, dim = '2d' }: Parameter, random: Random): Argument {
  const some = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => random.below(4));
  switch (kind) {
    case 'value':
      return { kind: 'value', bytes: some(size) };
    case 'local':
      return { kind: 'local', size: 1024 };
    case 'image': {
      const sizes = { width: 8, height: dim.startsWith('1') ? 1 : 4, depth: dim === '3d' ? 2 : 1, layers: dim.endsWith('array') ? 2 : 1 };
      const pixels = sizes.width * sizes.height * sizes.depth * sizes.layers;
      return { kind: 'image', dim, channel: 'UNSIGNED_INT8', order: 'RGBA', ...sizes, bytes: some(4 * pixels) };
    }
    case 'sampler':
      return { kind: 'sampler', normalized: false, addressing: 'clamp', filter: 'nearest' };
    default:
      return { kind: 'buffer', bytes: some(BUFFER) };
  }
}

/** Runs each kernel of a file. What a launch throws is a defect: a run ends with a reason. */
export function launchAll(zebin: Zebin, random: Random, maxInstructions = MOST_INSTRUCTIONS): Launched[] {
  return zebin.kernels
    .filter(({ text }) => text !== undefined)
    .map((kernel) =>
      launch(zebin, kernel, {
        global: [64],
        local: [random.of([32, 64])],
        arguments: signatureOf(zebin, kernel).map((one) => argumentOf(one, random)),
        maxInstructions,
        maxMemory: 1 << 26,
      }),
    );
}
