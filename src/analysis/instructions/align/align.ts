/**
 * The difference between two builds of a kernel, as an engineer would describe it: what is new, gone and changed. Different register
 * numbers, branch distances and wait tokens do not count, and neither do instructions that only wait.
 */
import type { Budget } from '../../../core/diag/index.ts';
import { type Instruction, targetOf } from '../../../formats/eu/index.ts';
import type { Bound } from '../bounds.ts';
import { gatheredRegisters, isGathered } from '../gather.ts';
import type { LinkedCode } from '../measure.ts';
import { alignSequences } from './sequence.ts';
import { isNoise, shapeOf } from './shape.ts';
import { Values } from './values.ts';

export type ChangeKind = 'same' | 'changed' | 'new' | 'gone';

/** What about an instruction changed: what it does, the values that it reads, or where it branches to. */
export type ChangeReason = 'operation' | 'value' | 'target';

export interface AlignedRow {
  readonly kind: ChangeKind;
  readonly reason: ChangeReason | undefined;
  /** The indices of the instructions; `undefined` on the side that has none. */
  readonly base: number | undefined;
  readonly next: number | undefined;
}

export interface Alignment {
  /** In the order of both builds; instructions that only wait are left out. */
  readonly rows: readonly AlignedRow[];
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** How often each operation is new, gone or changed: `dpas`, `send`, `math` and so on. */
  readonly byOperation: ReadonlyMap<string, Readonly<Record<ChangeKind, number>>>;
  /** The bounds that were met: then some instructions count as changed that read the same values. */
  readonly exceeded: readonly Bound[];
}

/**
 * What is new, gone and changed between two builds, except for numbers of registers, distances of branches, and waits.
 *
 * @param base as `linkCode` or `analyseCode` returns it
 * @example
 * const { value: code } = readCode(readElf(bytes).value.sections[1].bytes, '2');
 * const linked = linkCode(code);
 * alignCode(linked, linked).counts.changed; // 0
 */
export function alignCode(base: LinkedCode, next: LinkedCode, budget?: Budget): Alignment {
  const [left, right] = wordsOfBoth(base, next);
  const pairs = alignSequences(left.shapes, right.shapes, budget);
  const paired = new Int32Array(base.end).fill(NONE);
  for (const [a, b] of pairs) paired[left.at[a] ?? 0] = right.at[b] ?? 0;
  const values = new Values(base, next, paired);
  const rows = rowsOf(base, next, left, right, pairs, values, new Targets(base, next, paired));
  return { rows, ...countsOf(rows, base, next), exceeded: [...values.search.exceeded] };
}

/** The instructions that are compared: the index of each, and its shape, a number for all that do the same in both builds. */
interface Words {
  readonly at: Int32Array;
  readonly shapes: Int32Array;
}

/** In place of an index. */
const NONE = -1;

/** The texts of the shapes are not kept: together they are as large as the code. */
function wordsOfBoth(base: LinkedCode, next: LinkedCode): readonly [Words, Words] {
  const numbers = new Map<string, number>();
  const number = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  return [wordsOf(base, number), wordsOf(next, number)];
}

/** The instructions before the padding that do more than wait. */
function wordsOf({ code, end }: LinkedCode, number: (shape: string) => number): Words {
  const { instructions } = code;
  const moves = new Set<number>();
  for (let at = 0; at < end; at++)
    if (isGathered(instructions[at] as Instruction)) for (const move of gatheredRegisters(instructions, at).moves) moves.add(move);
  const [all, shapes] = [new Int32Array(end), new Int32Array(end)];
  let count = 0;
  for (let at = 0; at < end; at++) {
    const instruction = instructions[at] as Instruction;
    if (isNoise(instruction)) continue;
    all[count] = at;
    shapes[count++] = number(shapeOf(instruction, moves.has(at)));
  }
  return { at: all.subarray(0, count), shapes: shapes.subarray(0, count) };
}

function rowsOf(
  base: LinkedCode,
  next: LinkedCode,
  left: Words,
  right: Words,
  pairs: readonly (readonly [number, number])[],
  values: Values,
  targets: Targets,
): AlignedRow[] {
  const rows: AlignedRow[] = [];
  let [a, b] = [0, 0];
  for (const [x, y] of [...pairs, [left.at.length, right.at.length] as const]) {
    for (const row of between(left.at.subarray(a, x), right.at.subarray(b, y), base, next)) rows.push(row);
    [a, b] = [x + 1, y + 1];
    const [baseAt, nextAt] = [left.at[x], right.at[y]];
    if (baseAt === undefined || nextAt === undefined) continue;
    const isSame = values.areSame(baseAt, nextAt);
    const reason = !isSame ? 'value' : targets.areSame(baseAt, nextAt) ? undefined : 'target';
    rows.push({ kind: reason === undefined ? 'same' : 'changed', reason, base: baseAt, next: nextAt });
  }
  return rows;
}

