/** Valid values at random for the fields of vISA instructions: by the kind of a field, and where that is not enough by its place. */
import type { RawOperand, Value, VectorOperand } from '../../src/formats/visa/instruction.ts';
import type { Kind, PrintContext, SymbolClass } from '../../src/formats/visa/table/kind.ts';
import type { VectorKind } from '../../src/formats/visa/table/operands.ts';
import { DENSE } from '../../src/formats/visa/table/operands-text.ts';
import type { OpRow } from '../../src/formats/visa/table/row.ts';
import {
  CONVOLVE_MODES,
  LSC_CACHES,
  MMF_ENABLES,
  NARROW_TYPE_NAMES,
  PIXEL_FORMATS,
  TYPE_NAMES,
  TYPES,
} from '../../src/formats/visa/table/types.ts';

/** Numbers from a generator with a seed. */
export type Random = (below: number) => number;

/** What a valid instance may refer to. */
export interface SampleContext {
  readonly random: Random;
  readonly version: number;
  readonly modern: boolean;
  readonly count: { readonly [C in SymbolClass | 'label' | 'string']: number };
  /** Values of the fields before this one. */
  readonly before: readonly Value[];
}

interface Asked {
  readonly row: OpRow;
  readonly name: string;
  readonly kind: Kind;
}

type Sample = (context: SampleContext, asked: Asked) => Value;

/** A valid value for the field of that name. */
export function sampleOf(row: OpRow, name: string, context: SampleContext): Value {
  const kind = row.fields[name]?.kind as Kind;
  const place = `${kind.name} ${row.mnemonic}.${name}`;
  const sample = PLACES.find(([pattern]) => pattern.test(place))?.[1] ?? KINDS[kind.name];
  if (!sample) throw new Error(`there is no sample for ${place}`);
  return sample(context, { row, name, kind });
}

const FIRST_VARIABLE = 32;
const FIRST_SURFACE = 6;
const ZERO_BYTE: VectorOperand = { kind: 'immediate', modifier: 0, type: 4, bits: 0, high: 0 };
const MOST_DIGITS = 16;

const number =
  (bits: number): Sample =>
  ({ random }) =>
    random(random(2) ? MOST_DIGITS : 2 ** Math.min(bits, 31));
const distance: Sample = ({ random }) => (random(2) ? 0 : random(1000) - 500);
/** Below `most`, from `first` on. */
const below =
  (most: number, first = 0): Sample =>
  ({ random }) =>
    first + random(most);

const wordedNumbers = new Map<Kind, readonly number[]>();

/** The numbers below `most` that the text has a word for. */
function worded(kind: Kind, most: number): readonly number[] {
  let numbers = wordedNumbers.get(kind);
  if (!numbers) {
    numbers = Array.from({ length: most }, (_, value) => value).filter((value) => {
      const context = { lossy: false } as PrintContext;
      return kind.print(value, context) !== '' && !context.lossy;
    });
    wordedNumbers.set(kind, numbers);
  }
  return numbers;
}
const word: Sample = ({ random }, { kind }) => {
  const values = worded(kind, 256);
  return values[random(values.length)] ?? 0;
};

/** The number of one of the words; those that are empty stand for numbers without a word. */
function spelled(words: readonly string[], random: Random): number {
  const numbers = [...words.keys()].filter((i) => words[i] !== '');
  return numbers[random(numbers.length)] ?? 0;
}

const exec = ({ random, version }: SampleContext): number => (version === 300 ? random(9) : random(16)) * 16 + random(6);
const raw = ({ random, count }: SampleContext): RawOperand =>
  random(4) === 0
    ? { kind: 'raw', index: 0, offset: 0 }
    : { kind: 'raw', index: FIRST_VARIABLE + random(count.variable), offset: random(512) };
const label: Sample = ({ random, count }) => random(count.label);
const string: Sample = ({ random, count }) => random(count.string);
const several =
  (of: Sample): Sample =>
  (context, asked) =>
    Array.from({ length: 1 + context.random(6) }, () => of(context, asked)) as Value;

function region({ random }: SampleContext): number {
  const value = () => 1 + random(7);
  return value() | (value() << 4) | (value() << 8);
}

