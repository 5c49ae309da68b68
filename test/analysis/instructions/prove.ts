/**
 * Whether what one instruction started can be met too early, on any way through the code: a search from that instruction alone. It shares
 * facts with the checker (pipes, footprints, the ways of lanes), but neither its sets nor its order.
 */
import {
  type Flow,
  type Footprint,
  IN_ORDER,
  orderOf,
  overlap,
  type PipeRules,
  pipeOf,
  pipesOfDistance,
  scoreboardOf,
} from '../../../src/analysis/instructions/index.ts';
import { type Instruction, isBranch, optionBit } from '../../../src/formats/eu/index.ts';
import { successorsOf } from './edges.ts';

const isEnd = ({ options }: Instruction): boolean => (options & optionBit('EOT')) !== 0;

export interface Searched {
  readonly instructions: readonly Instruction[];
  readonly footprints: readonly Footprint[];
  /** The ways of lanes. */
  readonly flow: Flow;
  readonly rules: PipeRules;
}

/** How what was started ends on the ways where nothing meets it, or `hazard`. */
export type Ending = 'hazard' | 'waited for' | 'token set again' | 'in order' | 'done' | 'never met';

/** A wait that is looked at: whether what was started is under way there. */
export interface Found {
  readonly endings: ReadonlySet<Ending>;
  /** The instructions before which it is under way. */
  readonly reached: ReadonlySet<number>;
}

/** Everything that an instruction starts: its result, and each run that it reads. */
export function searchFrom(code: Searched, at: number): Found {
  const endings = new Set<Ending>();
  const reached = new Set<number>();
  const instruction = code.instructions[at] as Instruction;
  const said = scoreboardOf(instruction, code.rules);
  if (said?.use === 'set' || said?.use === 'inc') {
    const { reads } = code.footprints[at] as Footprint;
    new TokenSearch(code, at, said.token, -1, endings, reached).run();
    for (let run = 0; run < reads.length / 2; run++) new TokenSearch(code, at, said.token, run, endings, reached).run();
  } else if (orderOf(instruction, code.rules) !== undefined && !isBranch(instruction)) searchPipe(code, at, endings, reached);
  return { endings, reached };
}

const RESULT = -1;

/** The ways of a result, or of a run of sources, that a token stands for. */
class TokenSearch {
  private readonly code: Searched;
  private readonly from: number;
  private readonly token: number;
  private readonly run_: number;
  private readonly endings: Set<Ending>;
  private readonly reached: Set<number>;

  constructor(code: Searched, from: number, token: number, run: number, endings: Set<Ending>, reached: Set<number>) {
    this.code = code;
    this.from = from;
    this.token = token;
    this.run_ = run;
    this.endings = endings;
    this.reached = reached;
  }

  run(): void {
    const { flow, instructions } = this.code;
    const start = flow.blockOf[this.from] as number;
    const seen = new Set<number>();
    const open: [block: number, first: number][] = [[start, this.from + 1]];
    const { noMask } = instructions[this.from] as Instruction;
    while (open.length > 0) {
      const [index, first] = open.pop() as [number, number];
      const block = flow.blocks[index];
      if (block === undefined || !this.goesThrough(first, block.end)) continue;
      const successors = successorsOf(flow, index);
      if (successors.length === 0) this.endings.add('never met');
      for (const { to, only } of successors) {
        if (seen.has(to) || (only !== undefined && noMask !== (only === 'thread'))) continue;
        seen.add(to);
        open.push([to, flow.blocks[to]?.first ?? 0]);
      }
    }
  }

  /** Whether it is still under way after these instructions. */
  private goesThrough(first: number, end: number): boolean {
    for (let at = first; at < end; at++) {
      this.reached.add(at);
      const ending = this.endingAt(at);
      if (ending === undefined) continue;
      this.endings.add(ending);
      return false;
    }
    return true;
  }

  private endingAt(at: number): Ending | undefined {
    const { instructions, rules } = this.code;
    const instruction = instructions[at] as Instruction;
    const said = scoreboardOf(instruction, rules);
    const { operation, subfunction, sources } = instruction;
    const isSync = operation?.mnemonic === 'sync' && (subfunction === 'allwr' || (subfunction === 'allrd' && this.run_ !== RESULT));
    if (isSync && (sources[0]?.kind !== 'immediate' || ((sources[0].low >>> this.token) & 1) === 1)) return 'waited for';
    const isOwn = said?.token === this.token;
    if (isOwn && (said.use === 'dst' || (said.use === 'src' && this.run_ !== RESULT))) return 'waited for';
    if (isOwn && said.use === 'set') return 'token set again';
    if (this.conflicts(at)) return 'hazard';
    return this.isCovered(at, said !== undefined && (said.use === 'set' || said.use === 'inc')) ? 'in order' : undefined;
  }

