import { type Compressed, hexBytes } from '../bytes/index.ts';
import { kernelNamesOf } from '../coverage/coverage.ts';
import { SECTION_TYPES, shortName } from '../elf/index.ts';
import type { PropertySet } from '../props/index.ts';
import type { Fact, OwnKind } from '../walk/containers.ts';
import { formatRow } from '../walk/formats.ts';
import type { Item } from '../walk/inspect.ts';
import { hasIr, SECTION_TYPES as ZEBIN_SECTION_TYPES } from '../zebin/index.ts';
import { programCore } from './info.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';

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
  /** Inflated data in which {@link offset} counts, by the address of the item it is the content of; absent for the file itself. */
  readonly source?: string;
  /** Bytes that it takes in its container: compressed ones, when it is compressed. */
  readonly size: number;
  readonly compression?: Compressed['method'];
  /** Bytes after inflating, when it is compressed. */
  readonly inflated_size?: number;
  /** Whether it is code for one device, or intermediate code that a driver compiles; absent for what is neither. */
  readonly code?: 'native' | 'ir';
  /** For native code, whether intermediate code is inside, from which a driver can rebuild for another device. */
  readonly has_ir?: boolean;
  /** What the container says of it: triple, options, kind. */
  readonly facts?: readonly Fact[];
  /** Names of the device, best first, for an image. */
  readonly target?: readonly string[];
  /** ze_info version, for an image. */
  readonly version?: string;
  /** Names of its kernels, for an image. */
  readonly kernels?: readonly string[];
  /** The property sets that its container keeps for it, or that it is the text of. */
  readonly properties?: readonly LsPropertySet[];
  /** What was found in reading it. Of an image, `info` says that. */
  readonly diagnostics?: readonly DiagnosticJson[];
  readonly children: readonly LsEntry[];
}

export interface LsPropertySet {
  readonly name: string;
  readonly properties: readonly LsProperty[];
}

/** A 32-bit number (type 1), or bits as bytes in hexadecimal (type 2). */
export type LsProperty =
  | { readonly key: string; readonly type: 1; readonly value: number }
  | { readonly key: string; readonly type: 2; readonly bits: number; readonly value: string };

/** The tree at and below an item that {@link inspect} gave. */
export function lsDocument(root: Item): LsDocument {
  return { schema: 'zebin/ls/1', root: lsEntry(root, []) };
}

/** @param above the property sets of what it is in, which are not written once more. */
function lsEntry(item: Item, above: readonly PropertySet[]): LsEntry {
  const { content, stored, bytes, compression, facts, diagnostics } = item;
  const code = formatRow(item.kind)?.code;
  const kernels = kernelNamesOf(item);
  const core = programCore(item);
  return {
    address: item.address,
    name: item.name,
    kind: item.kind,
    title: title(item),
    offset: stored.base,
    ...(stored.source === '' ? {} : { source: stored.source }),
    size: stored.length,
    ...(compression === undefined ? {} : { compression, inflated_size: bytes.length }),
    ...(code === undefined ? {} : { code }),
    ...(facts.length === 0 ? {} : { facts }),
    ...(content.kind === 'zebin' ? imageFacts(content.zebin) : {}),
    ...(core === undefined ? {} : { target: [core.name] }),
    ...(code === undefined && kernels.length === 0 ? {} : { kernels }),
    ...(item.properties.length === 0 || item.properties === above ? {} : { properties: item.properties.map(propertySet) }),
    ...(content.kind === 'zebin' || diagnostics.length === 0 ? {} : { diagnostics: diagnostics.map((d) => diagnosticJson(d)) }),
    children: item.children.map((child) => lsEntry(child, item.properties)),
  };
}

type ZebinContent = Extract<Item['content'], { kind: 'zebin' }>['zebin'];

function imageFacts(zebin: ZebinContent): Pick<LsEntry, 'target' | 'version' | 'has_ir'> {
  const { target, version } = zebin;
  return {
    has_ir: hasIr(zebin),
    target: target.names,
    ...(version === undefined ? {} : { version }),
  };
}

function propertySet({ name, properties }: PropertySet): LsPropertySet {
  return {
    name,
    properties: properties.map(({ key, value }) =>
      value.type === 1 ? { key, type: 1, value: value.value } : { key, type: 2, bits: value.bits, value: hexBytes(value.data) },
    ),
  };
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
