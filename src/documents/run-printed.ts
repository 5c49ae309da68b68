/** The contents of arguments after a run, for people. */
import { type ElementType, elementText, sizeOf } from '../run/case/index.ts';

/** The content of an argument after the run. */
export interface RunPrinted {
  readonly argument: number;
  /** Type of the elements. */
  readonly type: string;
  /** Elements of the argument. */
  readonly count: number;
  /** The first elements; equal ones in a row are one. */
  readonly values: readonly RunValue[];
}

/** Elements in a row with the same bits. */
export interface RunValue {
  /** Index of the first. */
  readonly index: number;
  readonly times: number;
  readonly value: string;
}

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
