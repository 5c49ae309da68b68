/** The words that are being written. */

import type { Instruction } from '../model.ts';
import { type LayoutPlaces, type NamedPlaces, type Place, read, type Words, write } from '../table/layout.ts';
import type { PlatformShapes, Shape } from '../table/shapes.ts';
import type { DataType, TypeTable } from '../table/types.ts';

/** The words that are being written, and the instruction that they encode. */
export class Encoder {
  readonly words: Words;
  readonly instruction: Instruction;
  readonly platform: number;
  readonly shape: Shape;
  readonly shapes: PlatformShapes;
  places: LayoutPlaces;

  constructor(instruction: Instruction, shape: Shape, shapes: PlatformShapes, words: Words) {
    this.instruction = instruction;
    this.platform = shapes.platform;
    this.shape = shape;
    this.shapes = shapes;
    this.places = shape.places;
    this.words = words;
  }

  get(place: Place): number {
    return read(this.words, place);
  }

  /** Writes a field. @throws RangeError if the value does not fit. */
  put(place: Place, value: number): void {
    const { words } = this;
    if (place.rest === undefined) {
      const { word, shift, mask, to } = place;
      const bits = (value >>> to) & mask;
      words[word] = ((words[word] ?? 0) & ~(mask << shift)) | (bits << shift);
      if (bits << to !== (value | 0)) this.overflow(place, value);
    } else {
      write(words, place, value);
      if (read(words, place) !== value >>> 0) this.overflow(place, value);
    }
  }

  private overflow(place: Place, value: number): never {
    const name = [...this.places.fields].find(([, field]) => field.place === place)?.[0] ?? 'a field that the platform does not have';
    throw new RangeError(`${value} cannot be encoded for ${this.shape.mnemonic} on this platform: ${name}`);
  }

  putNamed(name: keyof NamedPlaces, value: number): void {
    this.put(this.places.named[name], value);
  }

  /** Writes the index of a value in a list, unless the field already has an index with that meaning. */
  choose<T>(place: Place, list: readonly T[], value: T): void {
    if (list[this.get(place)] === value) return;
    const number = list.indexOf(value);
    if (number < 0) throw new RangeError(`${String(value)} cannot be encoded for ${this.shape.mnemonic} on this platform`);
    this.put(place, number);
  }

  chooseType(place: Place, types: TypeTable, type: DataType | undefined): void {
    if (types[this.get(place)] === type) return;
    const number = types.indexOf(type);
    if (number < 0) throw new RangeError(`type ${type?.name} cannot be encoded for ${this.shape.mnemonic} on this platform`);
    this.put(place, number);
  }
}
