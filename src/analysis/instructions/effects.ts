/**
 * What instructions read and write: every byte of registers, every bit of flags.
 *
 * A write under a predicate leaves units unchanged where the predicate is false. The channel mask is not such a condition: an instruction
 * is assumed to write for all lanes that reach it. Registers that are addressed indirectly are not known, and are not in the lists.
 *
 * Source: visa/iga/IGALibrary/IR/RegSet.cpp of intel/intel-graphics-compiler, and visa/SWWA.cpp for `csel`, whose condition sets no flag.
 */
import type { Budget } from '../../core/diag/index.ts';
import {
  type Code,
  type Instruction,
  type Message,
  messageOf,
  type Operand,
  optionBit,
  type Platform,
  platformNumber,
} from '../../formats/eu/index.ts';
import { type Accesses, ALWAYS, type Effects, Guards } from './access.ts';
import { gatheredRegisters, isGathered } from './gather.ts';
import { type Lanes, OperandUnits } from './operand-units.ts';
import { PackedEffects } from './packed-effects.ts';
import { matrixUnits, payloadUnits } from './payload-units.ts';
import { isMatrix } from './pipes.ts';
import { Space } from './registers.ts';
import { type Transfer, transferOf } from './traffic.ts';

const ACC_WRITE = optionBit('AccWrEn');
const FLAG_BITS = 32;
/** Operations whose condition chooses between their sources. */
const CHOOSES = ['sel', 'csel'];

/** Operations that use the accumulator implicitly: whether they read and write it, and the bits of an element if not those of the type. */
const ACCUMULATES: ReadonlyMap<string, { readonly reads: boolean; readonly writes: boolean; readonly bits?: number }> = new Map([
  ['mach', { reads: true, writes: true, bits: 64 }],
  ['macl', { reads: true, writes: true, bits: 64 }],
  ['mac', { reads: true, writes: false }],
  ['addc', { reads: false, writes: true }],
  ['subb', { reads: false, writes: true }],
]);

/** What the instructions of a piece of code read and write: registers, with the space that their unit numbers refer to, and memory. */
export interface CodeEffects {
  readonly space: Space;
  readonly guards: Guards;
  readonly effects: PackedEffects;
  readonly traffic: readonly Transfer[];
}

/** The effects of the instructions of a piece of code. */
export function effectsOf(code: Code, budget?: Budget): CodeEffects {
  const reader = new EffectsReader(code.platform);
  const { instructions } = code;
  const { space, guards } = reader;
  const effects = new PackedEffects(instructions.length);
  const traffic: Transfer[] = [];
  for (let index = 0; index < instructions.length; index++) {
    budget?.tick();
    const instruction = instructions[index] as Instruction;
    const message = reader.messageOf(instruction);
    effects.add(reader.at(instructions, index, message));
    if (message !== undefined) traffic.push(transferOf(index, message, instruction, space.grfBytes));
  }
  return { space, guards, effects, traffic };
}

function gathered(instructions: readonly Instruction[], index: number, reads: Accesses, space: Space): Partial<Effects> {
  const { numbers, complete } = gatheredRegisters(instructions, index);
  const file = space.named('r');
  const runs = numbers.flatMap((number) => {
    const start = file.start + number * file.each;
    return start + file.each <= file.end ? [start, start + file.each, ALWAYS] : [];
  });
  return { reads: [...reads, ...runs], readsUnknown: !complete };
}

/** Finds the effects of instructions of one platform. */
export class EffectsReader {
  readonly space: Space;
  readonly guards = new Guards();
  private readonly platform: number;
  private readonly units: OperandUnits;

  /** @param isGuarded whether the conditions of accesses are of interest */
  constructor(platform: Platform, isGuarded = true) {
    this.space = new Space(platform);
    this.platform = platformNumber(platform);
    this.units = new OperandUnits(this.space, isGuarded ? this.guards : undefined);
  }

  /**
   * The effects of an instruction in its code. The registers of a gathered payload are those that moves before the send name.
   *
   * @param message of a send; `false` leaves out its payloads, for which it is needed
   */
  at(instructions: readonly Instruction[], index: number, message?: Message | false): Effects {
    const instruction = instructions[index] as Instruction;
    const effects = this.read(instruction, message ?? this.messageOf(instruction));
    if (message === false || !isGathered(instruction)) return effects;
    return { ...effects, ...gathered(instructions, index, effects.reads, this.space) };
  }

