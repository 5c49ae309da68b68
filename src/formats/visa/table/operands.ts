import type { ByteWriter } from '../../../core/bytes/index.ts';
import type { RawOperand, VectorOperand } from '../instruction.ts';
import type { Cursor, Kind } from './kind.ts';
import { parseRaw, parseVector, printVector } from './operands-text.ts';
import { noText, readUint, writeUint } from './scalars.ts';
import { TYPES } from './types.ts';

export type OperandClass = VectorOperand['kind'];

/** A vector operand: what it may be, so that a validator knows. */
export interface VectorKind extends Kind<VectorOperand> {
  readonly role: 'dst' | 'src';
  readonly classes: readonly OperandClass[];
  /** Names of the types that it may have; empty for any. */
  readonly types: readonly string[];
}

/** Classes by their number in bits 0-2 of the tag. 4, the address of a variable, has no encoding. */
const CLASSES = ['general', 'address', 'predicate', 'indirect', '', 'immediate', 'state'] as const;

/** Width of an index of a general variable. */
export const indexWidth = (version: number) => (version >= 304 ? 4 : 2);

const wide = (type: number) => TYPES[type & 15]?.[1] === 8;

/** Throws RangeError for a class that does not exist; a reader of instructions stops there. */
export function readVector(from: Cursor): VectorOperand {
  const tag = readUint(from, 1);
  const modifier = tag >> 3;
  switch (CLASSES[tag & 7]) {
    case 'general': {
      const index = readUint(from, indexWidth(from.version));
      const { bytes, at } = from;
      from.at = at + 4;
      return { kind: 'general', modifier, index, row: bytes.u8(at), col: bytes.u8(at + 1), region: bytes.u16(at + 2) };
    }
    case 'immediate': {
      const type = readUint(from, 1);
      const bits = readUint(from, 4);
      return { kind: 'immediate', modifier, type, bits, high: wide(type) ? readUint(from, 4) : 0 };
    }
    case 'address':
      return { kind: 'address', modifier, index: readUint(from, 2), offset: readUint(from, 1), width: readUint(from, 1) };
    case 'predicate':
      return { kind: 'predicate', modifier, index: readUint(from, 2) };
    case 'indirect': {
      const index = readUint(from, 2);
      const addr_offset = readUint(from, 1);
      const offset = readUint(from, 2);
      const indirect_offset = offset < 0x8000 ? offset : offset - 0x1_0000;
      return { kind: 'indirect', modifier, index, addr_offset, indirect_offset, type: readUint(from, 1), region: readUint(from, 2) };
    }
    case 'state':
      return { kind: 'state', modifier, class: readUint(from, 1), index: readUint(from, 2), offset: readUint(from, 1) };
    default:
      from.at--;
      throw new RangeError(`operand class ${tag & 7}`);
  }
}

export function writeVector(value: VectorOperand, to: ByteWriter, version: number): void {
  to.u8(CLASSES.indexOf(value.kind) | (value.modifier << 3));
  switch (value.kind) {
    case 'general':
      writeUint(value.index, indexWidth(version), to);
      to.u8(value.row).u8(value.col).u16(value.region);
      break;
    case 'immediate':
      to.u8(value.type).u32(value.bits);
      if (wide(value.type)) to.u32(value.high);
      break;
    case 'address':
      to.u16(value.index).u8(value.offset).u8(value.width);
      break;
    case 'predicate':
      to.u16(value.index);
      break;
    case 'indirect':
      to.u16(value.index).u8(value.addr_offset);
      to.u16(value.indirect_offset & 0xffff)
        .u8(value.type)
        .u16(value.region);
      break;
    case 'state':
      to.u8(value.class).u16(value.index).u8(value.offset);
      break;
  }
}

function vector(role: 'dst' | 'src', classes: readonly OperandClass[], types: readonly string[], doc: string): VectorKind {
  return {
    name: role,
    doc,
    role,
    classes,
    types,
    read: readVector,
    write: writeVector,
    print: printVector,
    parse: (from) => parseVector(from, role),
  };
}

/** A vector destination. */
export const dst = (types: readonly string[] = [], classes: readonly OperandClass[] = ['general', 'indirect']): VectorKind =>
  vector('dst', classes, types, 'Where the result goes.');

/** A vector source. */
export const src = (types: readonly string[] = [], classes: readonly OperandClass[] = ['general', 'indirect', 'immediate']): VectorKind =>
  vector('src', classes, types, 'What is worked on.');

/** A general variable by name, and an offset after a dot. */
export const raw: Kind<RawOperand> = {
  name: 'raw',
  doc: 'A general variable and the offset in bytes at which the operand begins.',
  read: (from) => ({ kind: 'raw', index: readUint(from, indexWidth(from.version)), offset: readUint(from, 2) }),
  write: (value, to, version) => {
    writeUint(value.index, indexWidth(version), to);
    to.u16(value.offset);
  },
  print: (value, context) => {
    const name = context.variables[value.index];
    return name === undefined ? noText(context) : `${name}.${value.offset}`;
  },
  parse: parseRaw,
};
