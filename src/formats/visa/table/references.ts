import { CHAR } from '../../../core/bytes/index.ts';
import { integerAt, type RawOperand, type Value, type VectorOperand } from '../instruction.ts';
import { Fault, quote } from '../scanner.ts';
import type { Kind } from './kind.ts';
import { raw, readVector, writeVector } from './operands.ts';
import { parseRaw, parseVector, place, printVector } from './operands-text.ts';
import type { Field, Piece } from './row.ts';
import { noText, readUint, writeUint } from './scalars.ts';
import { SATURATE, TYPE_NAMES } from './types.ts';

/** What a label is, in its table entry. */
export const LABEL_BLOCK = 0;
export const LABEL_SUBROUTINE = 1;
export const LABEL_EXTERNAL = 2;
/** The block of a loop over resources that differ between channels (VISA_Label_Kind upstream). */
export const LABEL_DIVERGENT = 4;

/** A surface: `T6`, or the name of a pre-defined one. */
export const surface: Kind<number> = {
  name: 'surface',
  doc: 'Index of a surface.',
  read: (from) => readUint(from, 1),
  write: (value, to) => writeUint(value, 1, to),
  print: (value, context) => context.surfaces[value] ?? noText(context),
  parse: (from) => {
    from.blanks();
    const start = from.at;
    const name = from.word();
    const symbol = from.find(name);
    if (symbol?.class === 'surface') return symbol.index;
    const number = /^T([0-9]{1,3})$/.exec(name)?.[1];
    if (number !== undefined && Number(number) < 256) return Number(number);
    throw new Fault('visa-text/unknown-name', `'${name}' is not a surface`, start, from.at);
  },
};

/** A sampler: `S1`. */
export const sampler: Kind<number> = {
  name: 'sampler',
  doc: 'Index of a sampler; 31 stands for the bindless one.',
  read: (from) => readUint(from, 1),
  write: (value, to) => writeUint(value, 1, to),
  print: (value) => `S${value}`,
  parse: (from) => {
    from.blanks();
    const start = from.at;
    const name = from.word();
    const symbol = from.find(name);
    if (symbol?.class === 'sampler') return symbol.index;
    const number = /^S([0-9]{1,3})$/.exec(name)?.[1];
    if (number !== undefined && Number(number) < 256) return Number(number);
    throw new Fault('visa-text/unknown-name', `'${name}' is not a sampler`, start, from.at);
  },
};

const labelKind = (doc: string, print: Kind<number>['print'], parse: Kind<number>['parse']): Kind<number> => ({
  name: 'label',
  doc,
  read: (from) => readUint(from, 2),
  write: (value, to) => writeUint(value, 2, to),
  print,
  parse,
});

/** The target of a jump. */
export const label = labelKind(
  'Index of a label of a block.',
  (value, context) => context.labels[value] ?? noText(context),
  (from) => {
    from.blanks();
    const name = from.longWord();
    return name === '' ? from.expected('a label') : from.label(name);
  },
);

/** The target of a call; `call` and `fccall` are one instruction, distinguished by the kind of the label. */
export const callee = labelKind(
  'Index of the label of a subroutine, or of a function that is linked later.',
  (value, context) => context.subroutines[value] ?? noText(context),
  (from) => {
    from.blanks();
    const name = from.longWord();
    return name === '' ? from.expected('the label of a subroutine') : from.label(name, LABEL_SUBROUTINE);
  },
);

/** Width of an index of a string; of the name of a function it is always 16 bits. */
const stringKind = (name: string, width: (version: number) => 2 | 4, doc: string): Kind<number> => ({
  name,
  doc,
  read: (from) => readUint(from, width(from.version)),
  write: (value, to, version) => writeUint(value, width(version), to),
  print: (value, context) => {
    const text = context.strings[value];
    return text === undefined ? noText(context) : quote(text);
  },
  parse: (from) => from.string(from.quoted()),
});

/** The name of a source file. */
export const fileName = stringKind('file', (version) => (version >= 304 ? 4 : 2), 'Index of the string that is the path of the file.');

const isWord = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Older compilers print names with these marks without quotes. */
const functionWord = /^[A-Za-z0-9_.$]+$/;