  /** The message of a send; `undefined` for other instructions, and if its descriptor is in a register. */
  messageOf(instruction: Instruction): Message | undefined {
    return instruction.send === undefined ? undefined : messageOf(instruction, this.platform);
  }

  /** The effects of an instruction. An instruction that could not be read has none. */
  private read(instruction: Instruction, known: Message | false | undefined): Effects {
    if (instruction.operation === undefined || instruction.problem !== undefined) return NO_EFFECTS;
    const reads: Accesses = [];
    const writes: Accesses = [];
    const { dst, sources, send, options } = instruction;
    const hasOperands = known !== false || send === undefined;
    const message = known || undefined;
    const lanes = this.lanesOf(instruction);
    const implied = ACCUMULATES.get(instruction.operation.mnemonic);
    this.readFlags(reads, instruction);
    this.readDescriptors(reads, instruction);
    let readsUnknown = false;
    for (let index = 0; index < sources.length; index++) {
      if (hasOperands) this.readOperand(reads, instruction, index, message, lanes);
      readsUnknown ||= sources[index]?.kind === 'indirect';
    }
    if (dst?.kind === 'indirect') this.readAddress(reads, dst, 1);
    if (implied?.reads) this.accumulate(reads, instruction, lanes, implied.bits);
    if (hasOperands) this.writeOperand(writes, instruction, message, lanes);
    this.writeFlags(writes, instruction, lanes);
    if (implied?.writes || (options & ACC_WRITE) !== 0) this.accumulate(writes, instruction, lanes, implied?.bits);
    return { reads, writes, readsUnknown, writesUnknown: dst?.kind === 'indirect' };
  }

  /** Adds what the source with this index reads; 0 is the first. */
  readOperand(
    out: Accesses,
    instruction: Instruction,
    index: number,
    message = this.messageOf(instruction),
    lanes = this.lanesOf(instruction),
  ): void {
    const operand = instruction.sources[index];
    if (operand === undefined || operand.kind === 'immediate' || operand.kind === 'label') return;
    const { send, execSize, operation } = instruction;
    if (operand.kind === 'indirect') {
      if (send !== undefined) this.readGathered(out, operand, send.src0Length);
      else this.readAddress(out, operand, operand.region?.vertical === 'VxH' ? execSize / (operand.region.width ?? 1) : 1);
    } else if (send !== undefined) payloadUnits(this.units, out, instruction, message, index, lanes);
    else if (isMatrix(instruction)) matrixUnits(this.units, out, instruction, index);
    else if (operation?.format === 'jumpReg' || operation?.format === 'call') this.pair(out, operand, instruction);
    else this.units.source(out, operand, lanes, operand.kind === 'macro');
  }

  /** Adds what the destination writes. */
  writeOperand(out: Accesses, instruction: Instruction, message = this.messageOf(instruction), lanes = this.lanesOf(instruction)): void {
    const { dst, send, operation } = instruction;
    if (dst === undefined || dst.kind === 'indirect') return;
    if (send !== undefined) payloadUnits(this.units, out, instruction, message, -1, lanes);
    else if (isMatrix(instruction)) matrixUnits(this.units, out, instruction, -1);
    else if (operation?.format === 'call') this.pair(out, dst, instruction);
    else {
      const bits = dst.type?.bits ?? 32;
      // A 32-bit integer product in an accumulator has 64 bits, of which `mach` reads the upper half.
      const isProduct = operation?.mnemonic === 'mul' && dst.register?.name === 'acc' && bits === 32 && dst.type?.float === false;
      this.units.destination(out, dst, lanes, isProduct ? 64 : bits);
      if (operation?.mnemonic === 'mullh') this.writeUpperHalf(out, dst, lanes, bits);
    }
  }

  /** Adds the upper halves of products, which are in the registers after those of the lower halves. */
  private writeUpperHalf(out: Accesses, dst: Operand, lanes: Lanes, bits: number): void {
    const file = this.space.fileOf(dst);
    if (file === undefined) return;
    const start = this.units.startOf(file, dst.number + (lanes.count > 16 ? 2 : 1), dst.sub, bits);
    this.units.lanes(out, file, start, dst.region?.stride || 1, bits, lanes);
  }

