/**
 * Containers as folders: items as files, and `container.json`, which has their order and what the container says about each. Everything
 * that follows from that (offsets, sizes, tables of names, filler) is computed when the folder is packed.
 */

import { Bytes, ByteWriter, encodeText, type FolderFile, FolderNames, sameBytes } from '../../core/bytes/index.ts';
import { type Outcome, Reporter } from '../../core/diag/index.ts';
import { AR_HEADER, type Ar, type ArField, arMembers, arWindow, type NewMember, writeAr } from '../../formats/ar/index.ts';
import { type Bundle, type Bundles, printTextBundle, TEXT_COMMENTS, type TextBundle, writeBundle } from '../../formats/bundle/index.ts';
import { bundleAlignment } from '../../formats/bundle/rewrite.ts';
import { layoutOffload, type Offload, writeOffload } from '../../formats/offload/index.ts';
import type { Syclbin, SyclbinImage } from '../../formats/syclbin/model.ts';
import { buildSyclbin } from '../../formats/syclbin/write.ts';
import { formatRow } from '../../walk/formats.ts';
import type { Item } from '../../walk/item.ts';
import { JsonFields } from './json-fields.ts';

/** What is written to `container.json`, without its first key. */
type Description = Readonly<Record<string, unknown>>;
/** Adds a file, and returns its path. */
type Put = (name: string, data: Uint8Array, extension?: string) => string;

interface ContainerFolder<M> {
  unpack(model: M, put: Put): Description;
  pack(fields: JsonFields): Uint8Array;
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
  const found = rowOf(content.kind);
  if (!found || !('model' in content)) return undefined;
  const names = new FolderNames();
  const files: FolderFile[] = [];
  const manifest = names.path('', MANIFEST);
  const kinds = new Map(item.children.map((child) => [child.name, formatRow(child.open().kind)?.extension]));
  const put: Put = (name, data, extension = kinds.get(name) ?? '.bin') => {
    const path = names.path('', name.endsWith(extension) ? name.slice(0, -extension.length) : name, extension);
    files.push({ path, data });
    return path;
  };
  const description = { container: content.kind, ...found.unpack(content.model, put) };
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
  const { fields, used } = JsonFields.parse(MANIFEST, files);
  const kind = fields.text('container');
  const found = rowOf(kind) ?? fields.refuse('container', `one of ${CONTAINER_FOLDER_KINDS.join(', ')}`);
  const value = fields.attempt(() => found.pack(fields));
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
  const own = all.filter((_, i) => ar.members[i]?.role !== 'padding' && ar.members[i]?.role !== 'names');
  const plain = own.map(({ name, data }): NewMember => ({ name, data }));
  const dated = own.map(({ name, data, header }): NewMember => ({ name, data, header: trimmed(header, KEPT) }));
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

function packAr(fields: JsonFields): Uint8Array {
  const members = fields.list('members').map((member): NewMember => {
    const header = member.optional('header')?.texts(AR_HEADER.fields.map(({ name }) => name));
    const filler = member.isNull('filler') ? null : member.has('filler') ? member.number('filler', 0xff) : undefined;
    const made = { name: member.text('name'), data: member.file('file') };
    return { ...made, ...(header ? { header } : {}), ...(filler === undefined ? {} : { filler }) };
  });
  return writeAr(members, { align: fields.flag('align'), thin: fields.flag('thin') });
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

function packOffload(fields: JsonFields): Uint8Array {
  const blobs = fields.list('blobs').flatMap((blob) => {
    const images = blob.list('images').map((image) => ({
      image_kind: image.number('image_kind', 0xffff),
      offload_kind: image.number('offload_kind', 0xffff),
      flags: image.number('flags', 0xffff_ffff),
      strings: image.list('strings').map((string) => ({ key: string.text('key'), value: string.text('value') })),
      image: image.file('file'),
    }));
    return layoutOffload(images, blob.number('version', 3));
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

function packSyclbin(fields: JsonFields): Uint8Array {
  const images = (list: JsonFields[]) => list.map((image) => ({ metadata: image.file('metadata'), bytes: image.file('file') }));
  const modules = fields.list('modules').map((module) => ({
    metadata: module.file('metadata'),
    ir: images(module.list('ir')),
    native: images(module.list('native')),
  }));
  const version = fields.number('version', 2);
  if (version !== 1 && version !== 2) return fields.refuse('version', '1 or 2');
  return buildSyclbin({ metadata: fields.file('metadata'), modules }, version);
}

function unpackBundles({ bundles }: Bundles, put: Put): Description {
  const one = (bundle: Bundle) => ({
    align: bundleAlignment(bundle),
    entries: bundle.entries.map(({ id, bytes }) => ({ id, file: put(id, bytes.data) })),
  });
  return { bundles: bundles.map(one) };
}

function packBundles(fields: JsonFields): Uint8Array {
  const out = new ByteWriter();
  for (const bundle of fields.list('bundles')) {
    const align = Math.max(bundle.number('align', 0x1000_0000), 1);
    const entries = entriesIn(bundle);
    bundle.pay('align', (align - 1) * entries.length);
    out.bytes(writeBundle(entries, { align }));
  }
  return out.finish();
}

function unpackTextBundle({ comment, entries }: TextBundle, put: Put): Description {
  return { comment, entries: entries.map(({ id, bytes }) => ({ id, file: put(id, bytes.data, '.txt') })) };
}

function packTextBundle(fields: JsonFields): Uint8Array {
  const text = fields.text('comment');
  const comment = TEXT_COMMENTS.find((one) => one === text) ?? fields.refuse('comment', `one of ${TEXT_COMMENTS.join(' ')}`);
  return printTextBundle(entriesIn(fields), comment);
}

function entriesIn(fields: JsonFields): { id: string; data: Uint8Array }[] {
  return fields.list('entries').map((entry) => ({ id: entry.text('id'), data: entry.file('file') }));
}
