/**
 * The rows of `table/fields.ts`, compiled for a platform and a layout: where to read and write each field.
 */
import { FIELDS } from './fields.ts';
import type { Layout } from './layouts.ts';
import { inRange } from './platforms.ts';

/** The four 32-bit words of a native instruction, the lowest first. */
export type Words = Uint32Array | Int32Array;

/** Consecutive bits of one word that are part of a value; `rest` are the higher parts. */
export class Place {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
  /** Bit of the value at which the part starts. */
  readonly to: number;
  readonly rest: Place | undefined;
  /** Index of the value among those of all fields, from 1; 0 for a place that is not a field. */
  readonly index: number;

  constructor(word: number, shift: number, mask: number, to: number, rest: Place | undefined, index = 0) {
    this.word = word;
    this.shift = shift;
    this.mask = mask;
    this.to = to;
    this.rest = rest;
    this.index = index;
  }
}

/** The place of a field that a layout does not have: it reads as 0. */
export const NO_PLACE = new Place(0, 0, 0, 0, undefined);

/** The value of a field, unsigned. */
export function read(words: Words, place: Place): number {
  let value = (((words[place.word] ?? 0) >>> place.shift) & place.mask) << place.to;
  for (let part = place.rest; part !== undefined; part = part.rest) {
    value |= (((words[part.word] ?? 0) >>> part.shift) & part.mask) << part.to;
  }
  return value >>> 0;
}

/** Writes a value to its place. Bits that do not fit are dropped. */
export function write(words: Words, place: Place, value: number): void {
  for (let part: Place | undefined = place; part !== undefined; part = part.rest) {
    const bits = (value >>> part.to) & part.mask;
    words[part.word] = ((words[part.word] ?? 0) & ~(part.mask << part.shift)) | (bits << part.shift);
  }
}

/** Consecutive bits of an instruction, from `low` to `high` inclusive. */
export interface BitRange {
  readonly high: number;
  readonly low: number;
}

/** The bit ranges of a place in the notation of rows, starting with the lowest bits of the value. */
export function bitRanges(text: string): BitRange[] {
  return text
    .split(' ')
    .filter((piece) => !piece.startsWith('z'))
    .map((piece) => {
      const [high = 0, low = high] = piece.split(':').map(Number);
      return { high, low };
    });
}

/** Compiles a place from the notation of rows. */
export function placeOf(text: string, index = 0): Place {
  let place: Place | undefined;
  const parts: { word: number; shift: number; mask: number; to: number }[] = [];
  let to = 0;
  for (const piece of text.split(' ')) {
    if (piece.startsWith('z')) {
      to += Number(piece.slice(1));
      continue;
    }
    const [high = 0, low = high] = piece.split(':').map(Number);
    const width = high - low + 1;
    parts.push({ word: low >> 5, shift: low & 31, mask: width === 32 ? -1 : (1 << width) - 1, to });
    to += width;
  }
  for (const part of parts.reverse()) place = new Place(part.word, part.shift, part.mask, part.to, place, index);
  return place ?? NO_PLACE;
}

/** The parts of a place. */
function partsOf(place: Place): Place[] {
  return place.rest === undefined ? [place] : [place, ...partsOf(place.rest)];
}

/** Parts as pairs of numbers: where its bits are and where they go, and the mask. */
function packed(parts: readonly Place[]): Int32Array {
  return Int32Array.from(parts.flatMap(({ word, shift, mask, to, index }) => [word | (shift << 2) | (to << 8) | (index << 16), mask]));
}

/** The fields of an operand. */
export class OperandPlaces {
  readonly file: Place;
  readonly type: Place;
  readonly typeHigh: Place;
  readonly precision: Place;
  readonly sub: Place;
  readonly sub16: Place;
  readonly reg: Place;
  readonly regShort: Place;
  readonly regHigh: Place;
  readonly regHighImm: Place;
  readonly modifier: Place;
  readonly indirect: Place;
  readonly addrImm: Place;
  readonly addrImm16: Place;
  readonly addrSub: Place;
  readonly stride: Place;
  readonly width: Place;
  readonly vertical: Place;
  readonly scalar: Place;
  readonly channels: Place;
  readonly replicate: Place;
  readonly macro: Place;
  readonly imm: Place;
  readonly imm64Low: Place;
  readonly imm64High: Place;

  constructor(at: (name: string) => Place) {
    this.file = at('file');
    this.type = at('type');
    this.typeHigh = at('typeHigh');
    this.precision = at('precision');
    this.sub = at('sub');
    this.sub16 = at('sub16');
    this.reg = at('reg');
    this.regShort = at('regShort');
    this.regHigh = at('regHigh');
    this.regHighImm = at('regHighImm');
    this.modifier = at('modifier');
    this.indirect = at('indirect');
    this.addrImm = at('addrImm');
    this.addrImm16 = at('addrImm16');
    this.addrSub = at('addrSub');
    this.stride = at('stride');
    this.width = at('width');
    this.vertical = at('vertical');
    this.scalar = at('scalar');
    this.channels = at('channels');
    this.replicate = at('replicate');
    this.macro = at('macro');
    this.imm = at('imm');
    this.imm64Low = at('imm64Low');
    this.imm64High = at('imm64High');
  }
}

/** The fields that are read for every instruction. */
export class ControlPlaces {
  readonly align16: Place;
  readonly scoreboard: Place;
  readonly breakpoint: Place;
  readonly dependency: Place;
  readonly channelOffset: Place;
  readonly threadControl: Place;
  readonly predicate: Place;
  readonly predicateInverse: Place;
  readonly execSize: Place;
  readonly noMask: Place;
  readonly flagSubRegister: Place;
  readonly flagRegister: Place;
  readonly saturate: Place;
  readonly condition: Place;
  readonly accWrite: Place;
  readonly branchControl: Place;
  readonly executionType: Place;