/** Rows for instructions without a counterpart. An operation in place of one with the same name is a change of it. */
function* between(left: Int32Array, right: Int32Array, base: LinkedCode, next: LinkedCode): Generator<AlignedRow> {
  // The indices of each name in the other build, last first, so that each is visited once.
  const places = new Map<string, number[]>();
  for (let i = right.length - 1; i >= 0; i--) {
    const name = nameAt(next, right[i] ?? 0);
    const same = places.get(name);
    if (same === undefined) places.set(name, [i]);
    else same.push(i);
  }
  let from = 0;
  for (const at of left) {
    const same = places.get(nameAt(base, at)) ?? [];
    while ((same.at(-1) ?? from) < from) same.pop();
    const other = same.pop();
    if (other === undefined) {
      yield { kind: 'gone', reason: undefined, base: at, next: undefined };
      continue;
    }
    for (; from < other; from++) yield newRow(right[from] ?? 0);
    yield { kind: 'changed', reason: 'operation', base: at, next: right[other] ?? 0 };
    from = other + 1;
  }
  for (; from < right.length; from++) yield newRow(right[from] ?? 0);
}

const newRow = (at: number): AlignedRow => ({ kind: 'new', reason: undefined, base: undefined, next: at });

const nameAt = ({ code }: LinkedCode, at: number): string => code.instructions[at]?.operation?.mnemonic ?? '';

/** Compares branch targets: whether they lead to paired instructions. */
class Targets {
  private readonly base: LinkedCode;
  private readonly next: LinkedCode;
  private readonly paired: Int32Array;
  private readonly baseAt: Int32Array;
  private readonly nextAt: Int32Array;

  constructor(base: LinkedCode, next: LinkedCode, paired: Int32Array) {
    this.base = base;
    this.next = next;
    this.paired = paired;
    this.baseAt = placesOf(base);
    this.nextAt = placesOf(next);
  }

  areSame(a: number, b: number): boolean {
    const [baseInstruction, nextInstruction] = [
      this.base.code.instructions[a] as Instruction,
      this.next.code.instructions[b] as Instruction,
    ];
    if (baseInstruction.operation?.mnemonic === 'calla') return true;
    return baseInstruction.sources.every((source, i) => {
      const other = nextInstruction.sources[i];
      if (source.kind !== 'label' || other === undefined) return true;
      const to = this.baseAt[targetOf(baseInstruction, source) / UNIT] ?? NONE;
      const there = this.nextAt[targetOf(nextInstruction, other) / UNIT] ?? NONE;
      return to === NONE || there === NONE ? to === there : this.paired[to] === there;
    });
  }
}

/** Instructions begin at multiples of it, in bytes. */
const UNIT = 8;

/** For each offset of an instruction, in units, the first one from there on that does more than wait; `NONE` for other offsets. */
function placesOf({ code, end }: LinkedCode): Int32Array {
  const { instructions } = code;
  const { offset: last = 0 } = instructions.at(-1) ?? {};
  const places = new Int32Array(last / UNIT + 1).fill(NONE);
  let effective = NONE;
  for (let at = instructions.length - 1; at >= 0; at--) {
    const one = instructions[at] as Instruction;
    if (at < end && !isNoise(one)) effective = at;
    places[one.offset / UNIT] = effective;
  }
  return places;
}

function countsOf(rows: readonly AlignedRow[], base: LinkedCode, next: LinkedCode): Pick<Alignment, 'counts' | 'byOperation'> {
  const empty = (): Record<ChangeKind, number> => ({ same: 0, changed: 0, new: 0, gone: 0 });
  const counts = empty();
  const byOperation = new Map<string, Record<ChangeKind, number>>();
  for (const { kind, base: a, next: b } of rows) {
    counts[kind]++;
    if (kind === 'same') continue;
    const name = b === undefined ? nameAt(base, a as number) : nameAt(next, b);
    const row = byOperation.get(name) ?? empty();
    row[kind]++;
    byOperation.set(name, row);
  }
  return { counts, byOperation };
}
