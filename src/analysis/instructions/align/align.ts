/**
 * The difference between two builds of a kernel, as an engineer would describe it: what is new, gone and changed. Different register
 * numbers, branch distances and wait tokens do not count, and neither do instructions that only wait.
 */
import type { Budget } from '../../../core/diag/index.ts';
import { type Instruction, targetOf } from '../../../formats/eu/index.ts';
import type { Bound } from '../bounds.ts';
import { gatheredRegisters, isGathered } from '../gather.ts';
import type { Analysis } from '../measure.ts';
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
 * @example
 * const { value: code } = readCode(readElf(bytes).value.sections[1].bytes, '2');
 * const analysis = analyseCode(code);
 * alignCode(analysis, analysis).counts.changed; // 0
 */
export function alignCode(base: Analysis, next: Analysis, budget?: Budget): Alignment {
  const [left, right] = [wordsOf(base), wordsOf(next)];
  const numbers = new Map<string, number>();
  const number = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const pairs = alignSequences(
    left.map(({ shape }) => number(shape)),
    right.map(({ shape }) => number(shape)),
    budget,
  );
  const paired = new Map(pairs.map(([a, b]) => [(left[a] as Word).at, (right[b] as Word).at]));
  const values = new Values(base, next, paired);
  const rows = rowsOf(base, next, left, right, pairs, values, new Targets(base, next, paired));
  return { rows, ...countsOf(rows, base, next), exceeded: [...values.search.exceeded] };
}

interface Word {
  readonly at: number;
  readonly shape: string;
}

/** The instructions before the padding that do more than wait. */
function wordsOf({ code, end }: Analysis): Word[] {
  const { instructions } = code;
  const numbers = new Set<number>();
  for (let at = 0; at < end; at++)
    if (isGathered(instructions[at] as Instruction)) for (const move of gatheredRegisters(instructions, at).moves) numbers.add(move);
  const out: Word[] = [];
  for (let at = 0; at < end; at++) {
    const instruction = instructions[at] as Instruction;
    if (!isNoise(instruction)) out.push({ at, shape: shapeOf(instruction, numbers.has(at)) });
  }
  return out;
}

function rowsOf(
  base: Analysis,
  next: Analysis,
  left: readonly Word[],
  right: readonly Word[],
  pairs: readonly (readonly [number, number])[],
  values: Values,
  targets: Targets,
): AlignedRow[] {
  const rows: AlignedRow[] = [];
  let [a, b] = [0, 0];
  for (const [x, y] of [...pairs, [left.length, right.length] as const]) {
    for (const row of between(left.slice(a, x), right.slice(b, y), base, next)) rows.push(row);
    [a, b] = [x + 1, y + 1];
    const [baseAt, nextAt] = [left[x]?.at, right[y]?.at];
    if (baseAt === undefined || nextAt === undefined) continue;
    const isSame = values.areSame(baseAt, nextAt);
    const reason = !isSame ? 'value' : targets.areSame(baseAt, nextAt) ? undefined : 'target';
    rows.push({ kind: reason === undefined ? 'same' : 'changed', reason, base: baseAt, next: nextAt });
  }
  return rows;
}

/** Rows for instructions without a counterpart. An operation in place of one with the same name is a change of it. */
function* between(left: readonly Word[], right: readonly Word[], base: Analysis, next: Analysis): Generator<AlignedRow> {
  // The indices of each name in the other build, last first, so that each is visited once.
  const places = new Map<string, number[]>();
  for (let i = right.length - 1; i >= 0; i--) {
    const name = nameAt(next, (right[i] as Word).at);
    const same = places.get(name);
    if (same === undefined) places.set(name, [i]);
    else same.push(i);
  }
  let from = 0;
  for (const { at } of left) {
    const same = places.get(nameAt(base, at)) ?? [];
    while ((same.at(-1) ?? from) < from) same.pop();
    const other = same.pop();
    if (other === undefined) {
      yield { kind: 'gone', reason: undefined, base: at, next: undefined };
      continue;
    }
    for (; from < other; from++) yield newRow(right[from] as Word);
    yield { kind: 'changed', reason: 'operation', base: at, next: (right[other] as Word).at };
    from = other + 1;
  }
  for (; from < right.length; from++) yield newRow(right[from] as Word);
}

const newRow = ({ at }: Word): AlignedRow => ({ kind: 'new', reason: undefined, base: undefined, next: at });

const nameAt = ({ code }: Analysis, at: number): string => code.instructions[at]?.operation?.mnemonic ?? '';

/** Compares branch targets: whether they lead to paired instructions. */
class Targets {
  private readonly base: Analysis;
  private readonly next: Analysis;
  private readonly paired: ReadonlyMap<number, number>;
  private readonly baseAt: ReadonlyMap<number, number | undefined>;
  private readonly nextAt: ReadonlyMap<number, number | undefined>;

  constructor(base: Analysis, next: Analysis, paired: ReadonlyMap<number, number>) {
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
      const [to, there] = [this.baseAt.get(targetOf(baseInstruction, source)), this.nextAt.get(targetOf(nextInstruction, other))];
      return to === undefined || there === undefined ? to === there : this.paired.get(to) === there;
    });
  }
}

/** For each offset, the first instruction from there on that does more than wait. */
function placesOf({ code, end }: Analysis): Map<number, number | undefined> {
  const places = new Map<number, number | undefined>();
  let effective: number | undefined;
  for (let at = code.instructions.length - 1; at >= 0; at--) {
    const one = code.instructions[at] as Instruction;
    if (at < end && !isNoise(one)) effective = at;
    places.set(one.offset, effective);
  }
  return places;
}

function countsOf(rows: readonly AlignedRow[], base: Analysis, next: Analysis): Pick<Alignment, 'counts' | 'byOperation'> {
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
