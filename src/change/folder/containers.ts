/**
 * Containers as folders: items as files, and `container.json`, which has their order and what the container says about each. Everything
 * that follows from that (offsets, sizes, tables of names, filler) is computed when the folder is packed.
 */

import { Bytes, ByteWriter, encodeText, type FolderFile, FolderNames, type JsonValue, sameBytes } from '../../core/bytes/index.ts';
import { type Outcome, Reporter } from '../../core/diag/index.ts';
import { AR_HEADER, type Ar, type ArField, arMembers, arWindow, type NewMember, writeAr } from '../../formats/ar/index.ts';
import { type Bundle, type Bundles, printTextBundle, TEXT_COMMENTS, type TextBundle, writeBundle } from '../../formats/bundle/index.ts';
import { bundleAlignment } from '../../formats/bundle/rewrite.ts';
import { layoutOffload, type Offload, writeOffload } from '../../formats/offload/index.ts';
import type { Syclbin, SyclbinImage } from '../../formats/syclbin/model.ts';
import { buildSyclbin } from '../../formats/syclbin/write.ts';
import { formatRow } from '../../walk/formats.ts';
import type { Item } from '../../walk/item.ts';
import { Manifest } from './manifest.ts';

/** What is written to `container.json`, without its first key. */
type Description = Readonly<Record<string, unknown>>;
/** Adds a file, and returns its path. */
type Put = (name: string, data: Uint8Array, extension?: string) => string;

interface ContainerFolder<M> {
  unpack(model: M, put: Put): Description;
  pack(document: JsonValue, manifest: Manifest): Uint8Array;
}

const row = <M>(of: ContainerFolder<M>): ContainerFolder<M> => of;

const CONTAINER_FOLDERS = {
  ar: row<Ar>({ unpack: unpackAr, pack: packAr }),
  'offload-binary': row<Offload>({ unpack: unpackOffload, pack: packOffload }),
  syclbin: row<Syclbin>({ unpack: unpackSyclbin, pack: packSyclbin }),
  'clang-bundle': row<Bundles>({ unpack: unpackBundles, pack: packBundles }),
  'text-bundle': row<TextBundle>({ unpack: unpackTextBundle, pack: packTextBundle }),
} as const;

/** Kinds of containers that can be unpacked to folders. */
export const CONTAINER_FOLDER_KINDS: readonly string[] = Object.keys(CONTAINER_FOLDERS);
/** The file that identifies the folder of an unpacked container. */
const MANIFEST = 'container.json';

const rowOf = (kind: string): ContainerFolder<unknown> | undefined =>
  Object.hasOwn(CONTAINER_FOLDERS, kind)
    ? (CONTAINER_FOLDERS[kind as keyof typeof CONTAINER_FOLDERS] as ContainerFolder<unknown>)
    : undefined;

/** The folder of a container; undefined for kinds other than {@link CONTAINER_FOLDER_KINDS}. */
export function unpackContainer(item: Item): FolderFile[] | undefined {
  const { content } = item;
  const folder = rowOf(content.kind);
  if (!folder || !('model' in content)) return undefined;
  const names = new FolderNames();
  const files: FolderFile[] = [];
  const manifest = names.path('', MANIFEST);
  // Of parts of one name, the last one says of what kind they are. Only that one is read for it.
  const parts = new Map(item.children.map((child) => [child.name, child]));
  const extensions = new Map<string, string>();
  const extensionOf = (name: string): string => {
    const extension = extensions.get(name) ?? formatRow(parts.get(name)?.open().kind ?? '')?.extension ?? '.bin';
    extensions.set(name, extension);
    return extension;
  };
  const put: Put = (name, data, extension = extensionOf(name)) => {
    const path = names.path('', name.endsWith(extension) ? name.slice(0, -extension.length) : name, extension);
    files.push({ path, data });
    return path;
  };
  const description = { container: content.kind, ...folder.unpack(content.model, put) };
  return [{ path: manifest, data: encodeText(`${JSON.stringify(description, null, 2)}\n`) }, ...files];
}