/** The name of a function or symbol, in quotes when it is not a plain word. */
export const symbolName: Kind<number> = {
  ...stringKind('symbol', () => 2, 'Index of the string that is the name of a function or variable.'),
  print: (value, context) => {
    const text = context.strings[value];
    if (text === undefined) return noText(context);
    return isWord.test(text) || (!context.quotesSymbols && functionWord.test(text)) ? text : quote(text);
  },
  parse: (from) => {
    from.blanks();
    if (from.next() === CHAR.quote) {
      const name = from.quoted();
      if (functionWord.test(name) && !isWord.test(name)) from.quotesSymbols = true;
      return from.string(name);
    }
    const name = from.longWord();
    if (!isWord.test(name)) from.quotesSymbols = false;
    return name === '' ? from.expected('a name') : from.string(name);
  },
};

/** The name of a function that is called. */
export const calledName: Kind<number> = {
  ...symbolName,
  parse: (from) => {
    from.blanks();
    const name = from.next() === CHAR.quote ? from.quoted() : from.longWord();
    return name === '' ? from.expected('the name of a function') : from.string(name, true);
  },
};

/** As many elements as an earlier field says. The piece {@link listed} prints and parses them. */
export const list = <V extends Value>(element: Kind<V>, count: string): Kind<readonly V[]> => ({
  name: `list of ${element.name}`,
  doc: `Several: ${element.doc}`,
  read: (from, before, names) => {
    const number = integerAt(before, names.indexOf(count));
    const elements: V[] = [];
    for (let i = 0; i < number; i++) elements.push(element.read(from, before, names));
    return elements;
  },
  write: (value, to, version) => {
    for (const element_ of value) element.write(element_, to, version);
  },
  print: () => '',
  parse: () => [],
});

/** The elements of a list, each after `separator`. */
export function listed<V extends Value>(count: string, field: string, element: Kind<V>, separator: string, close = ''): Piece {
  return {
    of: [count, field],
    print: (values, [at = 0, list = 0], context) => {
      const elements = values[list] as readonly V[];
      if (elements.length !== values[at]) return noText(context);
      return elements.map((value) => element.print(value, context)).join(separator);
    },
    parse: (from, values, [at = 0, list = 0]) => {
      const elements: V[] = [];
      const ends = () => {
        if (close === '') return from.atLineEnd();
        from.blanks();
        return from.text.startsWith(close, from.at);
      };
      while (!ends()) {
        if (elements.length > 0 && separator.trim() !== '') from.literal(separator);
        elements.push(element.parse(from));
        if (elements.length > 255) from.expected('the end of the list');
      }
      values[at] = elements.length;
      values[list] = elements;
    },
  };
}

/** `.sat` after the mnemonic, when the destination has it; is before the destination in every text. */
export const sat: Piece = {
  of: ['dst'],
  aside: true,
  print: (values, [at = 0]) => ((values[at] as VectorOperand).modifier === SATURATE ? '.sat' : ''),
  parse: (from, values, [at = 0]) => {
    values[at] = from.text.startsWith('.sat', from.at) ? SATURATE : undefined;
    if (values[at] !== undefined) from.at += 4;
  },
};

/** A destination whose saturation the piece {@link sat} shows. */
export const satDst = (kind: Kind<VectorOperand>): Piece => ({
  of: ['dst'],
  print: (values, [at = 0], context) => {
    const value = values[at] as VectorOperand;
    return kind.print(value.modifier === SATURATE ? { ...value, modifier: 0 } : value, context);
  },
  parse: (from, values, [at = 0]) => {
    const saturate = values[at] === SATURATE;
    const value = kind.parse(from);
    values[at] = saturate ? { ...value, modifier: SATURATE } : value;
  },
});

/** The region `<0;1,0>`, which operands of messages have. */
const SCALAR = 0x121;

