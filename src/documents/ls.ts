import { kernelNamesOf } from '../analysis/coverage/coverage.ts';
import { type Compressed, hexBytes } from '../core/bytes/index.ts';
import { SECTION_TYPES, shortName } from '../formats/elf/index.ts';
import type { PropertySet } from '../formats/props/index.ts';
import { hasIr, SECTION_TYPES as ZEBIN_SECTION_TYPES } from '../formats/zebin/index.ts';
import type { Fact, OwnKind } from '../walk/containers.ts';
import { type Completeness, completenessOf } from '../walk/damage.ts';
import { formatRow } from '../walk/formats.ts';
import { type Item, type Pass, passOver } from '../walk/item.ts';
import { openerIn } from '../walk/opener.ts';
import { programCore } from './info.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';

/** `zebin ls --json`: the tree of containers, images and sections. */
export interface LsDocument extends Completeness {
  readonly schema: 'zebin/ls/1';
  readonly root: LsEntry;
}

/** An entry without those in it. */
export type LsRow = Omit<LsEntry, 'children'>;

export interface LsEntry {
  /** Address in the file; empty for the file itself. Every verb accepts `FILE` + address. */
  readonly address: string;
  /** Name of the item in its container. */
  readonly name: string;
  readonly kind: string;
  /** Description of the kind; for a section its type. */
  readonly title: string;
  /** Offset in the file, in bytes. */
  readonly offset: number;
  /** Address of the item in whose inflated data {@link offset} counts; absent when it counts in the file itself. */
  readonly source?: string;
  /** Bytes that it has in its container; for compressed data, the compressed bytes. */
  readonly size: number;
  readonly compression?: Compressed['method'];
  /** Bytes after inflating; only for compressed data. */
  readonly inflated_size?: number;
  /** Whether it is code for one device, or intermediate code that a driver compiles; absent if it is neither. */
  readonly code?: 'native' | 'ir';
  /** For native code: whether it has intermediate code, from which a driver can rebuild it for another device. */
  readonly has_ir?: boolean;
  /** Facts from the container: triple, options, kind. */
  readonly facts?: readonly Fact[];
  /** Names of the device, best first, for an image. */
  readonly target?: readonly string[];
  /** ze_info version, for an image. */
  readonly version?: string;
  /** Names of its kernels, for an image. */
  readonly kernels?: readonly string[];
  /** The property sets that its container has for it, or that it contains as text. */
  readonly properties?: readonly LsPropertySet[];
  /** Findings from reading the item. For an image, `info` has them. */
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

/**
 * The tree of containers, images and sections, with their addresses: `zebin ls`.
 *
 * @example
 * lsDocument(inspect(archive).value).root.children.length; // 4
 */
export function lsDocument(root: Item): LsDocument {
  return lsPass(passOver(root));
}

/** As {@link lsDocument}, for an item whose pass is still to come. */
export function lsPass(pass: Pass): LsDocument {
  const { root, completeness } = lsTree(pass, true, (row, children): LsEntry => ({ ...row, children }));
  return { schema: 'zebin/ls/1', ...completeness, root };
}

/**
 * The tree of a pass, of what is made of each entry: for a caller that keeps less of it.
 *
 * @param isWhole whether properties are listed, and the sections of images in a container: there may be twenty for each image
 * @param make gets an entry, and what was made of those in it
 */
export function lsTree<T>(
  pass: Pass,
  isWhole: boolean,
  make: (row: LsRow, children: readonly T[]) => T,
): { readonly root: T; readonly completeness: Completeness } {
  const open = openerIn(pass);
  /** Lists of properties that images share. */
  const listed: Listed = new Map();
  const childrenOf = (parent: Item): readonly T[] => {
    if (parent.content.kind === 'zebin' && parent !== pass.root && !isWhole) return [];
    return parent.children.map((child) => {
      const item = open(child, parent);
      return make(rowOf(item, isWhole && item.properties !== parent.properties, listed), childrenOf(item));
    });
  };
  const children = childrenOf(pass.root);
  const item = pass.whole();
  return { root: make(rowOf(item, isWhole, listed), children), completeness: completenessOf(item) };
}

/** @param isListed whether its property sets are listed: those of the item around it are not listed again */
function rowOf(item: Item, isListed: boolean, listed: Listed): LsRow {
  const { content, stored, bytes, compression, facts, diagnostics, properties } = item;
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
    ...(isListed && properties.length > 0 ? { properties: propertyList(properties, listed) } : {}),
    ...(content.kind === 'zebin' || diagnostics.length === 0 ? {} : { diagnostics: diagnostics.map((d) => diagnosticJson(d)) }),
  };
}

type Listed = Map<readonly PropertySet[], readonly LsPropertySet[]>;

type ZebinContent = Extract<Item['content'], { kind: 'zebin' }>['zebin'];

function imageFacts(zebin: ZebinContent): Pick<LsEntry, 'target' | 'version' | 'has_ir'> {
  const { target, version } = zebin;
  return {
    has_ir: hasIr(zebin),
    target: target.names,
    ...(version === undefined ? {} : { version }),
  };
}

function propertyList(sets: readonly PropertySet[], listed: Listed): readonly LsPropertySet[] {
  const list = listed.get(sets) ?? sets.map(propertySet);
  listed.set(sets, list);
  return list;
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
  file: 'a file that is neither code nor a container',
};

function title(item: Item): string {
  if (item.content.kind === 'section') return shortName([...SECTION_TYPES, ...ZEBIN_SECTION_TYPES], item.content.section.sh_type);
  return formatRow(item.kind)?.title ?? OWN_TITLES[item.kind as OwnKind];
}