export function isContainerFolder(files: readonly FolderFile[]): boolean {
  return files.some(({ path }) => path === MANIFEST);
}

/**
 * The container of a folder that {@link unpackContainer} made and a person may have edited. Throws `FormatError`, with `container.json`
 * as source of its span: `pack/syntax`, `pack/value`, `pack/missing-file`. Diagnostics: `pack/unused-file`.
 */
export function packContainer(files: readonly FolderFile[]): Outcome<Uint8Array> {
  const size = files.reduce((sum, { data }) => sum + data.length, 0);
  const out = new Reporter(size);
  const manifest = new Manifest(MANIFEST, files);
  const { document, used } = manifest;
  const kind = document.at('container');
  const folder = rowOf(kind.text()) ?? kind.refuse(`one of ${CONTAINER_FOLDER_KINDS.join(', ')}`);
  const value = manifest.attempt(() => folder.pack(document, manifest));
  for (const { path } of files) {
    if (used.has(path)) continue;
    const message = `${path} is not named in ${MANIFEST}, and is not in the container`;
    out.report('pack/unused-file', { source: path, start: 0, end: 0 }, path, message);
  }
  return { value, diagnostics: out.diagnostics };
}

/** Fields of a member's header other than its name and size. */
const KEPT = AR_HEADER.fields.map(({ name }) => name).filter((name) => !['ar_name', 'ar_size', 'ar_fmag'].includes(name));

/** Only the members, if they result in the same bytes: filler and tables of names are created as by `ocloc` or GNU tools. */
function unpackAr(ar: Ar, put: Put): Description {
  const all = arMembers(ar);
  const fileMembers = all.filter((_, i) => ar.members[i]?.role !== 'padding' && ar.members[i]?.role !== 'names');
  const plain = fileMembers.map(({ name, data }): NewMember => ({ name, data }));
  const dated = fileMembers.map(({ name, data, header }): NewMember => ({ name, data, header: trimmed(header, KEPT) }));
  for (const members of [plain, dated]) {
    for (const align of [true, false]) {
      if (sameBytes(writeOrNothing(members, align), ar.bytes)) return { align, members: members.map((member) => memberJson(member, put)) };
    }
  }
  return { thin: ar.thin, align: false, members: all.map((member) => memberJson(member, put)) };
}

function memberJson({ name, data, header, filler }: NewMember, put: Put): Description {
  return { name, file: put(name, Bytes.from(data).data), ...(header ? { header } : {}), ...(filler === undefined ? {} : { filler }) };
}

function trimmed(header: NewMember['header'], keep: readonly ArField[]): NonNullable<NewMember['header']> {
  return Object.fromEntries(keep.map((key) => [key, (header?.[key] ?? '').trimEnd()]));
}

function writeOrNothing(members: readonly NewMember[], align: boolean): Bytes {
  try {
    return arWindow(members, { align });
  } catch (error) {
    if (error instanceof RangeError) return Bytes.from(new Uint8Array(0));
    throw error;
  }
}

function packAr(document: JsonValue, manifest: Manifest): Uint8Array {
  const members = document.listAt('members').map((member): NewMember => {
    const header = member.optional('header');
    const filler = member.optional('filler');
    return {
      name: member.at('name').text(),
      data: manifest.file(member.at('file')),
      ...(header ? { header: headerOf(header) } : {}),
      ...(filler ? { filler: filler.isNull ? null : filler.number(0xff) } : {}),
    };
  });
  return writeAr(members, { align: document.at('align').flag(), thin: document.at('thin').flag() });
}

