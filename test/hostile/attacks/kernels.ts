/** Zebins of many kernels, of long names and of names that refer to themselves. */
import { buildZebin, type SectionSpec, SHT } from '../../support/build-elf.ts';
import { attacks, times } from './attack.ts';

const VERSION = 'version: 1.60\nkernels:\n';
const ENV = '  execution_env:\n    grf_count: 128\n    simd_size: 16\n';

const zebin = (names: readonly string[], sections: readonly SectionSpec[] = []): Uint8Array =>
  buildZebin({ zeInfo: `${VERSION}${names.map((name) => `- name: '${name}'\n${ENV}`).join('')}`, kernels: names, sections }).bytes;

const named = (count: number, name: (i: number) => string): readonly string[] =>
  Array.from({ length: Math.ceil(count) }, (_, i) => name(i));

/** Verbs that read estimates, and those that check them. */
const COSTS = ['cost', 'check', 'validate'];

/** A zebin with estimates, and a kernel k with so many arguments. */
const estimates = (text: string, args = 0): Uint8Array =>
  buildZebin({
    zeInfo: `${VERSION}- name: k\n${ENV}${args === 0 ? '' : '  payload_arguments:\n'}${times(args, (i) => `  - arg_type: arg_byvalue\n    arg_index: ${i}\n`)}kernels_cost_info:\n${text}`,
    kernels: ['k'],
  }).bytes;

/** An estimate with a loop for each expression of a symbol. */
const loops = (count: number, symbol: (i: number) => number): string =>
  `- name: k\n  kcm_args_sym:\n${times(count, (i) => `  - argNo: ${i}\n`)}  Kcm_loop_costs:\n${times(count + 1, () => '  - cycle: 1\n    num_loops: 1\n')}  kcm_loop_count_exps:\n${times(count, (i) => `  - factor: 1\n    argsym_index: ${symbol(i)}\n`)}`;

export const KERNELS = attacks('kernels', {
  'many functions': {
    make: (scale) =>
      buildZebin({
        zeInfo: `${VERSION}- name: k\n${ENV}functions:\n${times(50 * scale, (i) => `- name: f${i}\n  execution_env:\n    simd_size: 16\n`)}`,
        kernels: ['k'],
      }).bytes,
    verbs: ['diff', 'check', 'validate'],
  },
  'many estimates of one': {
    make: (scale) => estimates(times(50 * scale, () => '- name: k\n  Kcm_loop_costs:\n  - cycle: 1\n')),
    verbs: COSTS,
    kind: 'estimates',
  },
  'an estimate with many loops of one symbol': {
    make: (scale) => estimates(loops(Math.ceil(50 * scale), () => 0)),
    verbs: COSTS,
    kind: 'estimates',
  },
  'an estimate with many symbols': {
    make: (scale) =>
      estimates(
        loops(Math.ceil(50 * scale), (i) => i),
        100 * scale,
      ),
    verbs: COSTS,
    kind: 'estimates',
  },
  'many with code': (scale) => zebin(named(20 * scale, (i) => `k${i}`)),
  'many that are in no other size': (scale) => zebin(named(20 * scale, (i) => `k${i}of${Math.ceil(20 * scale)}`)),
  'many of one name': (scale) => buildZebin({ zeInfo: VERSION + `- name: k\n${ENV}`.repeat(50 * scale), kernels: ['k'] }).bytes,
  'many without code': (scale) => buildZebin({ zeInfo: VERSION + times(100 * scale, (i) => `- name: k${i}\n`) }).bytes,
  'a long list that says nothing but names': (scale) => buildZebin({ zeInfo: VERSION + '- name: k\n'.repeat(300 * scale) }).bytes,
  'one long symbol and many short ones': (scale) =>
    zebin(
      ['k'],
      [
        { name: '.strtab', type: SHT.strtab },
        {
          name: '.symtab',
          link: '.strtab',
          symbols: [
            {},
            { name: 's'.repeat(1_000 * scale), section: '.text.k' },
            ...named(100 * scale, (i) => `s${i}`).map((name) => ({ name, section: '.text.k' })),
          ],
        },
      ],
    ),
  'one long argument name and many arguments': (scale) =>
    buildZebin({
      zeInfo: `${VERSION}- name: k\n  payload_arguments:\n${times(50 * scale, (i) => `  - arg_type: arg_byvalue\n    offset: ${i * 4}\n    size: 4\n    arg_index: ${i}\n`)}kernels_misc_info:\n- name: k\n  args_info:\n${times(50 * scale, (i) => `  - index: ${i}\n    name: ${i === 0 ? 'n'.repeat(1_000 * scale) : `n${i}`}\n`)}`,
      kernels: ['k'],
    }).bytes,
  'names that refer to themselves': (scale) =>
    zebin(named(4 * scale, (i) => ['_Z1fIRT_EvT_', '_Z1fIOT_EvT_', '_Z1fIRKT_EvT_', '_Z1fEvRT_'][i % 4] + (i < 4 ? '' : `.${i}`))),
  'a name of substitutions that double': (scale) =>
    zebin([
      `_Z1f${'I'.repeat(8 * scale)}i${Array.from({ length: 8 * scale }, (_, i) => `S${i.toString(36).toUpperCase()}_`).join('')}${'E'.repeat(8 * scale)}v`,
    ]),
  'relocations by one long symbol': {
    make: (scale) =>
      zebin(
        ['k'],
        [
          { name: '.strtab', type: SHT.strtab },
          { name: '.symtab', link: '.strtab', symbols: [{}, { name: 's'.repeat(1_000 * scale), section: '.text.k' }] },
          {
            name: '.rel.text.k',
            link: '.symtab',
            info: '.text.k',
            relocations: named(100 * scale, String).map((_, i) => ({ offset: i, symbol: 1, type: 2 })),
          },
        ],
      ),
    says: ['link --json'],
  },
});
