/**
 * The bytes that messages move: by kind, unit and surface, and which of them spill and fill.
 *
 * Compilers spill with block messages to the scratch space: until Xe-HPC with messages of the scratch model, later with transposed messages
 * of the load/store cache to the surface of the scratch space (`ss`; `surf` on Xe3P). Other messages to these surfaces are the program's
 * private memory. Values that a function keeps on the stack are in flat memory, where they cannot be distinguished from other accesses.
 */
import type { Instruction, Message, OperationGroup } from '../../formats/eu/index.ts';
import { elementsOf } from './payload-units.ts';

export type TrafficUse = 'spill' | 'fill' | 'private';

export interface Transfer {
  /** The index of the instruction. */
  readonly at: number;
  readonly group: OperationGroup;
  /** The name of the unit; `undefined` if it is in a register. */
  readonly unit: string | undefined;
  readonly operation: string | undefined;
  readonly model: Message['model'];
  /** The index of a surface, or the offset of its state. */
  readonly surface: number | undefined;
  /** The compiler's use of it, if its form shows that. */
  readonly use: TrafficUse | undefined;
  /** Bytes that one execution with all lanes moves between registers and memory; 0 for messages that move none. */
  readonly bytes: number;
}

/** Memory models that compilers use for spills. */
const SCRATCH: readonly Message['model'][] = ['scratch', 'ss', 'surf'];

/** The transfer of a message. @param at the index of its instruction */
export function transferOf(at: number, message: Message, instruction: Instruction, grfBytes: number): Transfer {
  const { unit, operation, model, surface, group = 'other' } = message;
  return { at, group, unit, operation, model, surface, use: useOf(message), bytes: bytesOf(message, instruction, grfBytes) };
}

function useOf(message: Message): TrafficUse | undefined {
  const { group, model, transposed, unit, l1 } = message;
  if (group !== 'load' && group !== 'store') return undefined;
  if (!SCRATCH.includes(model) || (model !== 'scratch' && unit !== 'ugm')) return undefined;
  // A program's surface may have the same number on Xe3P, but its messages have cache controls, and those of the compiler have not.
  if (transposed !== true || (l1 !== undefined && l1 !== 'df' && model !== 'scratch')) return model === 'ss' ? 'private' : undefined;
  return group === 'store' ? 'spill' : 'fill';
}

/** Bytes of the elements if the message determines them; otherwise bytes of its registers. */
function bytesOf(message: Message, { send }: Instruction, grfBytes: number): number {
  const { group, memory, lanes, block, destinationBytes, source1Bytes } = message;
  if (group === undefined || group === 'other' || send === undefined) return 0;
  if (memory !== undefined && block !== true) return (lanes * elementsOf(message) * memory) >> 3;
  if (group === 'store') return source1Bytes ?? Math.max(0, send.src1Length) * grfBytes;
  return destinationBytes ?? Math.max(0, send.dstLength) * grfBytes;
}
