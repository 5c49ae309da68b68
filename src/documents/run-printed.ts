/** The contents of arguments after a run, for people. */
import { type ElementType, elementText, sizeOf } from '../run/case/index.ts';
import type { RunPrinted, RunValue } from './run-model.ts';

/** The first `most` values of bytes, runs of equal ones as one value. */
export function printedOf(argument: number, type: ElementType, bytes: Uint8Array, most: number): RunPrinted {
  const size = sizeOf(type);
  const count = Math.floor(bytes.length / size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values: RunValue[] = [];
  for (let index = 0; index < count && values.length < most; ) {
    const times = equalFrom(bytes, index * size, size);
    values.push({ index, times, value: elementText(view, index * size, type) });
    index += times;
  }
  return { argument, type, count, values };
}

/** How many elements from an offset on have the bytes of the first. */
function equalFrom(bytes: Uint8Array, start: number, size: number): number {
  let at = start + size;
  while (at < bytes.length && bytes[at] === bytes[at - size]) at++;
  return Math.floor((at - start) / size);
}
