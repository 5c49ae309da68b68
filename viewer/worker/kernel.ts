/** The requests of the kernel page. Lists are limited to what a page can use, and say how much they leave out. */
import {
  costDocument,
  eachZebin,
  type Fields,
  type Item,
  type KernelDetail,
  kernelDocument,
  kernelParts,
  keysOf,
  MEMORY_WORDS,
  type MemorySize,
  noRegisters,
  OCCUPANCY_LIMITS,
  occupancy,
  PAYLOAD_REGIONS,
  PAYLOAD_ROLES,
  type PayloadEntryInfo,
  type PayloadRegionInfo,
  type PayloadRole,
  pairsOf,
  parseGroupSize,
  payloadAccess,
  payloadName,
  payloadRole,
  payloadType,
  RESOURCE_COLUMNS,
  spillMark,
  valueText,
  type Zebin,
} from '../../src/internal.ts';
import { itemAt, memo } from './files.ts';
import { CODE_HANDLERS, visaOf } from './kernel-code.ts';
import { COST_HANDLERS } from './kernel-cost.ts';
import type { KernelParams, KernelPlace } from './kernel-place.ts';
import { drawPayload, type Picture } from './payload-picture.ts';

/** An entry of the payload as a row of a table. */
export interface PayloadRow extends PayloadEntryInfo {
  /** Its place among all entries: cells of the picture name it. */
  readonly entry: number;
  readonly role: PayloadRole;
  readonly name: string;
  readonly type: string;
  readonly access: string;
}

export interface EnvironmentRow {
  readonly key: string;
  readonly value: string;
  /** False for a default that replaces what the file does not write. */
  readonly written: boolean;
}

/** A list of the kernel's document, as far as it is shown. */
export interface PartRows {
  readonly title: string;
  readonly record?: string;
  readonly keys: readonly string[];
  /** Keys of which all values are numbers. */
  readonly numeric: readonly string[];
  readonly rows: readonly Fields[];
  readonly left: number;
}

export interface KernelView extends Pick<KernelDetail, 'address' | 'target' | 'version' | 'name' | 'label' | 'code'> {
  /** Kernels of this name in the image. */
  readonly same: number;
  /** Its place among the kernels of the file, from 0. */
  readonly index: number;
  readonly kernels: number;
  readonly previous: KernelPlace | null;
  readonly next: KernelPlace | null;
  /** The columns of the table of resources, with what they say of the kernel; `mark` is `!` where it spills and `?` where it may. */
  readonly resources: readonly { readonly title: string; readonly unit: string; readonly text: string; readonly explain?: string }[];
  readonly mark: ' ' | '!' | '?';
  readonly memory: readonly { readonly what: string; readonly bound: boolean; readonly size: MemorySize }[];
  readonly environment: readonly EnvironmentRow[];
  readonly payload: {
    readonly entries: readonly PayloadRow[];
    readonly left: number;
    readonly overlaps: readonly (readonly [number, number])[];
    readonly implicit: KernelDetail['payload']['implicit'];
    readonly picture: Picture;
    /** Why there are no registers. */
    readonly noRegisters: string | null;
    readonly roleTitles: typeof PAYLOAD_ROLES;
    readonly regions: readonly PayloadRegionInfo[];
    readonly regionTitles: typeof PAYLOAD_REGIONS;
  };
  readonly occupancy: OccupancyView;
  readonly pairs: readonly { readonly title: string; readonly record?: string; readonly pairs: readonly (readonly [string, string])[] }[];
  readonly lists: readonly PartRows[];
  /** Texts of vISA in the image. */
  readonly visa: number;
  readonly hasCost: boolean;
}

export type OccupancyView = { readonly estimate: NonNullable<KernelDetail['occupancy']>; readonly limit: string } | null;

const MAX_ROWS = 5_000;
/** Characters of a text in a row: thousands of rows with names of 64 KB would stop the page. */
const MAX_TEXT = 400;

export const KERNEL_HANDLERS = {
  /** The kernel of that name; without a name the first of the image, or of what is in the item. */
  kernel: ({ file, at, name }: { file: number; at: string; name?: string }): KernelView => viewOf(file, at, name),

  /** Null when the device is not known; `bad` when the text is not a size of a group. */
  occupancy: ({ file, at, name, group }: KernelParams & { group: string }): OccupancyView | 'bad' => {
    const size = group.trim() === '' ? undefined : parseGroupSize(group.trim().toLowerCase().replaceAll('×', 'x'));
    if (size === undefined && group.trim() !== '') return 'bad';
    const { content } = itemAt(file, at);
    const kernel = content.kind === 'zebin' ? content.zebin.kernelEntries.find((one) => one.name === name) : undefined;
    return kernel && content.kind === 'zebin' ? inWords(occupancy(content.zebin, kernel, size) ?? null) : null;
  },

  /** A copy of an image, for the worker that runs its kernels. */
  imageBytes: ({ file, at }: { file: number; at: string }): Uint8Array => itemAt(file, at).bytes.data.slice(),

  ...CODE_HANDLERS,
  ...COST_HANDLERS,
};

