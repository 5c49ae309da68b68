import { type Field, flag } from './field.ts';
import type { Facts } from './model.ts';
import type { MessageRow } from './rows.ts';

/**
 * Messages of the render cache with narrow descriptors.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/MessageDecoderOther.cpp (tryDecodeRC, tryDecodeRC_XE2).
 */

const TYPE: Field = { name: 'message type', at: 14, bits: 4 };
const facts = (operation: string, more: Facts = {}): Facts => ({ operation, model: 'flat', ...more });

const TARGET = { name: 'target', at: 8, bits: 3 } as const;
const lanesOf = (target: number, text: string, share: 1 | 2) => [
  { value: target, text: `${text}${16 / share}`, sets: { lanes: 16 / share }, platforms: '-12p71' },
  { value: target, text: `${text}${32 / share}`, sets: { lanes: 32 / share }, platforms: '12p72-' },
];
const WRITE_TARGET: Field = {
  ...TARGET,
  values: [
    ...lanesOf(0, ' SIMD', 1),
    ...lanesOf(1, ' replicated SIMD', 1),
    ...lanesOf(2, ' of low SIMD', 2),
    ...lanesOf(3, ' of high SIMD', 2),
    ...lanesOf(4, ' SIMD', 2),
  ],
  otherwise: { text: 'unknown write subop', fault: 'unknown operation of a write' },
};
const READ_TARGET: Field = {
  ...TARGET,
  values: [...lanesOf(0, ' SIMD', 1), ...lanesOf(1, ' SIMD', 2)],
  otherwise: { text: 'unknown read subop', fault: 'unknown operation of a read' },
};
const COMMON_TARGET: readonly Field[] = [
  TYPE,
  { name: 'binding table index', at: 0, bits: 8, fact: 'surface' },
  { name: 'slot group', at: 11, bits: 1, values: [{ value: 1, text: ' slot group high' }] },
  flag('per-sample outputs', 13, ' with Per-Sample Pixel PS outputs enable'),
  {
    name: 'precision',
    at: 30,
    bits: 1,
    values: [
      { value: 0, text: 'full-precision', sets: { memory: 32, register: 32 } },
      { value: 1, text: 'half-precision', sets: { memory: 16, register: 16 } },
    ],
  },
];
const LAST = flag('last target', 12, '; last render target');
const COARSE = flag('per-coarse-pixel outputs', 18, ' with Per-Coarse Pixel PS outputs enable');

const END = '{slot group} to surface {binding table index}';
const OLD_TARGETS: readonly MessageRow[] = [
  {
    unit: 'rc',
    when: [[14, 4, 0xc]],
    title: `{precision} render target write{target}{per-coarse-pixel outputs}{per-sample outputs}{last target}${END}`,
    facts: facts('render_write'),
    fields: [...COMMON_TARGET, WRITE_TARGET, LAST, COARSE],
    platforms: '-12p72',
  },
  {
    unit: 'rc',
    when: [[14, 4, 0xd]],
    title: `{precision} render target read{target}{per-sample outputs}${END}`,
    facts: facts('render_read'),
    fields: [...COMMON_TARGET, READ_TARGET],
    platforms: '-12p72',
  },
  {
    unit: 'rc',
    when: [],
    title: `{precision} unknown render target op{per-sample outputs}${END}`,
    facts: {},
    fields: COMMON_TARGET,
    fault: 'unknown operation on a render target',
    platforms: '-12p72',
  },
];

const PARAMETERS = ['.om', '.sz', '.stncl', '.s0a'];
const EXTRA: Field = {
  name: 'extra parameters',
  at: 44,
  bits: 4,
  values: Array.from({ length: 16 }, (_, value) => {
    const names = PARAMETERS.filter((_, i) => (value >> i) & 1).reverse();
    return { value, text: value === 0 ? '' : ` with ex params ${names.join('')}` };
  }),
};
/** A write of two colours has no alpha value of the first source. */
const DUAL_EXTRA: Field = {
  ...EXTRA,
  values: (EXTRA.values ?? []).map((row) => (row.value < 8 ? row : { ...row, fault: 'the message has no alpha of the first source' })),
};
const WRITE_FIELDS: readonly Field[] = [
  flag('multirate coarse pixels', 29, '  multirate coarse pixel shading'),
  flag('per-sample coarse outputs', 18, '  per-sample outputs coarse pixel shading'),
  { name: 'target index', at: 53, bits: 3 },
];
const TARGET_FIELDS: readonly Field[] = [
  TYPE,
  { name: 'kind', at: 8, bits: 2 },
  { name: 'binding table index', at: 0, bits: 8, fact: 'surface' },
  flag('last target', 12, '  last render target select'),
  flag('per-sample outputs', 13, '  per-sample pixel shading'),
  flag('half precision', 30, ''),
  flag('null target', 52, ''),
];
const SLOTS_OF_16: Field = flag('slot group', 11, ' slot group high16');

/** A message of the render cache since Xe2, for 32 lanes, and for fewer lanes, which have a slot group. */
function target(when: MessageRow['when'], name: string, operation: string | undefined, fault?: string): readonly MessageRow[] {
  const read = operation === 'render_read';
  const title = read
    ? `${name}{per-sample outputs}{last target}{slot group} to bti[{binding table index}]{extra parameters}`
    : `${name}{multirate coarse pixels}{per-sample coarse outputs}{per-sample outputs}{last target}{slot group} to bti[{binding table index}].rti[{target index}]{extra parameters}`;
  const shared: Facts = operation === undefined ? {} : facts(operation, { memory: 32, register: 32 });
  const extra = operation === 'render_dual_write' ? DUAL_EXTRA : EXTRA;
  const fields = read ? [...TARGET_FIELDS, extra] : [...TARGET_FIELDS, ...WRITE_FIELDS, extra];
  const row: MessageRow = { unit: 'rc', when, title, facts: shared, fields, platforms: '2-', ...(fault === undefined ? {} : { fault }) };
  const dual = operation === 'render_dual_write' ? { fault: 'a write of two colours has 16 lanes' } : {};
  return [
    { ...row, ...dual, lanes: 32 },
    { ...row, fields: [...fields, SLOTS_OF_16] },
  ];
}

const write = (kind: number): MessageRow['when'] => [
  [14, 4, 0xc],
  [8, 2, kind],
];

export const RENDER_ROWS: readonly MessageRow[] = [
  ...OLD_TARGETS,
  ...target(write(0), 'render write', 'render_write'),
  ...target(write(2), 'render write dual', 'render_dual_write'),
  ...target([[14, 4, 0xc]], '', 'render_write'),
  ...target([[14, 4, 0xd]], 'render read', 'render_read'),
  ...target([], 'unknown render target op', undefined, 'unknown operation on a render target'),
];