  constructor(at: (name: string) => Place) {
    this.align16 = at('align16');
    this.scoreboard = at('scoreboard');
    this.breakpoint = at('breakpoint');
    this.dependency = at('dependency');
    this.channelOffset = at('channelOffset');
    this.threadControl = at('threadControl');
    this.predicate = at('predicate');
    this.predicateInverse = at('predicateInverse');
    this.execSize = at('execSize');
    this.noMask = at('noMask');
    this.flagSubRegister = at('flagSubRegister');
    this.flagRegister = at('flagRegister');
    this.saturate = at('saturate');
    this.condition = at('condition');
    this.accWrite = at('accWrite');
    this.branchControl = at('branchControl');
    this.executionType = at('executionType');
  }
}

/** Fields that belong to no operand and are not in every instruction. */
const NAMED = [
  'opcode',
  'mathFunction',
  'syncFunction',
  'bfnFunction',
  'bfnCondition',
  'lfsrFunction',
  'shuffleFunction',
  'downscaleMode',
  'downscaleRounding',
  'downscaleFrom',
  'downscaleTo',
  'repeatCount',
  'systolicDepth',
  'forward',
  'src.type',
  'src1.subShuffle',
  'jip',
  'uip',
  'uip.short',
  'sfid',
  'eot',
  'noSrcDepSet',
  'fusion',
  'desc.file',
  'desc',
  'desc.reg',
  'exDesc.file',
  'exDesc',
  'exDesc.sub',
  'exBSO',
  'cps',
  'src0Length',
  'src1Length',
  'descLow',
  'descHigh',
  'descTop',
  'indirect0',
  'indirect0.sub',
  'indirect1',
  'indirect1.sub',
] as const;

/** As properties, which are accessed faster than a map of all fields. */
export type NamedPlaces = Readonly<Record<(typeof NAMED)[number], Place>>;

/** A row of a field for one platform; `layouts` is undefined for all. */
interface PlatformField {
  readonly name: string;
  readonly layouts: readonly string[] | undefined;
  readonly field: { readonly place: Place; readonly text: string };
}

/** A layout of one platform. */
export class LayoutPlaces {
  readonly layout: Layout;
  readonly control: ControlPlaces;
  readonly named: NamedPlaces;
  readonly dst: OperandPlaces;
  readonly src: readonly [OperandPlaces, OperandPlaces, OperandPlaces, OperandPlaces, OperandPlaces];
  /** Every field by name, with its text in the table. */
  readonly fields: ReadonlyMap<string, PlatformField['field']>;
  /** The first part of each field, and the others, as {@link packed}. */
  private readonly firsts: Int32Array;
  private readonly others: Int32Array;

  constructor(layout: Layout, rows: readonly PlatformField[]) {
    this.layout = layout;
    const fields = new Map<string, PlatformField['field']>();
    for (const { name, layouts, field } of rows) {
      if (layouts !== undefined && !layouts.includes(layout)) continue;
      if (!fields.has(name)) fields.set(name, field);
    }
    this.fields = fields;
    const parts = Array.from(fields.values(), ({ place }) => partsOf(place));
    this.firsts = packed(parts.flatMap((each) => each.slice(0, 1)));
    this.others = packed(parts.flatMap((each) => each.slice(1)));
    this.control = new ControlPlaces((name) => this.at(name));
    this.named = Object.fromEntries(NAMED.map((name) => [name, this.at(name)])) as NamedPlaces;
    const operand = (prefix: string) => new OperandPlaces((name) => this.at(`${prefix}.${name}`));
    this.dst = operand('dst');
    this.src = [operand('src0'), operand('src1'), operand('src2'), operand('src3'), operand('src4')];
  }

  /**
   * Reads the values of all fields, each at its index: most are needed, and short loops are compiled sooner than code for each field.
   * The first value stays 0: places that a layout does not have read it.
   */
  readAll(words: Int32Array, values: Int32Array): void {
    const { firsts, others } = this;
    for (let i = 0; i < firsts.length; i += 2) {
      const at = firsts[i] ?? 0;
      values[at >>> 16] = (((words[at & 3] ?? 0) >>> ((at >>> 2) & 31)) & (firsts[i + 1] ?? 0)) << ((at >>> 8) & 31);
    }
    for (let i = 0; i < others.length; i += 2) {
      const at = others[i] ?? 0;
      const bits = (((words[at & 3] ?? 0) >>> ((at >>> 2) & 31)) & (others[i + 1] ?? 0)) << ((at >>> 8) & 31);
      values[at >>> 16] = (values[at >>> 16] ?? 0) | bits;
    }
  }

  /** Where a field is. */
  at(name: string): Place {
    return this.fields.get(name)?.place ?? NO_PLACE;
  }
}

/** Number of the values of fields, with the first. */
export const MOST_FIELDS = FIELDS.length + 1;

/** The layouts of a platform, compiled when code has them. */
export class PlatformLayouts {
  private readonly rows: readonly PlatformField[];
  private readonly places = new Map<Layout, LayoutPlaces>();

  constructor(platform: number) {
    this.rows = FIELDS.flatMap(([name, layouts, places], row) => {
      const range = Object.keys(places).find((one) => inRange(platform, one));
      const text = range === undefined ? undefined : places[range];
      if (text === undefined) return [];
      return [{ name, layouts: layouts === '*' ? undefined : layouts.split(' '), field: { place: placeOf(text, row + 1), text } }];
    });
  }

  of(layout: Layout): LayoutPlaces {
    const layoutPlaces = this.places.get(layout) ?? new LayoutPlaces(layout, this.rows);
    this.places.set(layout, layoutPlaces);
    return layoutPlaces;
  }
}
