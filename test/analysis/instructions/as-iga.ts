/**
 * What `iga64` 2.40.14 takes instructions to do where we know better: each rule makes effects what its analysis has, so that all other
 * differences would be found. Source: visa/iga/IGALibrary/IR/RegSet.cpp and DUAnalysis.cpp of intel/intel-graphics-compiler.
 */
import { EdgeList, type Effects, type EffectsReader, type Flow } from '../../../src/analysis/instructions/index.ts';
import { type Instruction, messageOf } from '../../../src/formats/eu/index.ts';
import { successorsOf } from './edges.ts';

export interface Rule {
  readonly name: string;
  /** Why iga64 is wrong, or less precise. */
  readonly why: string;
  /** Its effects; `undefined` where they are ours. */
  readonly effects: (instruction: Instruction, ours: Effects, reader: EffectsReader, platform: number) => Partial<Effects> | undefined;
}

const nameOf = (instruction: Instruction): string => instruction.operation?.mnemonic ?? '';
const inFile = (reader: EffectsReader, name: 'r' | 'a' | 'acc' | 'f') => {
  const { start, end } = reader.space.named(name);
  return (unit: number): boolean => unit >= start && unit < end;
};

/** The accesses whose first unit passes. */
function only(accesses: readonly number[], passes: (unit: number) => boolean): number[] {
  const out: number[] = [];
  for (let i = 0; i < accesses.length; i += 3) if (passes(accesses[i] as number)) out.push(...accesses.slice(i, i + 3));
  return out;
}