/** The fields of a member's header that are given. */
function headerOf(header: JsonValue): NonNullable<NewMember['header']> {
  return Object.fromEntries(
    AR_HEADER.fields.flatMap(({ name }) => {
      const text = header.optional(name)?.text();
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

function unpackOffload({ blobs }: Offload, put: Put): Description {
  return {
    blobs: blobs.map(({ header, entries }) => ({
      version: header.version,
      images: entries.map(({ header: { image_kind, offload_kind, flags }, strings, image }) => {
        const named = strings.find(({ key, value }) => (key === 'arch' || key === 'triple') && value !== '')?.value ?? 'image';
        return {
          image_kind,
          offload_kind,
          flags,
          strings: strings.map(({ key, value }) => ({ key, value })),
          file: put(named, image.data),
        };
      }),
    })),
  };
}

function packOffload(document: JsonValue, manifest: Manifest): Uint8Array {
  const blobs = document.listAt('blobs').flatMap((blob) => {
    const images = blob.listAt('images').map((image) => ({
      image_kind: image.at('image_kind').number(0xffff),
      offload_kind: image.at('offload_kind').number(0xffff),
      flags: image.at('flags').number(0xffff_ffff),
      strings: image.listAt('strings').map((string) => ({ key: string.at('key').text(), value: string.at('value').text() })),
      image: manifest.file(image.at('file')),
    }));
    return layoutOffload(images, blob.at('version').number(3));
  });
  return writeOffload({ blobs });
}

function unpackSyclbin({ version, metadata, modules }: Syclbin, put: Put): Description {
  const images = (role: string, list: readonly SyclbinImage[]) =>
    list.map((image) => ({ metadata: put(`${role}_metadata`, image.metadata.data, '.prop'), file: put(role, image.bytes.data) }));
  return {
    version,
    metadata: put('global_metadata', metadata.data, '.prop'),
    modules: modules.map((module) => ({
      metadata: put('am_metadata', module.metadata.data, '.prop'),
      ir: images('ir', module.ir),
      native: images('native', module.native),
    })),
  };
}

function packSyclbin(document: JsonValue, manifest: Manifest): Uint8Array {
  const images = (list: JsonValue) =>
    list.list().map((image) => ({ metadata: manifest.file(image.at('metadata')), bytes: manifest.file(image.at('file')) }));
  const modules = document.listAt('modules').map((module) => ({
    metadata: manifest.file(module.at('metadata')),
    ir: images(module.at('ir')),
    native: images(module.at('native')),
  }));
  const version = document.at('version').number(2);
  if (version !== 1 && version !== 2) return document.at('version').refuse('1 or 2');
  return buildSyclbin({ metadata: manifest.file(document.at('metadata')), modules }, version);
}

function unpackBundles({ bundles }: Bundles, put: Put): Description {
  const one = (bundle: Bundle) => ({
    align: bundleAlignment(bundle),
    entries: bundle.entries.map(({ id, bytes }) => ({ id, file: put(id, bytes.data) })),
  });
  return { bundles: bundles.map(one) };
}

function packBundles(document: JsonValue, manifest: Manifest): Uint8Array {
  const out = new ByteWriter();
  for (const bundle of document.listAt('bundles')) {
    const alignment = bundle.at('align');
    const align = Math.max(alignment.number(0x1000_0000), 1);
    const entries = entriesIn(bundle, manifest);
    manifest.pay(alignment, (align - 1) * entries.length);
    out.bytes(writeBundle(entries, { align }));
  }
  return out.finish();
}

function unpackTextBundle({ comment, entries }: TextBundle, put: Put): Description {
  return { comment, entries: entries.map(({ id, bytes }) => ({ id, file: put(id, bytes.data, '.txt') })) };
}

function packTextBundle(document: JsonValue, manifest: Manifest): Uint8Array {
  const text = document.at('comment');
  const comment = TEXT_COMMENTS.find((one) => one === text.text()) ?? text.refuse(`one of ${TEXT_COMMENTS.join(' ')}`);
  return printTextBundle(entriesIn(document, manifest), comment);
}

function entriesIn(document: JsonValue, manifest: Manifest): { id: string; data: Uint8Array }[] {
  return document.listAt('entries').map((entry) => ({ id: entry.at('id').text(), data: manifest.file(entry.at('file')) }));
}
