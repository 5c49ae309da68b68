/**
 * Which instructions a token may still stand for at each place: those that set it on some way there, and that nothing has waited for.
 *
 * Setting a token again waits for what it stood for: the machine does that. A token that counts (`inc`, Xe3P) stands for several.
 */
import type { Instruction } from '../eu/index.ts';
import type { Block, Flow } from './flow.ts';

/** What is under way: numbers of instructions by token; `reads`: those whose sources may not have been read yet. */
export class UnderWay {
  readonly writes = new Map<number, readonly number[]>();
  readonly reads = new Map<number, readonly number[]>();

  copy(): UnderWay {
    const out = new UnderWay();
    for (const [token, at] of this.writes) out.writes.set(token, at);
    for (const [token, at] of this.reads) out.reads.set(token, at);
    return out;
  }

  /** Waits for a token: until sources are read, or until results are there too. */
  wait(token: number, forWrites: boolean): void {
    this.reads.delete(token);
    if (forWrites) this.writes.delete(token);
  }

  /** Waits for all tokens, or those of a mask. */
  waitAll(mask: number | undefined, forWrites: boolean): void {
    for (const token of [...this.writes.keys(), ...this.reads.keys()])
      if (mask === undefined || ((mask >>> token) & 1) === 1) this.wait(token, forWrites);
  }

  set(token: number, at: number, keeps: boolean): void {
    this.writes.set(token, keeps ? add(this.writes.get(token), [at]) : [at]);
    this.reads.set(token, keeps ? add(this.reads.get(token), [at]) : [at]);
  }

  /** Adds all of another; whether there was something new. */
  merge(other: UnderWay): boolean {
    let changed = false;
    for (const key of ['writes', 'reads'] as const) {
      for (const [token, at] of other[key]) {
        const had = this[key].get(token);
        const has = add(had, at);
        if (has.length === had?.length) continue;
        this[key].set(token, has);
        changed = true;
      }
    }
    return changed;
  }
}

function add(to: readonly number[] = [], more: readonly number[]): readonly number[] {
  const fresh = more.filter((at) => !to.includes(at));
  return fresh.length === 0 ? to : [...to, ...fresh];
}

/** What an instruction waits for of tokens, before it starts. */
export function applyWaits(state: UnderWay, instruction: Instruction): void {
  const { scoreboard, operation, subfunction, sources } = instruction;
  if (scoreboard?.use === 'dst' || scoreboard?.use === 'src') state.wait(scoreboard.token, scoreboard.use === 'dst');
  if (operation?.mnemonic === 'sync' && (subfunction === 'allrd' || subfunction === 'allwr'))
    state.waitAll(sources[0]?.kind === 'immediate' ? sources[0].low : undefined, subfunction === 'allwr');
}

/** The token that an instruction sets. */
export function applySet(state: UnderWay, instruction: Instruction, at: number): void {
  const { scoreboard } = instruction;
  if (scoreboard?.use === 'set' || scoreboard?.use === 'inc') state.set(scoreboard.token, at, scoreboard.use === 'inc');
}

/** Work of an instruction in bytes of the budget. */
const WORK = 32;

/**
 * What is under way before each block.
 *
 * @param pay is asked for the bytes of work of each step
 * @returns `undefined` when there was not enough to pay with
 */
export function tokensOf(
  instructions: readonly Instruction[],
  flow: Flow,
  pay: (bytes: number) => boolean = () => true,
): readonly UnderWay[] | undefined {
  const before = flow.blocks.map(() => new UnderWay());
  const waiting = flow.blocks.map(({ index }) => index).reverse();
  const isWaiting = new Uint8Array(flow.blocks.length).fill(1);
  while (waiting.length > 0) {
    const block = flow.blocks[waiting.pop() as number] as Block;
    isWaiting[block.index] = 0;
    const state = (before[block.index] as UnderWay).copy();
    let size = 0;
    for (const at of state.writes.values()) size += at.length;
    if (!pay((block.end - block.first) * WORK + size * WORK)) return undefined;
    for (let at = block.first; at < block.end; at++) {
      applyWaits(state, instructions[at] as Instruction);
      applySet(state, instructions[at] as Instruction, at);
    }
    for (const { to } of block.successors) {
      if (!(before[to] as UnderWay).merge(state) || isWaiting[to] === 1) continue;
      isWaiting[to] = 1;
      waiting.push(to);
    }
  }
  return before;
}