  /** Adds the return address of a call and its lanes: two numbers of 32 bits. */
  private pair(out: Accesses, operand: Operand, instruction: Instruction): void {
    const file = this.space.fileOf(operand);
    if (file === undefined) return;
    const start = this.units.startOf(file, operand.number, operand.sub, 32);
    this.units.add(out, file, start, start + 8, instruction.predicate === '' ? ALWAYS : 1);
  }

  /** Adds the bytes of a scalar register that hold the register numbers of a gathered payload, one byte for each. */
  private readGathered(out: Accesses, operand: Operand, length: number): void {
    const file = this.space.fileOf(operand);
    if (file !== undefined) this.units.add(out, file, file.start + operand.sub, file.start + operand.sub + Math.max(0, length), ALWAYS);
  }

  private readAddress(out: Accesses, operand: Operand, count: number): void {
    const file = this.space.named('a');
    const start = file.start + operand.sub * 2;
    this.units.add(out, file, start, start + 2 * count, ALWAYS);
  }

  private readDescriptors(out: Accesses, { send }: Instruction): void {
    if (send === undefined) return;
    const a = this.space.named('a');
    for (const one of [send.desc, send.exDesc])
      if (one.isRegister) this.units.add(out, a, a.start + one.sub * 4, a.start + one.sub * 4 + 4, ALWAYS);
    const s = this.space.named('s');
    for (const sub of [send.indirect0, send.indirect1]) if (sub >= 0) this.units.add(out, s, s.start + sub, s.start + sub + 8, ALWAYS);
  }

  /** Adds the accumulators that an instruction uses implicitly. @param bits of an element, if not those of the type */
  private accumulate(out: Accesses, { dst }: Instruction, lanes: Lanes, bits = dst?.type?.bits ?? 32): void {
    const file = this.space.named('acc');
    this.units.lanes(out, file, file.start, 1, bits, lanes);
  }

  /** The unit of the flag bit for the first lane. */
  private flagStart({ flag, flagSub, channelOffset }: Instruction): number {
    return this.space.named('f').start + flag * FLAG_BITS + flagSub * 16 + channelOffset;
  }

  private readFlags(out: Accesses, instruction: Instruction): void {
    if (instruction.predicate === '') return;
    const { flag, flagBits } = this.predicateOf(instruction);
    const file = this.space.named('f');
    this.units.add(out, file, flag, flag + flagBits, ALWAYS);
    // Vertical predicates also test the same bits of the other flag.
    if (instruction.predicate.endsWith('v')) this.units.add(out, file, flag + FLAG_BITS, flag + FLAG_BITS + flagBits, ALWAYS);
  }

  private writeFlags(out: Accesses, instruction: Instruction, lanes: Lanes): void {
    const { condition, operation } = instruction;
    if (condition === '' || CHOOSES.includes(operation?.mnemonic ?? '')) return;
    const file = this.space.named('f');
    this.units.lanes(out, file, this.flagStart(instruction), 1, 1, lanes);
  }

  /** The bits that a predicate tests: one per lane, or one for each group of lanes. */
  private predicateOf(instruction: Instruction): Pick<Lanes, 'flag' | 'flagBits' | 'isOwn'> {
    const { predicate, channelOffset, execSize } = instruction;
    const flag = this.flagStart(instruction);
    if (predicate === 'seq') return { flag, flagBits: execSize, isOwn: true };
    const group = Number(/\d+/.exec(predicate)?.[0] ?? 0);
    if (group === 0) return { flag, flagBits: execSize, isOwn: false };
    const before = channelOffset % group;
    return { flag: flag - before, flagBits: Math.ceil((before + execSize) / group) * group, isOwn: false };
  }

  /** The lanes of an instruction. `sel` writes all of them: its predicate selects the source. */
  private lanesOf(instruction: Instruction): Lanes {
    const { predicate, predicateInverse, execSize, operation } = instruction;
    if (predicate === '' || operation?.mnemonic === 'sel') return { count: execSize, flag: -1, flagBits: 0, inverse: false, isOwn: false };
    const { flag, flagBits, isOwn } = this.predicateOf(instruction);
    return { count: execSize, flag, flagBits, inverse: predicateInverse, isOwn };
  }
}

const NO_EFFECTS: Effects = { reads: [], writes: [], readsUnknown: false, writesUnknown: false };