function inWords(estimate: KernelDetail['occupancy']): OccupancyView {
  return estimate && { estimate, limit: OCCUPANCY_LIMITS[estimate.limit] };
}

function* kernelPlaces(root: Item): Generator<KernelPlace> {
  for (const { item, zebin } of eachZebin(root)) for (const { name } of zebin.kernels) yield { at: item.address, name };
}

function viewOf(file: number, at: string, wanted: string | undefined): KernelView {
  const images = eachZebin(itemAt(file, at));
  let count = 0;
  let match: { readonly item: Item; readonly zebin: Zebin } | undefined;
  for (const image of images) {
    count++;
    if (!image.zebin.kernelEntries.some(({ name }) => name === (wanted ?? name))) continue;
    match = image;
    break;
  }
  const { item, zebin } = match ?? {};
  const name = wanted ?? zebin?.kernels[0]?.name;
  const same = zebin?.kernelEntries.filter((kernel) => kernel.name === name).length ?? 0;
  // The name may have a `*`, which the document interprets as any characters.
  const kernel = item && kernelDocument(item, { kernel: name }).kernels.find((one) => one.name === name);
  if (!item || !kernel) throw new Error(whyNone(count, wanted));
  const all = memo(file, 'kernel places', () => [...kernelPlaces(itemAt(file, ''))]);
  const index = all.findIndex((place) => place.at === item.address && place.name === kernel.name);
  const { address, target, version, label, resources, memory, code } = kernel;
  const parts = kernelParts(kernel);
  return {
    address,
    target,
    version,
    name: kernel.name,
    label,
    code,
    resources: RESOURCE_COLUMNS.map(({ title: [first = '', ...rest], text, explain }) => ({
      title: first,
      unit: rest.join(' '),
      text: text(resources),
      ...(explain === undefined ? {} : { explain }),
    })),
    mark: spillMark(resources),
    memory: MEMORY_WORDS.filter(([key]) => memory[key].per_thread > 0).map(([key, what]) => ({
      what,
      bound: key === 'spill' && memory.source === 'single-space',
      size: memory[key],
    })),
    same,
    index,
    kernels: all.length,
    previous: all[index - 1] ?? null,
    next: all[index + 1] ?? null,
    environment: [
      ...pairsOf(kernel.ze_info.execution_env).map(([key, value]) => ({ key: short(key), value: short(value), written: true })),
      ...Object.entries(kernel.defaults).map(([key, value]) => ({ key, value: valueText(value), written: false })),
    ],
    payload: payloadOf(kernel),
    occupancy: inWords(kernel.occupancy),
    pairs: parts.flatMap(({ title, record, pairs = [] }) =>
      pairs.length === 0
        ? []
        : [
            {
              title,
              pairs: pairs.slice(0, MAX_ROWS).map(([key, value]) => [short(key), short(value)] as const),
              ...(record === undefined ? {} : { record }),
            },
          ],
    ),
    lists: parts.flatMap(({ title, record, rows = [] }) => (rows.length === 0 ? [] : [listOf(title, record, rows)])),
    visa: visaOf(item).length,
    hasCost: costDocument(item, { kernel: kernel.name }).kernels.some((one) => one.name === kernel.name),
  };
}

function whyNone(images: number, name: string | undefined): string {
  if (images === 0 && name !== undefined) return `of ${name} the file gives the name only: it is in no zebin`;
  return name === undefined ? 'there are no kernels here' : `there is no kernel ${name} here`;
}

function payloadOf({ payload, arguments: args }: KernelDetail): KernelView['payload'] {
  const { entries, overlaps, implicit, regions } = payload;
  return {
    entries: entries.slice(0, MAX_ROWS).map((entry, i) => ({
      ...entry,
      entry: i,
      role: payloadRole(entry),
      arg_type: short(entry.arg_type),
      name: short(payloadName(entry, args)),
      type: short(payloadType(entry, args)),
      access: short(payloadAccess(entry, args)),
    })),
    left: Math.max(entries.length - MAX_ROWS, 0),
    overlaps,
    implicit: implicit.slice(0, MAX_ROWS),
    picture: drawPayload(payload),
    noRegisters: noRegisters(payload) ?? null,
    roleTitles: PAYLOAD_ROLES,
    regions,
    regionTitles: PAYLOAD_REGIONS,
  };
}

function listOf(title: string, record: string | undefined, rows: readonly Fields[]): PartRows {
  const shown = rows
    .slice(0, MAX_ROWS)
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? value : short(valueText(value))])),
    );
  const keys = keysOf(shown);
  return {
    title,
    ...(record === undefined ? {} : { record }),
    keys,
    numeric: keys.filter((key) => shown.every((row) => row[key] === undefined || typeof row[key] === 'number')),
    rows: shown,
    left: rows.length - shown.length,
  };
}

/** A text that is shortened in its middle: names differ at their ends. */
function short(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT / 2)}…${text.slice(-MAX_TEXT / 2)}`;
}
