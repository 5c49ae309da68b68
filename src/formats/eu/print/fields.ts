/**
 * The fields of one instruction. Every bit of its native words belongs to exactly one field.
 *
 * Which of several overlapping rows apply to an instruction is not stated again here: the reader is observed, and the fields are those that
 * it reads. All other bits are reserved, or have no meaning in combination with these fields.
 */

import { type Instruction, wordsOf } from '../model.ts';
import { Cursor } from '../read/cursor.ts';
import { InstructionReader } from '../read/instruction.ts';
import { type BitRange, type LayoutPlaces, type Place, read } from '../table/layout.ts';
import { type Shape, shapesOf } from '../table/shapes.ts';

/** A field of an instruction; `reserved` for bits that nothing depends on. */
export interface Field {
  /** The name of a row of `FIELDS`, or `reserved`. */
  readonly name: string;
  /** The bits that no earlier field has, starting with the lowest of the value. */
  readonly bits: readonly BitRange[];
  readonly value: number;
}

/** A cursor that records which fields are read. */
class Watcher extends Cursor {
  readonly readPlaces = new Set<Place>();

  override get(place: Place): number {
    this.readPlaces.add(place);
    return super.get(place);
  }
}

/** Bits that are already assigned to a field. */
class Claims {
  private readonly reads = new Uint8Array(128);

  /** The free bits of a range, which are assigned by this call. */
  claim({ low, high }: BitRange): BitRange[] {
    const ranges: BitRange[] = [];
    for (let bit = low; bit <= high; bit++) {
      if (this.reads[bit] === 1) continue;
      this.reads[bit] = 1;
      const last = ranges.at(-1);
      if (last !== undefined && last.high === bit - 1) ranges[ranges.length - 1] = { low: last.low, high: bit };
      else ranges.push({ low: bit, high: bit });
    }
    return ranges;
  }
}

function rangesOf(place: Place): BitRange[] {
  const ranges: BitRange[] = [];
  for (let part: Place | undefined = place; part !== undefined; part = part.rest) {
    const low = 32 * part.word + part.shift;
    if (part.mask !== 0) ranges.push({ low, high: low + 31 - Math.clz32(part.mask) });
  }
  return ranges;
}

/** The fields of the native words of an instruction, ordered by the lowest bit. Together they are its 128 bits. */
export function fieldsOf(instruction: Instruction, platform: number): Field[] {
  const words = wordsOf(instruction);
  const shapes = shapesOf(platform);
  const shape = shapes.shape(words[0] & 127) ?? (shapes.shape(0) as Shape);
  const watcher = new Watcher(shapes, shape);
  new InstructionReader(platform, watcher).readWords(words);
  const claims = new Claims();
  const fields: Field[] = [];
  for (const [name, place] of namesOf(shape, watcher)) {
    const bits = rangesOf(place).flatMap((range) => claims.claim(range));
    if (bits.length > 0) fields.push({ name, bits, value: read(Uint32Array.from(words), place) });
  }
  for (let word = 0; word < 4; word++) {
    for (const range of claims.claim({ low: 32 * word, high: 32 * word + 31 })) {
      const value = ((words[word] ?? 0) >>> (range.low & 31)) & (2 ** (range.high - range.low + 1) - 1);
      fields.push({ name: 'reserved', bits: [range], value: value >>> 0 });
    }
  }
  const lowest = ({ bits }: Field): number => Math.min(...bits.map(({ low }) => low));
  return fields.sort((a, b) => lowest(a) - lowest(b));
}

/** The fields in the order in which they were read, after those that every instruction has. */
function namesOf(shape: Shape, { readPlaces, places }: Watcher): [string, Place][] {
  const names = new Map<Place, string>();
  const add = (layout: LayoutPlaces): void => {
    for (const [name, { place }] of layout.fields) names.set(place, name);
  };
  add(shape.places);
  add(places);
  const first = [places.at('opcode'), places.at('compacted')];
  return [...new Set([...first, ...readPlaces])].flatMap((place) => {
    const name = names.get(place);
    return name === undefined ? [] : [[name, place] as [string, Place]];
  });
}