function vector(context: SampleContext, asked: Asked): VectorOperand {
  const { classes, types, role } = asked.kind as VectorKind;
  const { random, count } = context;
  const kind = classes[random(classes.length)] ?? 'general';
  const modifier = role === 'src' && random(4) === 0 ? ([1, 2, 3, 5][random(4)] ?? 0) : 0;
  const place = role === 'dst' ? DENSE + 0x100 * random(3) : region(context);
  const names = NARROW_TYPE_NAMES.filter((name) => types.length === 0 || types.includes(name));
  const type = TYPE_NAMES.indexOf(names[random(names.length)] ?? 'd');
  switch (kind) {
    case 'general':
      return { kind, modifier, index: FIRST_VARIABLE + random(count.variable), row: random(8), col: random(16), region: place };
    case 'address':
      return { kind, modifier, index: random(count.address), offset: random(16), width: random(6) };
    case 'predicate':
      return { kind, modifier, index: 1 + random(count.predicate) };
    case 'indirect': {
      const [index, addr_offset, indirect_offset] = [random(count.address), random(16), random(1024) - 512];
      return { kind, modifier, index, addr_offset, indirect_offset, type, region: place };
    }
    case 'immediate': {
      const high = TYPES[type & 15]?.[1] === 8 ? random(2 ** 31) : 0;
      return { kind, modifier: 0, type, bits: random(2 ** 31) * 2 + random(2), high };
    }
    case 'state':
      return { kind, modifier: 0, class: 0, index: FIRST_SURFACE + random(count.surface), offset: random(4) };
  }
}

/** By the name of the kind. */
const KINDS: Readonly<Record<string, Sample>> = {
  u8: number(8),
  u16: number(16),
  u32: number(32),
  s16: distance,
  s32: distance,
  zero: () => 0,
  enum: word,
  flag: word,
  channels: word,
  count: ({ random }, { kind }) => random(worded(kind, 256).length),
  relation: ({ random }, { kind }) => random(worded(kind, 0x80).length) + random(2) * 0x80,
  'sub-opcode': (_, { row, name }) => row.fields[name]?.selects?.value ?? 0,
  exec,
  pred: ({ random, count }) =>
    random(2) || count.predicate === 0 ? 0 : 1 + random(count.predicate) + random(3) * 0x2000 + random(2) * 0x8000,
  atomic: ({ random }) => {
    const index = random(18);
    return (index < 13 ? index : index + 3) + random(3) * 0x20;
  },
  systolic: ({ random }) => 1 + random(10) + ((1 + random(10)) << 8) + (8 << 16) + ((1 + random(8)) << 24),
  // Before 4.0 a byte with the operation in five bits; the texts of 4.0 lose the flags.
  'sampler-operation': ({ random, version, modern }, { row, name }) => {
    const flags = SAMPLER_FLAGS.find(([pattern]) => pattern.test(row.mnemonic))?.[1] ?? 0;
    const above = version >= 400 && !modern ? 0 : random(1 << flags);
    return above * (version >= 400 ? 0x100 : 0x20) + (row.fields[name]?.selects?.value ?? 0);
  },
  surface: ({ random, count }) => random(FIRST_SURFACE + count.surface),
  sampler: ({ random, count }) => (random(4) === 0 ? 31 : random(count.sampler)),
  label,
  'list of label': several(label),
  file: string,
  symbol: string,
  raw,
  'list of raw': several(raw),
  scalar: ({ random, count }) =>
    random(2)
      ? { kind: 'immediate', modifier: 0, type: 0, bits: random(2 ** 31), high: 0 }
      : { kind: 'general', modifier: 0, index: FIRST_VARIABLE + random(count.variable), row: random(4), col: random(4), region: 0x121 },
  dst: vector,
  src: vector,
};

/** Number of flags above the operation. */
const SAMPLER_FLAGS: readonly (readonly [RegExp, number])[] = [
  [/^(?:sample(?!4)|lod)/, 3],
  [/./, 1],
];

