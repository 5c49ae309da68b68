/**
 * The bytes that messages move: by kind, unit and surface, and which of them spill and fill.
 *
 * Compilers spill with block messages to the scratch space: those of its own (until Xe-HPC), and transposed ones of the load/store cache to
 * the surface of the scratch space (`ss`; `surf` on Xe3P). Other messages to these surfaces are the program's private memory. What a function
 * keeps on the stack is in flat memory, and cannot be distinguished from other accesses of the program.
 */
import { type Instruction, type Message, messageOf, type OperationGroup } from '../eu/index.ts';
import { elementsOf } from './payload-units.ts';

export type TrafficUse = 'spill' | 'fill' | 'private';

export interface Transfer {
  /** The number of the instruction. */
  readonly at: number;
  readonly group: OperationGroup;
  /** The name of the unit; `undefined` when it is in a register. */
  readonly unit: string | undefined;
  readonly operation: string | undefined;
  readonly model: Message['model'];
  /** The index of a surface, or the offset of its state. */
  readonly surface: number | undefined;
  /** What the compiler uses it for, if its form shows that. */
  readonly use: TrafficUse | undefined;
  /** Bytes that an execution with all lanes moves between registers and memory; 0 for messages that move none. */
  readonly bytes: number;
}

/** The memory that compilers spill to. */
const SCRATCH: readonly Message['model'][] = ['scratch', 'ss', 'surf'];

/** What each message of code moves. */
export function trafficOf(instructions: readonly Instruction[], platform: number, grfBytes: number): Transfer[] {
  return instructions.flatMap((instruction, at) => {
    const message = messageOf(instruction, platform);
    if (message === undefined) return [];
    const { unit, operation, model, surface } = message;
    const group = message.group ?? 'other';
    return [{ at, group, unit, operation, model, surface, use: useOf(message), bytes: bytesOf(message, instruction, grfBytes) }];
  });
}

function useOf(message: Message): TrafficUse | undefined {
  const { group, model, transposed, unit, l1 } = message;
  if (group !== 'load' && group !== 'store') return undefined;
  if (!SCRATCH.includes(model) || (model !== 'scratch' && unit !== 'ugm')) return undefined;
  // A surface of a program may be named in the same way on Xe3P; its messages have cache controls, those of the compiler do not.
  if (transposed !== true || (l1 !== undefined && l1 !== 'df' && model !== 'scratch')) return model === 'ss' ? 'private' : undefined;
  return group === 'store' ? 'spill' : 'fill';
}

/** Bytes of the elements, where the message says them; else those of registers. */
function bytesOf(message: Message, { send }: Instruction, grfBytes: number): number {
  const { group, memory, lanes, block, destinationBytes, source1Bytes } = message;
  if (group === undefined || group === 'other' || send === undefined) return 0;
  if (memory !== undefined && block !== true) return (lanes * elementsOf(message) * memory) >> 3;
  if (group === 'store') return source1Bytes ?? Math.max(0, send.src1Length) * grfBytes;
  return destinationBytes ?? Math.max(0, send.dstLength) * grfBytes;
}