export const RULES: readonly Rule[] = [
  {
    name: 'address subregister',
    why: 'a descriptor in a0 is named in units of 32 bits; iga64 halves the number, and reads the wrong half',
    effects: ({ send }, ours, reader) => {
      if (send === undefined || (send.desc.sub === 0 && send.exDesc.sub === 0)) return undefined;
      const isAddress = inFile(reader, 'a');
      const reads = only(ours.reads, (unit) => !isAddress(unit));
      const { start } = reader.space.named('a');
      for (const one of [send.desc, send.exDesc])
        if (one.isRegister) reads.push(start + (one.sub >> 1) * 4, start + (one.sub >> 1) * 4 + 4, 0);
      return { reads };
    },
  },
  {
    name: 'header',
    why: 'a message with a header reads the whole register; iga64 takes the lanes of addresses to be there',
    effects: (instruction, ours, reader, platform) => {
      const message = messageOf(instruction, platform);
      const { sources, send } = instruction;
      if (message?.header !== true || message.address === undefined || send === undefined) return undefined;
      if (message.group !== 'load' && message.group !== 'store' && message.group !== 'atomic') return undefined;
      const start = (sources[0]?.number ?? 0) * reader.space.grfBytes;
      const reads = only(ours.reads, (unit) => unit !== start);
      const second: number[] = [];
      reader.readOperand(second, instruction, 1);
      if (second[0] === start) reads.push(...second);
      const guard = ours.reads.find((_, i) => i % 3 === 2 && ours.reads[i - 2] === start) ?? 0;
      // Of media blocks it takes there to be one address.
      const lanes = message.memory === undefined ? 1 : message.lanes;
      reads.push(start, start + ((lanes * message.address) >> 3), guard);
      return { reads };
    },
  },
  {
    name: 'media block',
    why: 'a media block write reads all of its payload; iga64 takes it to be one byte',
    effects: (instruction, ours, reader, platform) => {
      const message = messageOf(instruction, platform);
      if (message?.group !== 'store' || message.memory !== undefined || message.transposed !== true) return undefined;
      const start = (instruction.sources[1]?.number ?? 0) * reader.space.grfBytes;
      return { reads: ours.reads.map((value, i) => (i % 3 === 1 && ours.reads[i - 1] === start ? start + 1 : value)) };
    },
  },
  {
    name: 'lanes',
    why: 'only enabled lanes give an address and values: one, of an instruction for one; iga64 reads those of the number in the message',
    effects: (instruction, ours, reader, platform) => {
      const message = messageOf(instruction, platform);
      if (message?.group !== 'atomic' || instruction.execSize !== 1 || message.faults.length === 0) return undefined;
      const reads: number[] = [];
      const { sources, send } = instruction;
      const lengths = [send?.src0Length ?? 1, send?.src1Length ?? 1];
      for (let i = 0; i < ours.reads.length; i += 3) {
        const [from, to, guard] = ours.reads.slice(i, i + 3) as [number, number, number];
        const index = sources.findIndex((source) => source.register?.name === 'r' && source.number * reader.space.grfBytes === from);
        reads.push(from, index < 0 ? to : from + (lengths[index] as number) * reader.space.grfBytes, guard);
      }
      return { reads };
    },
  },
  {
    name: 'subb',
    why: '`subb` gives its borrow to the accumulator and reads none; iga64 has it read the accumulator',
    effects: (instruction, ours, reader) => {
      if (nameOf(instruction) !== 'subb') return undefined;
      const acc = only(ours.writes, inFile(reader, 'acc'));
      return { reads: [...ours.reads, ...acc.map((value, i) => (i % 3 === 2 ? 0 : value))] };
    },
  },
  {
    name: 'csel',
    why: 'the condition of `csel` chooses and sets no flag (visa/SWWA.cpp); iga64 ends the flag there',
    effects: (instruction, ours, reader) => {
      if (nameOf(instruction) !== 'csel' || instruction.condition === '') return undefined;
      const { start } = reader.space.named('f');
      const at = start + instruction.flag * 32 + instruction.flagSub * 16 + instruction.channelOffset;
      return { writes: [...ours.writes, at, at + Math.max(8, instruction.execSize), 0] };
    },
  },
  {
    name: 'flag bits',
    why: 'iga64 follows bytes of flags, so that an instruction for one lane ends or needs eight bits',
    effects: (_, ours, reader) => {
      const isFlag = inFile(reader, 'f');
      const widen = (accesses: readonly number[]): number[] =>
        accesses.map((value, i) => {
          const first = accesses[i - (i % 3)] as number;
          if (!isFlag(first) || i % 3 === 2) return value;
          const { start } = reader.space.named('f');
          const from = first - ((first - start) % 8);
          return i % 3 === 0 ? from : Math.max(from + 8, value);
        });
      return { reads: widen(ours.reads), writes: widen(ours.writes) };
    },
  },
  {
    name: 'group of lanes',
    why: 'a predicate such as any32h asks for all bits of the group; iga64 reads those of the lanes of the instruction',
    effects: (instruction, ours, reader) => {
      if (!/\d/.test(instruction.predicate)) return undefined;
      const { start } = reader.space.named('f');
      const at = start + instruction.flag * 32 + instruction.flagSub * 16 + instruction.channelOffset;
      const isFlag = inFile(reader, 'f');
      let isFirst = true;
      const reads = [...ours.reads];
      for (let i = 0; i < reads.length; i += 3) {
        if (!isFlag(reads[i] as number) || !isFirst) continue;
        isFirst = false;
        reads[i] = at;
        reads[i + 1] = at + Math.max(8, instruction.execSize);
      }
      return { reads };
    },
  },
  {
    name: 'gather',
    why: 'twelve registers are gathered of which a second move names the last four; iga64 reads the first move alone, and r0 for the rest',
    effects: (instruction, ours, reader) => {
      const { send, sources } = instruction;
      if (send === undefined || sources[0]?.register?.name !== 's' || send.src0Length <= 8) return undefined;
      const isGeneral = inFile(reader, 'r');
      return {
        reads: [...only(ours.reads, (unit) => !isGeneral(unit)), ...only(ours.reads, isGeneral).slice(-24), 0, reader.space.grfBytes, 0],
      };
    },
  },
  {
    name: 'call',
    why: 'a call writes, and a return reads, an address and the lanes, two numbers; iga64 takes a number for each lane',
    effects: (instruction, ours, reader, platform) => {
      const { operation, execSize } = instruction;
      if (operation?.format !== 'call' && operation?.format !== 'jumpReg') return undefined;
      // Before Xe the source has a region of two.
      const region = instruction.sources[0]?.region;
      const readBytes = platform < 4 ? 4 * (region?.vertical === 0 ? (region.width ?? 1) : execSize) : 4 * execSize;
      const isGeneral = inFile(reader, 'r');
      const widen = (accesses: readonly number[], bytes: number): number[] =>
        accesses.map((value, i) => (i % 3 === 1 && isGeneral(accesses[i - 1] as number) ? (accesses[i - 1] as number) + bytes : value));
      return { reads: widen(ours.reads, readBytes), writes: widen(ours.writes, 4 * execSize) };
    },
  },
];

/** Edges as iga64 has them: a subroutine continues after its return, with whatever is there. */
export function flowAsIga(flow: Flow, instructions: readonly Instruction[]): Flow {
  const edges = new EdgeList();
  for (const { index, end } of flow.blocks) {
    for (const { to, kind } of successorsOf(flow, index)) if (kind !== 'return') edges.add(index, to, kind);
    const last = instructions[end - 1] as Instruction;
    if (nameOf(last) === 'ret' && last.predicate === '' && index + 1 < flow.blocks.length) edges.add(index, index + 1, 'next');
  }
  return { ...flow, ...edges.byBlock(flow.blocks.length) };
}
