import type { ByteWriter } from '../../bytes/index.ts';
import type { RawOperand, VectorOperand } from '../instruction.ts';
import { Fault } from '../scanner.ts';
import { parseImmediate, printImmediate } from './immediate.ts';
import type { Cursor, Kind, ParseContext, PrintContext, SampleContext } from './kind.ts';
import { noText, put, take } from './scalars.ts';
import { EXEC_SIZES, MODIFIERS, REGION_VALUES, SATURATE, TYPE_NAMES, TYPES } from './types.ts';

export type OperandClass = VectorOperand['kind'];

/** A vector operand: what it may be, so that a validator and a generator know. */
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

/** Throws RangeError for a class that does not exist: whoever reads instructions stops there. */
export function readVector(from: Cursor): VectorOperand {
  const tag = take(from, 1);
  const modifier = tag >> 3;
  switch (CLASSES[tag & 7]) {
    case 'general': {
      const index = take(from, indexWidth(from.version));
      const { bytes, at } = from;
      from.at = at + 4;
      return { kind: 'general', modifier, index, row: bytes.u8(at), col: bytes.u8(at + 1), region: bytes.u16(at + 2) };
    }
    case 'immediate': {
      const type = take(from, 1);
      const bits = take(from, 4);
      return { kind: 'immediate', modifier, type, bits, high: wide(type) ? take(from, 4) : 0 };
    }
    case 'address':
      return { kind: 'address', modifier, index: take(from, 2), offset: take(from, 1), width: take(from, 1) };
    case 'predicate':
      return { kind: 'predicate', modifier, index: take(from, 2) };
    case 'indirect': {
      const index = take(from, 2);
      const addr_offset = take(from, 1);
      const offset = take(from, 2);
      const indirect_offset = offset < 0x8000 ? offset : offset - 0x1_0000;
      return { kind: 'indirect', modifier, index, addr_offset, indirect_offset, type: take(from, 1), region: take(from, 2) };
    }
    case 'state':
      return { kind: 'state', modifier, class: take(from, 1), index: take(from, 2), offset: take(from, 1) };
    default:
      from.at--;
      throw new RangeError(`operand class ${tag & 7}`);
  }
}

