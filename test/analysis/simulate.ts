/**
 * One way through code, instruction by instruction, with everything that was started and not waited for: finds what starts too early on this
 * way. It shares facts with the checker (pipes, footprints), but neither its flow nor its sets.
 */
import {
  type Flow,
  type Footprint,
  IN_ORDER,
  isDropped,
  orderOf,
  overlap,
  type PipeRules,
  pipesOfDistance,
  scoreboardOf,
} from '../../src/analysis/index.ts';
import { type Instruction, isBranch } from '../../src/eu/index.ts';

interface Started {
  readonly at: number;
  /** Counts instructions of its pipe since; -1 out of order. */
  since: number;
  readonly pipe: string | undefined;
  readonly token: number;
  isRead: boolean;
}

/** Walks until the code ends, or so many instructions; whether something started too early. `next` chooses among successors. */
export function startsTooEarly(
  instructions: readonly Instruction[],
  footprints: readonly Footprint[],
  flow: Flow,
  rules: PipeRules,
  next: (count: number) => number,
  most: number,
): boolean {
  let started: Started[] = [];
  let block = flow.blocks[0];
  for (let steps = 0; block !== undefined && steps < most; ) {
    for (let at = block.first; at < block.end; at++, steps++) {
      const instruction = instructions[at] as Instruction;
      started = started.filter((one) => !isDone(one, instruction, rules));
      for (const one of started) if (isRead(one, instruction, rules)) one.isRead = true;
      const own = footprints[at] as Footprint;
      const pipe = orderOf(instruction, rules);
      for (const one of started) if (conflicts(one, at, own, pipe, instructions, footprints, rules)) return true;
      for (const one of started) if (one.pipe !== undefined && one.pipe === pipe) one.since++;
      const said = scoreboardOf(instruction, rules);
      if (said?.use === 'set' || said?.use === 'inc') {
        for (const one of started)
          if (isInOrder(instructions[one.at] as Instruction, instruction) && touchesAll(own, footprints[one.at] as Footprint))
            one.isRead = true;
        started.push({ at, since: -1, pipe: undefined, token: said.token, isRead: false });
      } else if (pipe !== undefined && !isBranch(instruction)) started.push({ at, since: 1, pipe, token: -1, isRead: false });
    }
    const { successors }: { successors: readonly { to: number; kind: string }[] } = block;
    const edge = successors[next(successors.length)];
    // A branch that is taken lasts longer than pipes are deep.
    if (edge !== undefined && edge.kind !== 'next') started = started.filter(({ pipe }) => pipe === undefined);
    block = edge === undefined ? undefined : flow.blocks[edge.to];
  }
  return false;
}

function isDone(one: Started, instruction: Instruction, rules: PipeRules): boolean {
  const said = scoreboardOf(instruction, rules);
  if (one.pipe !== undefined) {
    const depth = IN_ORDER.find(({ name }) => name === one.pipe)?.depth ?? 0;
    const waits = said !== undefined && said.distance > 0 && pipesOfDistance(instruction, rules).some((pipe) => pipe === one.pipe);
    return (waits && one.since >= said.distance) || one.since > Math.max(depth, rules.single ? 15 : 0);
  }
  const { subfunction, sources, operation } = instruction;
  if (operation?.mnemonic === 'sync' && subfunction === 'allwr') return inMask(sources[0], one.token);
  return said?.token === one.token && (said.use === 'dst' || said.use === 'set');
}

function isRead(one: Started, instruction: Instruction, rules: PipeRules): boolean {
  const said = scoreboardOf(instruction, rules);
  const { subfunction, sources, operation } = instruction;
  if (one.pipe !== undefined) return false;
  if (operation?.mnemonic === 'sync' && subfunction === 'allrd') return inMask(sources[0], one.token);
  return said?.use === 'src' && said.token === one.token;
}

const inMask = (source: Instruction['sources'][number] | undefined, token: number): boolean =>
  source?.kind !== 'immediate' || ((source.low >>> token) & 1) === 1;

const isInOrder = (a: Instruction, b: Instruction): boolean =>
  a.send !== undefined && b.send !== undefined ? a.send.unit === b.send.unit : a.operation?.mnemonic === b.operation?.mnemonic;

function touchesAll(later: Footprint, earlier: Footprint): boolean {
  for (let i = 0; i < earlier.reads.length; i += 2) {
    const [from, to] = [earlier.reads[i] as number, earlier.reads[i + 1] as number];
    const inside = (runs: readonly number[]): boolean =>
      runs.some((start, j) => j % 2 === 0 && start <= from && to <= (runs[j + 1] as number));
    if (!inside(later.reads) && !inside(later.writes)) return false;
  }
  return true;
}

function conflicts(
  one: Started,
  at: number,
  own: Footprint,
  pipe: string | undefined,
  instructions: readonly Instruction[],
  footprints: readonly Footprint[],
  rules: PipeRules,
): boolean {
  const other = footprints[one.at] as Footprint;
  const instruction = instructions[at] as Instruction;
  const before = instructions[one.at] as Instruction;
  if (overlap(own.reads, other.writes) >= 0 && !(one.pipe === undefined && isDropped(instruction))) return true;
  if (one.pipe === undefined) {
    if (overlap(own.writes, other.writes) >= 0) return true;
    return !one.isRead && !isInOrder(before, instruction) && overlap(own.writes, other.reads) >= 0;
  }
  const isLong = (which: Instruction): boolean => which.dst?.type?.bits === 64;
  const keepsOrder = one.pipe === pipe && (!rules.single || !isLong(before) || isLong(instruction));
  if (!keepsOrder && overlap(own.writes, other.writes) >= 0) return true;
  return one.pipe !== pipe && overlap(own.writes, other.reads) >= 0;
}
