/**
 * The units of matrix operands and message payloads, as runs.
 *
 * Source: visa/iga/IGALibrary/IR/RegSet.cpp (addDpasOperand, addSendOperand) of intel/intel-graphics-compiler.
 */
import type { Instruction, Message, Operand } from '../../formats/eu/index.ts';
import { type Accesses, ALWAYS, SOMETIMES } from './access.ts';
import type { Lanes, OperandUnits } from './operand-units.ts';

/** Lengths assumed for payloads whose length is known only at run time, because the descriptor is in a register: iga64's maximum. */
const UNKNOWN_LENGTH = { destination: 8, source0: 4, source1: 8 } as const;

const DESTINATION = -1;

const bitsOf = (operand: Operand | undefined, otherwise: number): number => operand?.type?.bits ?? otherwise;

/** Adds the units of an operand of a matrix product; -1 is the destination. */
export function matrixUnits(units: OperandUnits, out: Accesses, instruction: Instruction, index: number): void {
  const { dst, sources, subfunction, execSize, predicate } = instruction;
  const operand = index === DESTINATION ? dst : sources[index];
  if (operand === undefined) return;
  const file = units.space.fileOf(operand);
  if (file === undefined) return;
  const [depth = 8, repeat = 8] = subfunction.split('x').map(Number);
  const narrow = Math.max(bitsOf(sources[1], 8), bitsOf(sources[2], 8));
  // Source: documentation/visa/instructions/DPAS.md of intel/intel-graphics-compiler, also for narrower types than 4 bits.
  const perChannel = Math.min(Math.max(1, 32 / narrow), 8);
  const bits = bitsOf(operand, 32);
  const start = units.startOf(file, operand.number, operand.sub, bits);
  const guard = predicate === '' ? ALWAYS : SOMETIMES;
  const run = (from: number, length: number) => units.add(out, file, from, from + Math.max(1, length >> 3), guard);
  if (index <= 0) run(start, execSize * bits * repeat);
  else if (index === 1) run(start, execSize * bits * perChannel * depth);
  else if (index === 2) {
    // Consecutive runs of 8 channels each, of which as many are read as the array is deep.
    for (let i = 0; i < repeat; i++) run(start + i * perChannel * bits, depth * perChannel * bits);
  } else {
    const passes = sources[1]?.type?.bits === 4 || sources[2]?.type?.bits === 4 ? 2 : 1;
    for (let pass = 0; pass < passes; pass++) run(start + 32 * pass, (index === 3 ? execSize : depth) * 8);
  }
}

/** Adds the units of an operand of a send; -1 is the destination. */
export function payloadUnits(
  units: OperandUnits,
  out: Accesses,
  instruction: Instruction,
  message: Message | undefined,
  index: number,
  lanes: Lanes,
): void {
  const { dst, sources, send } = instruction;
  const operand = index === DESTINATION ? dst : sources[index];
  if (operand === undefined || send === undefined || operand.register?.name !== 'r') return;
  const file = units.space.named('r');
  const start = file.start + operand.number * file.each;
  const guard = wholeGuard(units, lanes, start);
  const exact = message === undefined ? undefined : exactBytes(message, index);
  if (exact !== undefined) {
    units.add(out, file, start, start + exact, guard);
    return;
  }
  const [length, unknown] =
    index === DESTINATION
      ? [send.dstLength, UNKNOWN_LENGTH.destination]
      : index === 0
        ? [send.src0Length, UNKNOWN_LENGTH.source0]
        : [send.src1Length, UNKNOWN_LENGTH.source1];
  // Registers past the length in the instruction are not accessed, whatever the message says.
  const end = length < 0 ? file.end : start + length * file.each;
  // A header is a whole register; the addresses follow it.
  if (message !== undefined && hasLanes(message) && !(index === 0 && message.header === true)) {
    laneUnits(units, out, message, index, start, Math.min(end, file.end), lanes);
    return;
  }
  units.add(out, file, start, length < 0 ? start + unknown * file.each : end, guard);
}

/** The guard of a payload that is not divided into lanes: known only if all lanes depend on the same bit. */
const wholeGuard = (units: OperandUnits, lanes: Lanes, start: number): number => units.guardOf(lanes, start, 0);

const exactBytes = (message: Message, index: number): number | undefined =>
  index === DESTINATION ? message.destinationBytes : index === 0 ? message.source0Bytes : message.source1Bytes;

/** Whether a message determines which bytes of a register each lane uses. */
const hasLanes = ({ group, memory, register, address }: Message): boolean =>
  (group === 'load' || group === 'store' || group === 'atomic') && memory !== undefined && register !== undefined && address !== undefined;

/** Elements per address: for a message with a channel mask, the number of enabled channels. */
export const elementsOf = ({ channels, elements }: Message): number =>
  channels === undefined ? (elements ?? 1) : [1, 2, 4, 8].filter((bit) => (channels & bit) !== 0).length;

function laneUnits(units: OperandUnits, out: Accesses, message: Message, index: number, start: number, end: number, lanes: Lanes): void {
  const file = { ...units.space.named('r'), end };
  const { lanes: count, address = 0, register = 0, transposed, operation } = message;
  const group: Lanes = { ...lanes, count };
  const whole = wholeGuard(units, lanes, start);
  if (index === 0) {
    units.add(out, file, start, start + ((count * address) >> 3), whole);
    return;
  }
  const elements = elementsOf(message);
  if (transposed === true) {
    units.add(out, file, start, start + ((elements * count * register) >> 3), whole);
    return;
  }
  // Each element of an address starts in a register of its own. For atomic operations with two values, both are in the register.
  const swaps = index === 1 && (operation === 'atomic_icas' || operation === 'atomic_fcas');
  const bytes = (count * register) >> 3;
  const apart = Math.ceil(bytes / file.each) * file.each;
  for (let i = 0; i < elements * (swaps ? 2 : 1); i++) {
    const from = start + i * apart;
    units.add(out, file, from, from + bytes, units.guardOf(group, from, register >> 3));
  }
}
