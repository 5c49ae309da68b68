/** What callers see of an instruction. */
import { Instruction } from '../../src/eu/index.ts';

const computed = Object.entries(Object.getOwnPropertyDescriptors(Instruction.prototype));

/** What callers can change. */
export const CHANGEABLE = ['scoreboard', ...computed.flatMap(([name, { set }]) => (set ? [name] : []))] as (keyof Instruction)[];

/** Everything that says what an instruction is: lists of names and values. */
export function seen(instruction: Instruction): unknown[] {
  const names = ['offset', 'size', 'words', 'compact', ...CHANGEABLE] as (keyof Instruction)[];
  return names.map((name) => [name, instruction[name]]);
}
