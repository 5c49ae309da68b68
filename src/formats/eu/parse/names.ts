/** What the names in assembly mean on a platform: mnemonics, registers, types. Besides those of the rows, iga64 accepts some others. */

import { inRange, PLATFORMS } from '../table/platforms.ts';
import { type NamedRegister, REGISTERS } from '../table/registers.ts';
import { type Shape, shapesOf } from '../table/shapes.ts';
import { type DataType, TYPES } from '../table/types.ts';

export interface Names {
  readonly mnemonics: ReadonlyMap<string, Shape>;
  /** All registers with their numbers, such as `acc0`. */
  readonly registers: ReadonlyMap<string, NamedRegister>;
}

/** Other names of types. */
const ALIASES: readonly (readonly [alias: string, name: string])[] = [
  ['u8', 'ub'],
  ['u16', 'uw'],
  ['u32', 'ud'],
  ['u64', 'uq'],
  ['s8', 'b'],
  ['s16', 'w'],
  ['s32', 'd'],
  ['s64', 'q'],
  ['f16', 'hf'],
  ['f32', 'f'],
  ['f64', 'df'],
  ['bf16', 'bf'],
];

/** Types, by each of their names. */
export const TYPE_NAMES: ReadonlyMap<string, DataType> = new Map([
  ...Object.entries(TYPES).filter(([name, type]) => name === type.name),
  ...ALIASES.flatMap(([alias, name]) => (TYPES[name] === undefined ? [] : [[alias, TYPES[name]] as const])),
]);

function namesFor(platform: number): Names {
  const mnemonics = new Map<string, Shape>();
  for (const shape of shapesOf(platform).all()) {
    if (!mnemonics.has(shape.mnemonic)) mnemonics.set(shape.mnemonic, shape);
  }
  const registers = new Map<string, NamedRegister>();
  const rows = REGISTERS.filter((row) => inRange(platform, row.platforms));
  for (const register of rows) {
    const names = register.count === 0 ? [register.name] : Array.from({ length: register.count }, (_, i) => `${register.name}${i}`);
    names.forEach((name, number) => {
      registers.set(name, { register, number });
    });
  }
  // The numbers of math macro registers follow those of the accumulators, and older texts name them as accumulators.
  const macros = rows.find(({ name }) => name === 'mme');
  for (let number = 0; macros !== undefined && number < macros.count; number++) {
    const name = `acc${macros.base + number}`;
    if (!registers.has(name)) registers.set(name, { register: macros, number });
  }
  return { mnemonics, registers };
}

const known: (Names | undefined)[] = PLATFORMS.map(() => undefined);

/** The names of a platform, computed once. */
export function namesOf(platform: number): Names {
  const names = known[platform] ?? namesFor(platform);
  known[platform] = names;
  return names;
}

/** Conditions, by each of their names. */
export const CONDITION_NAMES: ReadonlyMap<string, string> = new Map([
  ...['lt', 'le', 'gt', 'ge', 'eq', 'ne', 'ov', 'un', 'eo'].map((name) => [name, name] as const),
  ...([
    ['ze', 'eq'],
    ['nz', 'ne'],
    ['l', 'lt'],
    ['g', 'gt'],
    ['e', 'eq'],
    ['o', 'ov'],
    ['u', 'un'],
    ['z', 'eq'],
  ] as const),
]);