/** A variable whose address is taken: `&V0040[4]`, stored as row and column of its element. */
export const addressOf: Piece = {
  of: ['src0'],
  print: (values, [at = 0], context) => {
    const value = values[at] as VectorOperand;
    if (value.kind === 'general') {
      const name = context.variables[value.index];
      const offset = value.col * context.elementBytes(value.index) + value.row * context.registerBytes;
      if (name === undefined || value.modifier !== 0 || value.region !== SCALAR) return noText(context);
      if (Math.floor(offset / context.registerBytes) !== value.row) return noText(context);
      return `&${name}${offset === 0 ? '' : `[${offset}]`}`;
    }
    if (value.kind === 'state') {
      const name = value.class === 0 ? context.surfaces[value.index] : value.class === 1 ? context.samplers[value.index] : undefined;
      if (name === undefined || value.modifier !== 0) return noText(context);
      return `&${name}${value.offset === 0 ? '' : `[${value.offset * 4}]`}`;
    }
    return value.kind === 'address' ? printVector(value, context) : noText(context);
  },
  parse: (from, values, [at = 0]) => {
    from.blanks();
    if (from.next() !== CHAR.ampersand) {
      values[at] = parseVector(from);
      return;
    }
    from.at++;
    const start = from.at;
    const name = from.word();
    const symbol = from.find(name);
    let offset = 0;
    if (from.next() === CHAR.leftBracket) {
      from.at++;
      offset = from.number(0xffff);
      from.expect(CHAR.rightBracket);
    }
    if (symbol?.class === 'variable') {
      const { registerBytes } = from;
      const row = Math.floor(offset / registerBytes);
      const col = (offset % registerBytes) / from.elementBytes(symbol.index);
      if (!Number.isInteger(col))
        throw new Fault('visa-text/value', `${offset} is not a multiple of the size of its elements`, start, from.at);
      if (row > 255) throw new Fault('visa-text/number', `${offset} is more than 255 registers after the start`, start, from.at);
      values[at] = { kind: 'general', modifier: 0, index: symbol.index, row, col, region: SCALAR };
    } else if (symbol?.class === 'surface' || symbol?.class === 'sampler') {
      values[at] = { kind: 'state', modifier: 0, class: symbol.class === 'surface' ? 0 : 1, index: symbol.index, offset: offset / 4 };
    } else throw new Fault('visa-text/unknown-name', `'${name}' has no address`, start, from.at);
  },
};

/** The operand that stands for none. */
export const NULL_RAW: RawOperand = { kind: 'raw', index: 0, offset: 0 };
/** An operand of messages that this one does not have. */
export const noRaw: Field = { kind: raw, hidden: NULL_RAW };

/** A raw operand whose offset is not printed when it is 0. */
export const plainRaw: Kind<RawOperand> = {
  ...raw,
  print: (value, context) => {
    const name = context.variables[value.index];
    return name === undefined ? noText(context) : value.offset === 0 ? name : `${name}.${value.offset}`;
  },
  parse: parseRaw,
};

/** A vector operand as messages print it: bare numbers in upper case, a place only when it is not the first. */
export const plainVector: Kind<VectorOperand> = {
  name: 'scalar',
  doc: 'A constant or one element of a general variable.',
  read: readVector,
  write: writeVector,
  print: (value, context) => {
    if (value.modifier !== 0) return noText(context);
    if (value.kind === 'immediate') {
      const high = value.high === 0 ? '' : value.high.toString(16);
      const low = value.bits.toString(16);
      const type = TYPE_NAMES[value.type];
      // A type other than the default is our own addition: the compiler's text does not have it.
      const suffix = type === 'ud' ? '' : type === undefined ? noText(context) : `:${type}`;
      return `0x${(high === '' ? low : high + low.padStart(8, '0')).toUpperCase()}${suffix}`;
    }
    if (value.kind !== 'general' || value.region !== SCALAR) return noText(context);
    const name = context.variables[value.index];
    if (name === undefined) return noText(context);
    return value.row === 0 && value.col === 0 ? name : name + place(value.row, value.col);
  },
  parse: (from) => {
    from.blanks();
    const c = from.next();
    if (!(c >= CHAR.zero && c <= CHAR.nine) && c !== CHAR.minus) return parseVector(from);
    const start = from.at;
    const negative = c === CHAR.minus;
    if (negative) from.at++;
    const number = from.number();
    if (from.next() === CHAR.colon) {
      from.at = start;
      return parseVector(from);
    }
    return { kind: 'immediate', modifier: 0, type: 0, bits: (negative ? -number : number) >>> 0, high: 0 };
  },
};