/** By kind, instruction and field: the first that fits counts before the kind. */
const PLACES: readonly (readonly [RegExp, Sample])[] = [
  [
    /^src addr_add\.src0$/,
    ({ random, count }) =>
      random(3) === 0
        ? { kind: 'state', modifier: 0, class: 0, index: FIRST_SURFACE + random(count.surface), offset: random(4) }
        : { kind: 'general', modifier: 0, index: FIRST_VARIABLE + random(count.variable), row: random(8), col: random(4), region: 0x121 },
  ],
  [/^u8 bfn\.function$/, below(256)],
  [/^u8 ifcall\.flags$/, below(4)],
  [/^u8 fence\.mode$/, ({ random }) => (random(8) === 0 ? 0x80 : random(0x80))],
  [/^u8 nbarrier\.mode$/, ({ random, version }, { row }) => random(version < producersSince(row) ? 2 : 3)],
  [/^src nbarrier\.(?:type|producers)$/, () => ZERO_BYTE],
  [
    /^src nbarrier\.threads$/,
    ({ before, version }, { row }) => (before[0] === 0 && version < producersSince(row) ? (before[1] as Value) : ZERO_BYTE),
  ],
  [/^u8 lifetime\.properties$/, ({ random }) => random(2) + random(3) * 16],
  [/^u32 lifetime\.variable$/, ({ random, count }) => 1 + random(Math.min(count.variable, count.predicate))],
  [/^u8 raw_send\.modifiers$/, below(2)],
  [/^u8 raw_send[sg]\.modifiers$/, below(4)],
  // One place, whose region is always the same.
  [/^src (?:b?dpasw?)\.src[234]$/, (context, asked) => ({ ...vector(context, asked), modifier: 0, region: 0x122 }) as VectorOperand],
  [/^u8 .*\.(?:modified|overflow|vnni|multisampled)$/, below(2)],
  [/^u8 (?:gather|scatter)\.elements$/, (context) => (exec(context) & 0xf0) | context.random(3)],
  [/^u8 svm_block_(?:ld|st)\.properties$/, below(5)],
  [/^u16 rt_write_3d\.mode$/, ({ random }) => random(1 << 11) << 2],
  [/^u16 rt_read_3d\.mode$/, ({ random }) => random(1 << 2)],
  [/^u8 (?:sample|load)\.channels$/, below(32)],
  [/^u8 sample_unorm\.channels$/, below(64)],
  [
    /^src .*\.offsets$/,
    (context, asked) =>
      context.version >= 304
        ? vector(context, asked)
        : { kind: 'immediate', modifier: 0, type: 2, bits: context.random(0x1_0000), high: 0 },
  ],
  [/^u8 va\.convolve\.properties$/, ({ random }) => spelled(CONVOLVE_MODES, random) + random(2) * 4],
  [/^u8 va_skl_plus\.HDC_CONVOLVE_2D\.properties$/, ({ random }) => spelled(PIXEL_FORMATS, random) + random(2) * 16],
  [/^src va\.minmax\.mode$/, ({ random }) => ({ ...ZERO_BYTE, bits: random(MMF_ENABLES.length) })],
  // Messages of the unit that serves all memories.
  [/^u8 lsc_.*\.l2$/, ({ random }) => (random(4) ? 0 : 1 + random(LSC_CACHES.length))],
  [/^u8 lsc_.*\.address_type$/, below(6, 1)],
  [/^u8 lsc_.*\.address_size$/, below(5, 1)],
  [/^u8 lsc_.*\.data_size$/, below(7, 1)],
  [/^u8 lsc_.*_quad(?!_status).*\.order$/, () => 1],
  [/^u8 lsc_.*\.order$/, below(2, 1)],
  [/^u8 lsc_.*_block2d\.address$/, below(2, 1)],
  [/^u8 lsc_.*_quad(?!_status).*\.elements$/, below(15, 1)],
  [/^u8 lsc_.*\.elements$/, below(8, 1)],
  [/^u8 lsc_.*\.blocks$/, below(8, 1)],
  [/^u8 lsc_.*_strided\.mask$/, () => 0],
  [/^u8 lsc_.*\.mask$/, ({ before }) => before[before.length - 1]],
  [/^u16 lsc_.*\.scale$/, ({ random }) => 1 << random(8)],
  [/^u32 lsc_.*\.surface_index$/, ({ random }) => random(2) * 3],
  [/^s32 lsc_.*\.offset$/, ({ random }) => (random(2) ? 0 : random(0x1000) - 0x800)],
  [
    /^raw lsc_(?!read_state_info).*\.tgm\.[uvr]$/,
    (context) => ({ ...raw(context), index: FIRST_VARIABLE + context.random(context.count.variable) }),
  ],
];

/** From which version on a named barrier distinguishes producers from consumers. */
const producersSince = (row: OpRow): number => row.fields.producers?.since ?? 0;
