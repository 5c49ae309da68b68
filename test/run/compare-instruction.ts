/** An instruction in the engine and in the second reading. */
import { translateAlu } from '../../src/run/alu/translate.ts';
import { RegisterLayout } from '../../src/run/registers.ts';
import { Thread } from '../../src/run/thread.ts';
import { surroundingsOf } from './assembled.ts';
import { decode, FLOATS } from './exact.ts';
import { instructionOf, Random, REACHED, randomBytes } from './random-instruction.ts';
import { type Case, isFloat, run, type State, sizeOf } from './second-reading.ts';

const layout = new RegisterLayout('2');
/** Elements for registers, of which each case takes a part. */
const POOL = randomBytes(new Random(1), 1 << 16);

function stateOf(t: Thread): State {
  const words = [0, 1].map((k) => t.u32[(layout.of('f') >> 2) + k] as number);
  return {
    bytes: [...t.bytes.subarray(0, REACHED)],
    flags: words.flatMap((word) => Array.from({ length: 32 }, (_, i) => ((word >>> i) & 1) === 1)),
    accumulator: [...t.i32.subarray(layout.of('acc') >> 2, (layout.of('acc') >> 2) + 32)],
  };
}

/** The elements of the destination that differ, as text; of floats, one NaN is as good as another. */
function differences({ dst, lanes, first, flag, condition }: Case, expected: State, got: State): string[] {
  const found: string[] = [];
  const size = sizeOf(dst.type);
  const bits = (bytes: readonly number[], at: number): bigint =>
    bytes.slice(at, at + size).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
  const isNotNumber = (value: bigint): boolean => isFloat(dst.type) && decode(value, FLOATS[dst.type] as (typeof FLOATS)['f']).is === 'nan';
  const left = [...got.bytes];
  for (let lane = 0; lane < lanes; lane++) {
    const at = dst.at + lane * dst.stride * size;
    const [a, b] = [bits(expected.bytes, at), bits(got.bytes, at)];
    if (a !== b && !(isNotNumber(a) && isNotNumber(b))) found.push(`lane ${lane}: expected ${a.toString(16)}, got ${b.toString(16)}`);
    for (let k = 0; k < size; k++) left[at + k] = expected.bytes[at + k] as number;
  }
  const other = left.findIndex((byte, i) => byte !== expected.bytes[i]);
  if (other >= 0) found.push(`byte ${other} was written`);
  const flags = got.flags.flatMap((bit, i) => (bit === expected.flags[i] ? [] : [i]));
  if (flags.length > 0) found.push(`flags ${flags.join(' ')} differ (f${flag >> 1}.${flag & 1} from channel ${first}, ${condition})`);
  const lane = got.accumulator.findIndex((value, i) => value !== expected.accumulator[i]);
  if (lane >= 0) found.push(`acc0 lane ${lane}: expected ${expected.accumulator[lane]}, got ${got.accumulator[lane]}`);
  return found;
}

/** What an instruction does in the engine and not in the second reading, as text; empty if both agree. */
export function check(one: Case, random: Random): string[] {
  const t = new Thread(layout, surroundingsOf('2'));
  const from = 8 * random.below((POOL.length - REACHED) / 8);
  t.bytes.set(POOL.slice(from, from + REACHED));
  t.u32[layout.of('f') >> 2] = random.below(2 ** 32);
  t.u32[(layout.of('f') >> 2) + 1] = random.below(2 ** 32);
  t.i32[layout.of('cr') >> 2] = one.control;
  t.mask = one.mask;
  const before = stateOf(t);
  translateAlu({ layout }, instructionOf(one))(t);
  const found = differences(one, run(one, before), stateOf(t));
  if (found.length === 0) return [];
  const bytes = (at: number, count: number): string => Buffer.from(before.bytes.slice(at, at + count)).toString('hex');
  const sources = one.sources.map((source) => bytes(source.at, 16)).join(' ');
  const text = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString(16) : value);
  return [`${JSON.stringify(one, text)} sources ${sources}: ${found.slice(0, 3).join('; ')}`];
}
