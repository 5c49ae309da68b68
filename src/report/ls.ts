import { formatRow } from '../detect.ts';
import { SECTION_TYPES, shortName } from '../elf/index.ts';
import type { Item, OwnKind } from '../inspect.ts';
import { SECTION_TYPES as ZEBIN_SECTION_TYPES } from '../zebin/index.ts';

/** `zebin ls --json`: the tree of containers, images and sections. */
export interface LsDocument {
  readonly schema: 'zebin/ls/1';
  readonly root: LsEntry;
}

export interface LsEntry {
  /** Address below the file; empty for the file itself. Every verb takes `FILE` + address. */
  readonly address: string;
  /** The container's own name for it. */
  readonly name: string;
  readonly kind: string;
  /** What that kind is, in words; for a section its type. */
  readonly title: string;
  /** Offset in the file, in bytes. */
  readonly offset: number;
  /** Bytes in the file. */
  readonly size: number;
  /** Names of the device, best first, for an image. */
  readonly target?: readonly string[];
  /** ze_info version, for an image. */
  readonly version?: string;
  /** Names of its kernels, for an image. */
  readonly kernels?: readonly string[];
  readonly children: readonly LsEntry[];
}

export function lsDocument(root: Item): LsDocument {
  return { schema: 'zebin/ls/1', root: lsEntry(root) };
}

function lsEntry(item: Item): LsEntry {
  const { content } = item;
  const entry = {
    address: item.address,
    name: item.name,
    kind: item.kind,
    title: title(item),
    offset: item.bytes.base,
    size: item.bytes.length,
    children: item.children.map(lsEntry),
  };
  if (content.kind !== 'zebin') return entry;
  const { target, version, kernels } = content.zebin;
  return { ...entry, target: target.names, ...(version === undefined ? {} : { version }), kernels: kernels.map((kernel) => kernel.name) };
}

const OWN_TITLES: Readonly<Record<OwnKind, string>> = {
  section: 'a section',
  padding: 'filler that aligns the next member',
  index: "the archive's own table of names",
  data: 'data of no known kind',
};

function title(item: Item): string {
  if (item.content.kind === 'section') return shortName([...SECTION_TYPES, ...ZEBIN_SECTION_TYPES], item.content.section.sh_type);
  return formatRow(item.kind)?.title ?? OWN_TITLES[item.kind as OwnKind];
}
