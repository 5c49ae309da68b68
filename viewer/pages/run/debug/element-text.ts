import type { DebugMemory } from '../../../worker/run/debug-messages.ts';
import type { ValueFormat } from '../../../worker/run/messages.ts';

/** The types of formats in hexadecimal, for expressions. */
const HEX: { readonly [F in ValueFormat]?: string } = { x8: 'uchar', x16: 'ushort', x32: 'uint', x64: 'ulong' };

/** An element of a memory as an expression: `((int*)arg1)[6]`. */
export const elementText = ({ pointer, space }: Pick<DebugMemory, 'pointer' | 'space'>, format: ValueFormat, element: number): string =>
  `((${space}${HEX[format] ?? format}*)${pointer})[${element}]`;
