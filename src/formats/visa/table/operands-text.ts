/** Vector and raw operands as text. */
import { CHAR } from '../../../core/bytes/index.ts';
import type { RawOperand, VectorOperand } from '../instruction.ts';
import { Fault } from '../scanner.ts';
import { parseImmediate, printImmediate } from './immediate.ts';
import type { ParseContext, PrintContext } from './kind.ts';
import { noText } from './scalars.ts';
import { EXEC_SIZES, MODIFIERS, NARROW_TYPE_NAMES, REGION_VALUES, SATURATE, TYPE_NAMES } from './types.ts';

/** The text of a region by its number; '' for one that has none. */
function regionText(region: number): string {
  const vertical = REGION_VALUES[region & 15];
  const width = REGION_VALUES[(region >> 4) & 15];
  const horizontal = REGION_VALUES[region >> 8];
  if (vertical === undefined || width === undefined || horizontal === undefined || horizontal < 0) return '';
  if (width < 0) return vertical < 0 ? `<${horizontal}>` : '';
  return vertical < 0 ? `<${width},${horizontal}>` : `<${vertical};${width},${horizontal}>`;
}

/** A place in a variable. */
export const place = (row: number, col: number): string => `(${row},${col})`;

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
      const region = regionText(value.region);
      if (name === undefined || region === '') return noText(context);
      return modifier + name + place(value.row, value.col) + region;
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
      const region = regionText(value.region);
      const type = TYPE_NAMES[value.type];
      const name = context.addresses[value.index];
      if (region === '' || type === undefined || name === undefined) return noText(context);
      return `${modifier}r[${name}(${value.addr_offset}),${value.indirect_offset}]${region}:${type}`;
    }
    case 'state': {
      const name = value.class === 0 ? context.surfaces[value.index] : value.class === 1 ? context.samplers[value.index] : undefined;
      return name === undefined || value.modifier !== 0 ? noText(context) : `${name}(${value.offset})`;
    }
  }
}

/** Codes of strides and widths by their value; 255 for invalid values. */
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
  from.expect(CHAR.less);
  const first = regionPart(from);
  let region = first << 8;
  if (from.next() === CHAR.semicolon) {
    from.at++;
    region = first | (regionPart(from) << 4);
    from.expect(CHAR.comma);
    region |= regionPart(from) << 8;
  } else if (from.next() === CHAR.comma) {
    from.at++;
    region = (first << 4) | (regionPart(from) << 8);
  }
  from.expect(CHAR.greater);
  return region;
}

/** `<0;1,0>` and, of a destination, `<1>`: what is meant when no region is given. */
const REPEATED = 0x121;
export const DENSE = 0x200;

function parseModifier(from: ParseContext): number {
  for (const i of [3, 1, 2, 5]) if (from.take(MODIFIERS[i] ?? '?')) return i;
  return 0;
}

export function parseVector(from: ParseContext, role: 'dst' | 'src' = 'src'): VectorOperand {
  from.blanks();
  let c = from.next();
  if ((c >= CHAR.zero && c <= CHAR.nine) || c === CHAR.minus || c === CHAR.plus || c === CHAR.dot) return parseImmediate(from);
  let modifier = 0;
  if (c === CHAR.leftParen) {
    modifier = parseModifier(from);
    from.blanks();
    c = from.next();
  }
  const start = from.at;
  const name = from.word();
  if (name === 'r' && from.next() === CHAR.leftBracket) return parseIndirect(from, modifier);
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
      if (from.next() === CHAR.leftParen) {
        from.at++;
        from.blanks();
        row = from.number(255);
        from.expect(CHAR.comma);
        from.blanks();
        col = from.number(255);
        from.expect(CHAR.rightParen);
      }
      const region = from.next() === CHAR.less ? parseRegion(from) : role === 'dst' ? DENSE : REPEATED;
      return { kind: 'general', modifier, index, row, col, region };
    }
    case 'address': {
      from.expect(CHAR.leftParen);
      const offset = from.number(255);
      from.expect(CHAR.rightParen);
      from.expect(CHAR.less);
      const at = from.at;
      const width = EXEC_SIZES.indexOf(from.number() as 1);
      if (width < 0) throw new Fault('visa-text/value', `this must be one of ${EXEC_SIZES.join(', ')}`, at, from.at);
      from.expect(CHAR.greater);
      return { kind: 'address', modifier, index, offset, width };
    }
    case 'predicate':
      return { kind: 'predicate', modifier, index };
    default: {
      let offset = 0;
      if (from.next() === CHAR.leftParen) {
        from.at++;
        offset = from.number(255);
        from.expect(CHAR.rightParen);
      }
      return { kind: 'state', modifier, class: symbol.class === 'surface' ? 0 : 1, index, offset };
    }
  }
}

/** After the `r`: `[A0(1),-4]<1>:ud`. */
function parseIndirect(from: ParseContext, modifier: number): VectorOperand {
  from.expect(CHAR.leftBracket);
  from.blanks();
  const start = from.at;
  const name = from.word();
  const symbol = from.find(name);
  if (symbol?.class !== 'address') throw new Fault('visa-text/unknown-name', `'${name}' is not an address variable`, start, from.at);
  from.expect(CHAR.leftParen);
  const addr_offset = from.number(255);
  from.expect(CHAR.rightParen);
  let indirect_offset = 0;
  if (from.take(',')) {
    from.blanks();
    indirect_offset = from.signed(-0x8000, 0x7fff);
  }
  from.expect(CHAR.rightBracket);
  const region = parseRegion(from);
  from.expect(CHAR.colon);
  const at = from.at;
  const type = NARROW_TYPE_NAMES.indexOf(from.word());
  if (type < 0) throw new Fault('visa-text/value', 'this is not a type', at, from.at);
  return { kind: 'indirect', modifier, index: symbol.index, addr_offset, indirect_offset, type, region };
}

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
  if (from.next() === CHAR.dot) {
    from.at++;
    offset = from.number(0xffff);
  }
  return { kind: 'raw', index: symbol.index, offset };
}
