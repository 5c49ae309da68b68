/** vISA: objects whose tables share names, and texts of many labels, comments and numbers. */
import { kernel, kernelEntry, variable, visaBytes } from '../../support/build-visa.ts';
import { attacks, text, times } from './attack.ts';

const HEAD = '.version 4.0\n.kernel "k"\n';
const list = <T>(count: number, each: (i: number) => T): T[] => Array.from({ length: Math.ceil(count) }, (_, i) => each(i));

const OBJECTS = attacks('visa', {
  'variables of one name': (scale) => visaBytes({ variables: list(100 * scale, () => variable()) }),
  'variables of one long name': {
    make: (scale) => visaBytes({ strings: ['k', 'V'.repeat(1_000 * scale)], variables: list(50 * scale, () => variable()) }),
    says: ['visa dis', 'text', 'text --siblings', 'text --json'],
  },
  'labels of one name': {
    // Their count is a field of 16 bits.
    most: 655,
    make: (scale) => visaBytes({ strings: ['k', 'L'], labels: list(100 * scale, () => ({ name_index: 1, kind: 0, attributes: [] })) }),
  },
  'names that stand for copies': (scale) =>
    visaBytes({
      strings: ['k', 'V', ...list(50 * scale, (i) => `V_${i + 2}`)],
      variables: list(100 * scale, (i) => variable({ name_index: i < 50 * scale ? i + 2 : 1 })),
    }),
  'aliases that are nowhere': {
    make: (scale) => {
      const one = kernel({ variables: list(100 * scale, () => variable({ alias_index: 65_000, alias_scope_specifier: 1 })) });
      const symbols = list(100 * scale, (i) => ({ symbolic_index: 60_000 - (i % 60_000), resolved_index: 0 }));
      return visaBytes({}, { kernels: [kernelEntry(one, { variable_reloc_symtab: symbols })] });
    },
    // The length of that table is a field of 16 bits.
    most: 655,
  },
  'many kernels': {
    make: (scale) => visaBytes({}, { kernels: list(20 * scale, (i) => kernelEntry(kernel({ strings: [`k${i}`, 'V0'] }))) }),
    most: 3_000,
  },
});

const TEXTS = attacks(
  'visa',
  {
    'a text of labels': (scale) => text(HEAD + times(200 * scale, (i) => `l${i}:\n`)),
    'a text of one label': (scale) => text(HEAD + 'l:\n'.repeat(400 * scale)),
    'a text of scopes in one another': (scale) => text(HEAD + '{\n'.repeat(400 * scale)),
    'a text of kernels': (scale) => text(HEAD + times(200 * scale, (i) => `.kernel "k${i}"\n`)),
    'a text of lines that are nothing': (scale) => text(HEAD + 'x\n'.repeat(400 * scale)),
    'a text of declarations': (scale) => text(HEAD + times(100 * scale, (i) => `.decl V${100 + i} v_type=G type=d num_elts=1 align=GRF\n`)),
    'a text of kernels with variables': (scale) =>
      text(times(50 * scale, (i) => `.version 4.0\n.kernel "k${i}"\n.decl V${i} v_type=G type=d num_elts=1 align=GRF\nl${i}:\n`)),
    'a label and one long word of its letter': (scale) => text(`${HEAD}a:\n${'a'.repeat(2_000 * scale)}\n`),
    'a text of slashes': (scale) => text(`${'/'.repeat(1_000 * scale)}\nx\n`),
    'a number of many digits': (scale) => text(`${HEAD}mov (M1, 1) V32(0,0)<1> ${'1'.repeat(1_000 * scale)}z:d\n`),
    'numbers without a type': (scale) =>
      text(`${HEAD}.decl V32 v_type=G type=d num_elts=1\n${'mov (M1, 1) V32(0,0)<1> 1\n'.repeat(100 * scale)}`),
  },
  { kind: 'vISA texts' },
);

export const VISA = [...OBJECTS, ...TEXTS];
