/** Builds that differ from a real one as compilers' do: only by names of registers, addresses and waits, or by one planted change. */
import { type Analysis, analyseCode, definitionsOf, type Effects, EffectsReader } from '../../../src/analysis/instructions/index.ts';
import { type Code, type Instruction, type Operand, optionBit } from '../../../src/formats/eu/index.ts';

export type Draw = (count: number) => number;
type Change<T> = { -readonly [K in keyof T]: T[K] };
type Changed = Change<Omit<Instruction, 'dst' | 'sources'>> & { dst: Change<Operand> | undefined; sources: Change<Operand>[] };

/** Numbers that are the same in every run. */
export function drawing(seed: number): Draw {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

const copy = ({ dst, sources, ...rest }: Instruction): Changed => ({
  ...rest,
  dst: dst && { ...dst },
  sources: sources.map((source) => ({ ...source })),
});

const withInstructions = (code: Code, instructions: readonly Instruction[], end: number): Code => ({ ...code, instructions, end });

/** Runs of registers that some operand uses as one, in another order: the new number of each register. */
function renaming({ code, space }: Analysis, draw: Draw): number[] {
  const { each, end } = space.named('r');
  const reader = new EffectsReader(code.platform);
  const joins = new Uint8Array(end / each + 1);
  const join = (first: number, count: number): void => {
    joins.fill(1, first + 1, Math.max(first + 1, Math.min(first + count, end / each)));
  };
  for (const instruction of code.instructions) {
    const { dst, sources, send } = instruction;
    const operands: number[][] = [[], ...sources.map(() => [])];
    reader.writeOperand(operands[0] as number[], instruction);
    for (const index of sources.keys()) reader.readOperand(operands[index + 1] as number[], instruction, index);
    for (const units of operands) {
      const general = units.filter((_, i) => i % 3 < 2).filter((unit) => unit <= end);
      const [from, to] = [Math.min(...general), Math.max(...general)];
      if (general.length > 0) join(Math.floor(from / each), Math.ceil(to / each) - Math.floor(from / each));
    }
    if (send === undefined) continue;
    const payloads = [dst, ...sources].map((operand, i) => [operand, [send.dstLength, send.src0Length, send.src1Length][i] ?? 0] as const);
    for (const [operand, length] of payloads) if (operand?.register?.name === 'r') join(operand.number, Math.max(length, 1));
  }
  const runs: number[][] = [];
  for (let number = 0; number < end / each; number++) {
    if (joins[number] === 1) (runs.at(-1) as number[]).push(number);
    else runs.push([number]);
  }
  for (let i = runs.length - 1; i > 0; i--) {
    const j = draw(i + 1);
    [runs[i], runs[j]] = [runs[j] as number[], runs[i] as number[]];
  }
  const out: number[] = [];
  for (const [at, number] of runs.flat().entries()) out[number] = at;
  return out;
}

/** The same code with other registers, tokens and addresses, and instructions that only wait in between. */
export function renamed(analysis: Analysis, draw: Draw): Code {
  const { code } = analysis;
  const numbers = renaming(analysis, draw);
  const filler = code.instructions.find(({ operation }) => operation?.mnemonic === 'nop' || operation?.mnemonic === 'illegal');
  const out: Changed[] = [];
  const places = new Map<number, number>();
  let offset = 0;
  const put = (one: Changed): void => {
    one.offset = offset;
    offset += one.size;
    out.push(one);
  };
  let end = 0;
  for (const instruction of code.instructions) {
    if (instruction.offset === code.end) end = offset;
    if (filler !== undefined && draw(10) === 0) put(copy(filler));
    places.set(instruction.offset, offset);
    const one = copy(instruction);
    for (const operand of [one.dst, ...one.sources])
      if (operand?.register?.name === 'r' && operand.kind !== 'indirect') operand.number = numbers[operand.number] ?? operand.number;
    if (one.scoreboard !== undefined) one.scoreboard = { ...one.scoreboard, token: (one.scoreboard.token + 3) % 16 };
    put(one);
  }
  places.set(offset, offset);
  for (const [was, now] of places) {
    const one = out.find(({ offset }) => offset === now);
    for (const source of one?.sources ?? [])
      if (source.kind === 'label') source.low = (places.get(was + source.low) ?? was + source.low) - now;
  }
  return withInstructions(code, out, end === 0 ? offset : end);
}

export const analyse = (code: Code): Analysis => analyseCode(code);

const NOISE = ['sync', 'nop', 'illegal'];

/** Whether a change of an instruction is one of what the code does. */
export const isRelevant = (one: Instruction): boolean =>
  !NOISE.includes(one.operation?.mnemonic ?? '') && one.dst?.register?.name !== 'null' && (one.options & optionBit('EOT')) === 0;

/** Numbers of gathered registers are immediates, which are not renamed. */
export const isPlain = ({ instructions }: Code): boolean =>
  !instructions.some(({ send, sources }) => send && sources[0]?.register?.name === 's');

/** A real change at an instruction, where it offers the one that is drawn. */
export function plant({ code, ...rest }: Analysis, at: number, draw: Draw): Instruction[] | undefined {
  const all = code.instructions;
  const one = copy(all[at] as Instruction);
  const changed = [...all.slice(0, at), one, ...all.slice(at + 1)];
  const immediate = one.sources.find(({ kind }) => kind === 'immediate');
  switch (draw(6)) {
    case 0:
      return [...all.slice(0, at), ...all.slice(at + 1)];
    case 1:
      return [...all.slice(0, at), one, ...all.slice(at)];
    case 2:
      if (immediate === undefined) return undefined;
      immediate.low ^= 1;
      return changed;
    case 3:
      if (one.send === undefined) return undefined;
      one.send = { ...one.send, desc: { ...one.send.desc, imm: one.send.desc.imm ^ 1 }, low: one.send.low ^ 1, exDescOffset: 64 };
      return changed;
    case 4:
      one.execSize = one.execSize === 1 ? 2 : one.execSize / 2;
      return changed;
    default: {
      // Another register, whose value is from another instruction.
      const source = one.sources.find(({ kind, register }) => kind === 'direct' && register?.name === 'r');
      if (source === undefined || one.send !== undefined) return undefined;
      const model = { ...rest, code };
      const was = definitionsOf(model, at).join();
      source.number = (source.number + 1 + draw(60)) % 120;
      const now = analyse({ ...code, instructions: changed });
      const definitions = definitionsOf(now, at);
      return definitions.length > 0 && definitions.join() !== was && (now.effects.at(at) as Effects).reads.length > 0 ? changed : undefined;
    }
  }
}