export function writeVector(value: VectorOperand, to: ByteWriter, version: number): void {
  to.u8(CLASSES.indexOf(value.kind) | (value.modifier << 3));
  switch (value.kind) {
    case 'general':
      put(value.index, indexWidth(version), to);
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

/** Texts of regions by their number, and of places in a variable by row and column; '' for what has no text. */
const REGIONS = Array.from({ length: 0x1000 }, (_, region) => {
  const [vertical, width, horizontal] = [region & 15, (region >> 4) & 15, region >> 8].map((n) => REGION_VALUES[n]);
  if (vertical === undefined || width === undefined || horizontal === undefined || horizontal < 0) return '';
  if (width < 0) return vertical < 0 ? `<${horizontal}>` : '';
  return vertical < 0 ? `<${width},${horizontal}>` : `<${vertical};${width},${horizontal}>`;
});
/** The first place and a region. */
const FIRST = REGIONS.map((region) => `(0,0)${region}`);
const PLACES: string[] = [];

export function place(row: number, col: number): string {
  const key = row * 256 + col;
  const known = PLACES[key];
  if (known !== undefined) return known;
  const text = `(${row},${col})`;
  PLACES[key] = text;
  return text;
}

/** `(-)` and the like; saturation is printed by the piece `sat`. */
function modifierText(modifier: number, context: PrintContext): string {
  if (modifier === 0) return '';
  return modifier === SATURATE ? noText(context) : (MODIFIERS[modifier] ?? noText(context));
}

export function printVector(value: VectorOperand, context: PrintContext): string {
  const modifier = value.modifier === 0 ? '' : modifierText(value.modifier, context);
  switch (value.kind) {
    case 'general': {
      const name = context.variables[value.index];
      const region = REGIONS[value.region];
      if (name === undefined || !region) return noText(context);
      return value.row === 0 && value.col === 0
        ? modifier + name + (FIRST[value.region] ?? '')
        : modifier + name + place(value.row, value.col) + region;
    }
    case 'immediate':
      return value.modifier === 0 ? printImmediate(value, context) : noText(context);
    case 'address': {
      const width = EXEC_SIZES[value.width];
      const name = context.addresses[value.index];
      return width === undefined || name === undefined ? noText(context) : `${modifier}${name}(${value.offset})<${width}>`;
    }
    case 'predicate':
      return modifier + (context.predicates[value.index] ?? noText(context));
    case 'indirect': {
      const region = REGIONS[value.region];
      const type = TYPE_NAMES[value.type];
      const name = context.addresses[value.index];
      if (!region || type === undefined || name === undefined) return noText(context);
      return `${modifier}r[${name}(${value.addr_offset}),${value.indirect_offset}]${region}:${type}`;
    }
    case 'state': {
      const name = value.class === 0 ? context.surfaces[value.index] : value.class === 1 ? context.samplers[value.index] : undefined;
      return name === undefined || value.modifier !== 0 ? noText(context) : `${name}(${value.offset})`;
    }
  }
}

/** Codes of strides and widths by their value; 255 for what is none. */
const REGION_CODES = Uint8Array.from({ length: 33 }, (_, value) => {
  const code = REGION_VALUES.indexOf(value as 1);
  return code < 0 ? 255 : code;
});

/** One stride or width. */
function regionPart(from: ParseContext): number {
  from.blanks();
  const start = from.at;
  const code = REGION_CODES[from.number()] ?? 255;
  if (code === 255) throw new Fault('visa-text/value', `this must be one of ${REGION_VALUES.slice(1).join(', ')}`, start, from.at);
  return code;
}

/** `<8;8,1>`, `<1>` or `<8,1>`. */
function parseRegion(from: ParseContext): number {
  from.expect(0x3c);
  const first = regionPart(from);
  let region = first << 8;
  if (from.next() === 0x3b) {
    from.at++;
    region = first | (regionPart(from) << 4);
    from.expect(0x2c);
    region |= regionPart(from) << 8;
  } else if (from.next() === 0x2c) {
    from.at++;
    region = (first << 4) | (regionPart(from) << 8);
  }
  from.expect(0x3e);
  return region;
}

/** `<0;1,0>` and, of a destination, `<1>`: what is meant when no region is given. */
const REPEATED = 0x121;
const DENSE = 0x200;

function parseModifier(from: ParseContext): number {
  for (const i of [3, 1, 2, 5]) if (from.take(MODIFIERS[i] ?? '?')) return i;
  return 0;
}

export function parseVector(from: ParseContext, role: 'dst' | 'src' = 'src'): VectorOperand {
  from.blanks();
  let c = from.next();
  if ((c >= 0x30 && c <= 0x39) || c === 0x2d || c === 0x2b || c === 0x2e) return parseImmediate(from);
  let modifier = 0;
  if (c === 0x28) {
    modifier = parseModifier(from);
    from.blanks();
    c = from.next();
  }
  const start = from.at;
  const name = from.word();
  if (name === 'r' && from.next() === 0x5b) return parseIndirect(from, modifier);
  const symbol = from.find(name);
  if (symbol === undefined) {
    if (name === '') from.expected('an operand');
    throw new Fault('visa-text/unknown-name', `'${name}' is not declared`, start, from.at);
  }
  const { index } = symbol;
  switch (symbol.class) {
    case 'variable': {
      let row = 0;
      let col = 0;
      if (from.next() === 0x28) {
        from.at++;
        from.blanks();
        row = from.number(255);
        from.expect(0x2c);
        from.blanks();
        col = from.number(255);
        from.expect(0x29);
      }
      const region = from.next() === 0x3c ? parseRegion(from) : role === 'dst' ? DENSE : REPEATED;
      return { kind: 'general', modifier, index, row, col, region };
    }
    case 'address': {
      from.expect(0x28);
      const offset = from.number(255);
      from.expect(0x29);
      from.expect(0x3c);
      const at = from.at;
      const width = EXEC_SIZES.indexOf(from.number() as 1);
      if (width < 0) throw new Fault('visa-text/value', `this must be one of ${EXEC_SIZES.join(', ')}`, at, from.at);
      from.expect(0x3e);
      return { kind: 'address', modifier, index, offset, width };
    }
    case 'predicate':
      return { kind: 'predicate', modifier, index };
    default: {
      let offset = 0;
      if (from.next() === 0x28) {
        from.at++;
        offset = from.number(255);
        from.expect(0x29);
      }
      return { kind: 'state', modifier, class: symbol.class === 'surface' ? 0 : 1, index, offset };
    }
  }
}

/** Behind the `r`: `[A0(1),-4]<1>:ud`. */
function parseIndirect(from: ParseContext, modifier: number): VectorOperand {
  from.expect(0x5b);
  from.blanks();
  const start = from.at;
  const name = from.word();
  const symbol = from.find(name);
  if (symbol?.class !== 'address') throw new Fault('visa-text/unknown-name', `'${name}' is no address variable`, start, from.at);
  from.expect(0x28);
  const addr_offset = from.number(255);
  from.expect(0x29);
  let indirect_offset = 0;
  if (from.take(',')) {
    from.blanks();
    indirect_offset = from.signed(-0x8000, 0x7fff);
  }
  from.expect(0x5d);
  const region = parseRegion(from);
  from.expect(0x3a);
  const at = from.at;
  const type = TYPE_NAMES.indexOf(from.word());
  if (type < 0) throw new Fault('visa-text/value', 'this is no type', at, from.at);
  return { kind: 'indirect', modifier, index: symbol.index, addr_offset, indirect_offset, type, region };
}

const FIRST_VARIABLE = 32;

function sampleVector({ classes, types, role }: VectorKind, context: SampleContext): VectorOperand {
  const { random, count } = context;
  const kind = classes[random(classes.length)] ?? 'general';
  const modifier = role === 'src' && random(4) === 0 ? ([1, 2, 3, 5][random(4)] ?? 0) : 0;
  const region = role === 'dst' ? DENSE + 0x100 * random(3) : sampleRegion(context);
  const names = types.length > 0 ? types : TYPE_NAMES;
  const type = TYPE_NAMES.indexOf(names[random(names.length)] ?? 'd');
  switch (kind) {
    case 'general':
      return { kind, modifier, index: FIRST_VARIABLE + random(count.variable), row: random(8), col: random(16), region };
    case 'address':
      return { kind, modifier, index: random(count.address), offset: random(16), width: random(6) };
    case 'predicate':
      return { kind, modifier, index: 1 + random(count.predicate) };
    case 'indirect':
      return {
        kind,
        modifier,
        index: random(count.address),
        addr_offset: random(16),
        indirect_offset: random(1024) - 512,
        type,
        region,
      };
    case 'immediate': {
      const high = wide(type) ? random(2 ** 31) : 0;
      return { kind, modifier: 0, type, bits: random(2 ** 31) * 2 + random(2), high };
    }
    case 'state':
      return { kind, modifier: 0, class: 0, index: 6 + random(count.surface), offset: random(4) };
  }
}

function sampleRegion({ random }: SampleContext): number {
  const value = () => 1 + random(7);
  return value() | (value() << 4) | (value() << 8);
}

function vector(role: 'dst' | 'src', classes: readonly OperandClass[], types: readonly string[], doc: string): VectorKind {
  const kind: VectorKind = {
    name: role,
    doc,
    role,
    classes,
    types,
    read: readVector,
    write: writeVector,
    print: printVector,
    parse: (from) => parseVector(from, role),
    sample: (context) => sampleVector(kind, context),
  };
  return kind;
}

/** A vector destination. */
export const dst = (types: readonly string[] = [], classes: readonly OperandClass[] = ['general', 'indirect']): VectorKind =>
  vector('dst', classes, types, 'Where the result goes.');

/** A vector source. */
export const src = (types: readonly string[] = [], classes: readonly OperandClass[] = ['general', 'indirect', 'immediate']): VectorKind =>
  vector('src', classes, types, 'What is worked on.');

/** A general variable by name, and an offset behind a dot. */
export const raw: Kind<RawOperand> = {
  name: 'raw',
  doc: 'A general variable and the offset in bytes at which the operand begins.',
  read: (from) => ({ kind: 'raw', index: take(from, indexWidth(from.version)), offset: take(from, 2) }),
  write: (value, to, version) => {
    put(value.index, indexWidth(version), to);
    to.u16(value.offset);
  },
  print: (value, context) => {
    const name = context.variables[value.index];
    return name === undefined ? noText(context) : `${name}.${value.offset}`;
  },
  parse: parseRaw,
  sample: ({ random, count }) =>
    random(4) === 0
      ? { kind: 'raw', index: 0, offset: 0 }
      : { kind: 'raw', index: FIRST_VARIABLE + random(count.variable), offset: random(512) },
};

export function parseRaw(from: ParseContext): RawOperand {
  from.blanks();
  const start = from.at;
  const name = from.word();
  const symbol = from.find(name);
  if (symbol?.class !== 'variable') {
    if (name === '') from.expected('a variable');
    throw new Fault('visa-text/unknown-name', `'${name}' is not declared as a general variable`, start, from.at);
  }
  let offset = 0;
  if (from.next() === 0x2e) {
    from.at++;
    offset = from.number(0xffff);
  }
  return { kind: 'raw', index: symbol.index, offset };
}
