import type { Shape } from './row.ts';

/** Describes a shape: `byte array: at most 3 integers of 32 bits`. */
export function shapeName(shape: Shape): string {
  switch (shape.kind) {
    case 'uint32':
      if (shape.flag) return '32-bit integer: 1';
      if (shape.names) return `32-bit integer: ${shape.names.map(({ value, name }) => `${value} ${name}`).join(', ')}`;
      return shape.bits ? `32-bit integer: bits ${shape.bits.map(({ value, name }) => `${value} ${name}`).join(', ')}` : '32-bit integer';
    case 'uint32s':
    case 'uint64s': {
      const width = shape.kind === 'uint32s' ? 32 : 64;
      return `byte array: ${shape.most === undefined ? 'any number of' : `at most ${shape.most}`} integers of ${width} bits`;
    }
    case 'structs': {
      const fields = shape.rows.fields.map(({ name, at64 }) => `${name} (${at64[1] * 8} bits)`).join(', ');
      return `byte array: ${shape.most === 1 ? 'one' : 'any number of'} { ${fields} }`;
    }
    case 'mask':
      return 'byte array: one bit for each argument';
    case 'text':
      if (shape.words) return `byte array: text, one of ${shape.words.join(', ')}`;
      if (shape.list) return 'byte array: names between commas';
      return shape.columns ? `byte array: text of ${shape.columns.join(',')} between semicolons` : 'byte array: text';
    case 'bytes':
      return 'byte array';
  }
}