  private conflicts(at: number): boolean {
    const { footprints } = this.code;
    const [mine, other] = [footprints[at] as Footprint, footprints[this.from] as Footprint];
    if (this.run_ === RESULT) {
      const reads = mine.isDropped ? -1 : overlap(mine.reads, other.writes);
      return reads >= 0 || overlap(mine.writes, other.writes) >= 0 || (other.isFence && this.isOrdered(at));
    }
    if (overlap(mine.between.writes, other.between.uses) >= 0) return true;
    return !this.isInOrder(at) && overlap(mine.writes, this.runUnits()) >= 0;
  }

  /** A barrier or `dpas`, or a message to the same unit but local memory, before which a fence must be done. */
  private isOrdered(at: number): boolean {
    const { instructions, rules } = this.code;
    const instruction = instructions[at] as Instruction;
    const unit = instruction.send?.unit;
    if (unit === 'gtwy') return !isEnd(instruction);
    if (pipeOf(instruction, rules) === 'dpas') return true;
    return unit === instructions[this.from]?.send?.unit && unit !== 'slm';
  }

  private runUnits(): readonly number[] {
    return (this.code.footprints[this.from] as Footprint).reads.slice(this.run_ * 2, this.run_ * 2 + 2);
  }

  /** A later one of the same unit touches all of it. */
  private isCovered(at: number, setsToken: boolean): boolean {
    if (this.run_ === RESULT || !setsToken || !this.isInOrder(at)) return false;
    const [from = 0, to = 0] = this.runUnits();
    const { reads, writes } = this.code.footprints[at] as Footprint;
    return [reads, writes].some((runs) => runs.some((start, i) => i % 2 === 0 && start <= from && to <= (runs[i + 1] as number)));
  }

  private isInOrder(at: number): boolean {
    const { instructions, rules } = this.code;
    const [a, b] = [instructions[this.from] as Instruction, instructions[at] as Instruction];
    if (a.send !== undefined || b.send !== undefined) return a.send !== undefined && a.send.unit === b.send?.unit;
    return ['math', 'dpas'].includes(pipeOf(a, rules)) && pipeOf(a, rules) === pipeOf(b, rules);
  }
}

/** The instructions after one of an in-order pipe, until it is surely done. A branch that is taken takes longer than any pipe. */
function searchPipe({ instructions, footprints, rules }: Searched, from: number, endings: Set<Ending>, reached: Set<number>): void {
  const before = instructions[from] as Instruction;
  const other = footprints[from] as Footprint;
  const pipe = orderOf(before, rules);
  const isLong = (one: Instruction): boolean => one.dst?.type?.bits === 64;
  const depth = rules.single && isLong(before) ? 14 : (IN_ORDER.find(({ name }) => name === pipe)?.least ?? 0);
  let since = 1;
  for (let at = from + 1; at < instructions.length && since <= depth; at++) {
    reached.add(at);
    const instruction = instructions[at] as Instruction;
    const own = footprints[at] as Footprint;
    const distance = scoreboardOf(instruction, rules)?.distance ?? 0;
    if (distance > 0 && since >= distance && pipesOfDistance(instruction, rules).some((one) => one === pipe)) {
      endings.add('waited for');
      return;
    }
    const here = orderOf(instruction, rules);
    const isOther = here !== pipe;
    const isOvertaking = isOther || (rules.single && isLong(before) && !isLong(instruction));
    const meets =
      (!own.isDropped && overlap(own.reads, other.writes) >= 0) ||
      (isOvertaking && overlap(own.writes, other.writes) >= 0) ||
      (isOther && !other.isDropped && overlap(own.writes, other.reads) >= 0) ||
      (isOther && !rules.single && meetsBetween(own, other)) ||
      own.isSpecial ||
      other.isSpecial;
    if (meets) {
      endings.add('hazard');
      return;
    }
    if (here === pipe) since++;
  }
  endings.add('done');
}

const meetsBetween = (mine: Footprint, before: Footprint): boolean => {
  const [own, other] = [mine.between, before.between];
  return (
    (!mine.isDropped && overlap(own.reads, other.writes) >= 0) ||
    overlap(own.writes, other.writes) >= 0 ||
    (!before.isDropped && [other.reads, other.uses].some((runs) => overlap(own.writes, runs) >= 0))
  );
};
