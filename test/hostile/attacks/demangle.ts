/** Mangled names: what has no meaning, what doubles, what nests. */
import { buildZebin } from '../../support/build-elf.ts';
import { attacks } from './attack.ts';

const zebin = (names: readonly string[]): Uint8Array =>
  buildZebin({
    zeInfo: `version: 1.60\nkernels:\n${names.map((name) => `- name: '${name}'\n  execution_env:\n    simd_size: 16\n`).join('')}`,
    kernels: names,
  }).bytes;

const number = (i: number) => i.toString(36).toUpperCase();
/** Each type is a pair of the one before. */
const doubling = (levels: number) =>
  `_Z1f1AIiiE${Array.from({ length: levels }, (_, i) => `1AIS${i === 0 ? '' : number(2 * i - 1)}_S${i === 0 ? '' : number(2 * i - 1)}_E`).join('')}`;
const list = (count: number, each: (i: number) => string): string[] => Array.from({ length: Math.ceil(count) }, (_, i) => each(i));

export const DEMANGLE = attacks('demangle', {
  'parameters that are themselves': {
    make: (scale) => zebin(list(4 * scale, (i) => `${['_Z1fIRT_EvT_', '_Z1fIOT_EvT_', '_Z1fIRKT_EvT_', '_Z1fEvRT_'][i % 4]}.${i}`)),
  },
  'many names that double': { make: (scale) => zebin(list(2 * scale, (i) => `${doubling(12)}.${i}`)) },
  'one long name that doubles': { make: (scale) => zebin([doubling(20 * scale)]) },
  'functions that give functions': {
    make: (scale) => zebin(list(2 * scale, (i) => `_Z1f${'PF'.repeat(100)}v${'iE'.repeat(100)}.${i}`)),
  },
  'packs of packs': {
    make: (scale) => zebin(list(scale, (i) => `_Z1fIJ${'J'.repeat(20)}${'i'.repeat(50)}${'E'.repeat(20)}EEvDpT_DpT_DpT_.${i}`)),
  },
  'pointers in one another': { make: (scale) => zebin(list(2 * scale, (i) => `_Z1f${'P'.repeat(2_000)}i.${i}`)) },
  'one long name of pointers': { make: (scale) => zebin([`_Z1f${'P'.repeat(2_000 * scale)}i`]) },
  'expressions in one another': { make: (scale) => zebin(list(scale, (i) => `_Z1fIXpl${'plLi1E'.repeat(300)}Li1ELi1EEEvv.${i}`)) },
  'templates in one another': { make: (scale) => zebin(list(scale, (i) => `_Z1f${'1AI'.repeat(500)}i${'E'.repeat(500)}.${i}`)) },
  'arrays in one another': { make: (scale) => zebin(list(2 * scale, (i) => `_Z1f${'A9_'.repeat(500)}i.${i}`)) },
  'names that are local to others': {
    make: (scale) => zebin(list(2 * scale, (i) => `_Z${'Z'.repeat(300)}1fvE${'1gvE'.repeat(299)}1h.${i}`)),
  },
  'one parameter of many uses': { make: (scale) => zebin([`_Z1fI${'1A'.repeat(50)}EvT_${'S_'.repeat(500 * scale)}`]) },
});
