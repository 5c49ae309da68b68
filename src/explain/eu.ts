/**
 * Entries for names of machine code: operations, their functions, fields, types, registers, messages, units, options, platforms.
 */
import { hex } from '../core/bytes/index.ts';
import {
  FIELDS,
  fieldDoc,
  functionsOf,
  MESSAGE_OPERATIONS,
  OPERATIONS,
  OPTION_DOCS,
  OPTIONS,
  PLATFORM_NAMES,
  PLATFORMS,
  REGISTERS,
  TYPES,
  UNITS,
} from '../formats/eu/index.ts';

/** Types with a name of their own: iga64 prints `Type::INVALID` for encodings without a type. */
const types = Object.values(TYPES).filter(({ name }) => /^\w+$/.test(name));

export function euEntries() {
  return [
    ...PLATFORMS.map((name) => ({
      kind: 'EU platform',
      name,
      path: `eu platform/${name}`,
      also: PLATFORM_NAMES[name].also,
      doc: `Instruction set of ${PLATFORM_NAMES[name].title}, by its name in iga64 (-p).`,
    })),
    ...byName(OPERATIONS, ({ mnemonic }) => mnemonic).map(([name, rows]) => ({
      kind: 'EU operation',
      name,
      path: `eu operation/${name}`,
      type: placesText(rows.map(({ platforms, opcode }) => [platforms, `opcode ${hex(opcode)}`])),
      doc: `${texts(rows.map((row) => row.name))}.${capabilitiesText(rows.at(-1) as (typeof OPERATIONS)[number])}`,
    })),
    ...functions(),
    ...byName(FIELDS, ([name]) => name).map(([name, rows]) => ({
      kind: 'EU field',
      name,
      path: `eu field/${name}`,
      ...(name === 'scoreboard' ? { also: ['SWSB'] } : {}),
      type: texts(rows.flatMap(([, , places]) => Object.entries(places).map(([range, bits]) => `bits ${bits}${rangeText(range)}`))),
      doc: fieldDoc(name),
    })),
    ...types.map(({ name, bits, float, signed }) => ({
      kind: 'EU type',
      name,
      path: `eu type/${name}`,
      also: [`:${name}`],
      type: `${bits} bits`,
      doc: `Data type of operands: ${VECTORS[name] ?? (float ? 'float' : signed ? 'signed integer' : 'unsigned integer')}.`,
    })),
    ...byName(REGISTERS, ({ name }) => name).map(([name, rows]) => ({
      kind: 'EU register',
      name,
      path: `eu register/${name}`,
      type: placesText(rows.map(({ platforms, count }) => [platforms, count === 0 ? 'one' : `${count} registers`])),
      doc: `${texts(rows.map(({ title }) => title))}.`,
    })),
    ...UNITS.filter(({ name }, i) => UNITS.findIndex((row) => row.name === name) === i).map(({ name, value, note }) => ({
      kind: 'EU unit',
      name,
      path: `eu unit/${name}`,
      value,
      doc: `Shared function that send addresses: ${note}.`,
    })),
    ...MESSAGE_OPERATIONS.map(({ name, group, text, operands, masked }) => ({
      kind: 'EU message',
      name,
      path: `eu message/${name}`,
      type: group,
      doc: `Operation of a message: ${text ?? name.replaceAll('_', ' ')}.${
        operands === undefined ? '' : ` Each lane sends ${operands === 0 ? 'only an address' : `${operands} besides the address`}.`
      }${masked ? ' It has a channel mask.' : ''}`,
    })),
    ...OPTIONS.map((name) => ({ kind: 'EU option', name, path: `eu option/${name}`, doc: OPTION_DOCS[name] })),
  ];
}

/** Vector types: an immediate of them is several numbers. */
const VECTORS: Readonly<Record<string, string>> = {
  v: 'eight signed integers of four bits in an immediate',
  uv: 'eight unsigned integers of four bits in an immediate',
  vf: 'four floats of eight bits in an immediate',
};

/** Functions of operations that have several: `math.sqt`, `sync.bar`. */
function functions() {
  const rows = new Map<string, { of: string; name: string; value: number; platforms: string[] }>();
  for (const [number, platform] of PLATFORMS.entries()) {
    const { math, sync, lfsr, shfl } = functionsOf(number);
    for (const [of, names] of Object.entries({ math, sync, lfsr, shfl })) {
      for (const [value, name] of names.entries()) {
        if (name === undefined || !/^[a-z]/.test(name)) continue;
        const known = rows.get(`${of}.${name}`) ?? { of, name, value, platforms: [] };
        known.platforms.push(platform);
        rows.set(`${of}.${name}`, known);
      }
    }
  }
  return [...rows].map(([full, { of, name, value, platforms }]) => ({
    kind: 'EU function',
    name: full,
    path: `eu function/${full}`,
    also: [name],
    value,
    doc: `Function of ${of}, on ${platforms.length === PLATFORMS.length ? 'all platforms' : platforms.join(', ')}.`,
  }));
}

function byName<T>(rows: readonly T[], nameOf: (row: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row]);
  return [...groups];
}

const texts = (all: readonly string[]): string => [...new Set(all)].join('; ');
const placesText = (all: readonly (readonly [range: string, text: string])[]): string =>
  texts(all.map(([range, text]) => text + rangeText(range)));

function rangeText(range: string): string {
  if (range === '') return '';
  const [first = '', last = first] = range.split('-');
  if (first === last) return ` (${first})`;
  return first === '' ? ` (until ${last})` : last === '' ? ` (since ${first})` : ` (${first} to ${last})`;
}

function capabilitiesText({ predicate, flags, saturate, modifiers }: (typeof OPERATIONS)[number]): string {
  const supported = [
    predicate ? 'a predicate' : '',
    flags ? 'a condition' : '',
    saturate ? 'saturation' : '',
    modifiers ? 'source modifiers' : '',
  ].filter((text) => text !== '');
  return supported.length === 0 ? '' : ` Supports ${supported.join(', ')}.`;
}
