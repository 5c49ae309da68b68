/**
 * What is in each kind of container: from what its reader gives to parts that the walk opens. Readers know nothing of what they hold.
 */
import { type Ar, type ArMember, arMembers, writeAr } from '../ar/index.ts';
import {
  type Bundle,
  type BundleEntry,
  type Bundles,
  bundleId,
  type Ccobs,
  type PlacedEntry,
  printTextBundle,
  type TextBundle,
  writeBundle,
} from '../bundle/index.ts';
import { Bytes, ByteWriter, decodeText, encodeText } from '../bytes/index.ts';
import type { CachedBinaries, CacheKey } from '../cache/index.ts';
import { Reporter } from '../diag/index.ts';
import { FORMATS, type Host, KINDS, LLVM_FORMATS } from '../host/index.ts';
import {
  imageKindName,
  type Offload,
  offloadKindName,
  offloadPropertyText,
  offloadString,
  offloadSymbols,
  writeOffload,
} from '../offload/index.ts';
import { type PropertySet, parseProps, propertySets, propsFromBinary, setRow } from '../props/index.ts';
import type { Syclbin, SyclbinImage, SyclbinModule } from '../syclbin/model.ts';
import { writeSyclbin } from '../syclbin/write.ts';
import { platformRow, type VisaObject } from '../visa/index.ts';
import type { Fact, Part } from './part.ts';

/** Facts that are there. */
function factsOf(facts: Readonly<Record<string, string | number | undefined>>): Fact[] {
  return Object.entries(facts).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value: String(value) }]));
}

export function arParts(ar: Ar): Part[] {
  return ar.members.map((member) => {
    const { name, bytes, role } = member;
    if (role === 'padding') return { name, bytes, kind: 'padding', open: false };
    if (role === 'names' || role === 'symbols') return { name, bytes, kind: 'index', open: false };
    return ar.thin ? { name, bytes, elsewhere: name } : { name, bytes, replace: (data) => archiveWith(ar, member, data) };
  });
}

/** Filler is made anew where it was; an index of symbols, which has offsets of members, is left out when these move. */
function archiveWith(ar: Ar, old: ArMember, data: Uint8Array): Uint8Array {
  const all = arMembers(ar).map((member, i) => (ar.members[i] === old ? { ...member, data } : member));
  if (data.length === old.bytes.length) return writeAr(all);
  const kept = all.filter((_, i) => ar.members[i]?.role !== 'padding' && ar.members[i]?.role !== 'symbols');
  return writeAr(kept, { align: ar.members.some((member) => member.role === 'padding') });
}

export function offloadParts(offload: Offload, out: Reporter): Part[] {
  return offload.blobs.flatMap((blob) =>
    blob.entries.map((entry): Part => {
      const { version } = blob.header;
      const { image_kind, offload_kind } = entry.header;
      const triple = offloadString(entry, 'triple');
      const arch = offloadString(entry, 'arch');
      const target = [arch, triple].find((text) => text !== undefined && text !== '' && text !== 'generic');
      const others = entry.strings.filter(({ key }) => key !== 'symbols' && setRow(key) === undefined);
      const text = offloadPropertyText(entry);
      return {
        name: target ?? 'image',
        bytes: entry.image,
        facts: [
          ...factsOf({ target }),
          ...others.map(({ key, value }) => ({ name: key, value })),
          ...factsOf({
            version,
            image_kind: imageKindName(image_kind) ?? image_kind,
            offload_kind: offloadKindName(offload_kind, triple, image_kind) ?? offload_kind,
          }),
        ],
        kernels: offloadSymbols(entry),
        replace: (data) => {
          const entries = changed(blob.entries, entry, { ...entry, image: new Bytes(data) });
          return writeOffload({ ...offload, blobs: changed(offload.blobs, blob, { ...blob, entries }) });
        },
        ...(text === '' ? {} : { properties: propertySets(parseProps(encodeText(text), out).value) }),
      };
    }),
  );
}

/** A list with one element changed. */
function changed<T>(list: readonly T[], old: T, by: T): T[] {
  return list.map((element) => (element === old ? by : element));
}

/** Property text without a line has no magic of its own, and an empty one is nothing to open. */
function textPart(name: string, bytes: Bytes, am_index: number | undefined, replace: Part['replace']): Part[] {
  return bytes.length === 0 ? [] : [{ name, bytes, as: 'property-sets', facts: factsOf({ am_index }), ...(replace ? { replace } : {}) }];
}

export function syclbinParts(syclbin: Syclbin): Part[] {
  const { metadata, modules, bytes } = syclbin;
  // What is wrong with the text is reported with the part that it is; one budget for all, because images may share it.
  const unheard = new Reporter(bytes.length);
  const setsOf = (text: Bytes) => propertySets(parseProps(text, unheard).value);
  const images = modules.flatMap((module, am_index) => {
    const write = (by: SyclbinModule) => writeSyclbin({ ...syclbin, modules: changed(modules, module, by) });
    const shared = setsOf(module.metadata);
    const imageParts = (role: 'ir' | 'native') =>
      module[role].flatMap((image): Part[] => {
        const own = setsOf(image.metadata);
        const put = (by: SyclbinImage) => write({ ...module, [role]: changed(module[role], image, by) });
        const [arch, triple] = [textOf(own, 'arch'), textOf(own, 'target')];
        return [
          ...textPart(`${role}_metadata`, image.metadata, am_index, (data) => put({ ...image, metadata: new Bytes(data) })),
          {
            name: role,
            bytes: image.bytes,
            facts: factsOf({ target: arch ?? triple, arch, triple, am_index, version: syclbin.version }),
            properties: [...shared, ...own],
            replace: (data) => put({ ...image, bytes: new Bytes(data) }),
          },
        ];
      });
    return [
      ...textPart('am_metadata', module.metadata, am_index, (data) => write({ ...module, metadata: new Bytes(data) })),
      ...imageParts('ir'),
      ...imageParts('native'),
    ];
  });
  return [
    ...textPart('global_metadata', metadata, undefined, (data) => writeSyclbin({ ...syclbin, metadata: new Bytes(data) })),
    ...images,
  ];
}

/** A byte array among property sets, as text. */
function textOf(sets: readonly PropertySet[], key: string): string | undefined {
  const value = sets.flatMap((set) => set.properties).find((property) => property.key === key)?.value;
  return value?.type === 2 ? decodeText(value.data) : undefined;
}

/** A name for images of a host file, whichever way they are found: `.tgtimg` is what most of them are listed in. */
const HOST_IMAGE = 'tgtimg';

export function hostParts({ images, sections }: Host, out: Reporter): Part[] {
  const listed = images.map((image): Part => {
    const { target, bytes, compressed, compileOptions, linkOptions, kernels, version, offloadKind, format, entryForm } = image;
    const formats = offloadKind === 8 ? LLVM_FORMATS : FORMATS;
    return {
      name: HOST_IMAGE,
      bytes,
      ...(compressed ? { compressed } : {}),
      facts: factsOf({
        target,
        'compile-opts': compileOptions,
        'link-opts': linkOptions,
        version,
        offload_kind: KINDS.find((row) => row.value === offloadKind)?.name ?? offloadKind,
        format: formats.find((row) => row.value === format)?.name ?? format,
        entries: entryForm,
      }),
      kernels,
      properties: propsFromBinary(image.propertySets, out).value,
    };
  });
  const others = sections.map(({ name, role, id, bytes }): Part => {
    const { kind, target } = bundleId(id ?? '');
    return { name, bytes, facts: [...factsOf({ role }), ...(id === undefined ? [] : factsOf({ target, offload_kind: kind }))] };
  });
  return [...listed, ...others];
}

export function cacheParts({ binaries, form }: CachedBinaries): Part[] {
  return binaries.map((bytes) => ({
    name: 'binary',
    bytes,
    replace: (data) => {
      const out = new ByteWriter();
      if (form === 'counted') out.u64(binaries.length);
      for (const content of changed(binaries, bytes, new Bytes(data))) out.u64(content.length).bytes(content.data);
      return out.finish();
    },
  }));
}

export function cacheKeyParts({ device, build_options, specialization_constants, image }: CacheKey): Part[] {
  return [
    { name: 'specialization_constants', bytes: specialization_constants, open: false },
    { name: 'image', bytes: image, facts: factsOf({ device, 'compile-opts': build_options }) },
  ];
}

export function bundleParts({ bundles }: Bundles): Part[] {
  return bundles.flatMap((bundle) =>
    bundle.entries.map((entry) => ({
      ...entryPart(entry),
      replace: (data) => {
        const one = (other: Bundle) => (other === bundle ? writeBundle(...newEntries(bundle, entry, data)) : other.bytes.data);
        return bundles.reduce((out, other) => out.bytes(one(other)), new ByteWriter()).finish();
      },
    })),
  );
}

/** Where the tools align entries, they do so to pages. */
const PAGE = 4096;

/** Multiples of what the entries of a bundle begin at: of a page, or of nothing. */
export function bundleAlignment({ entries }: Bundle): number {
  return entries.every(({ offset, size }) => size === 0 || offset % PAGE === 0) ? PAGE : 1;
}

/** Entries stay where they are when nothing becomes larger or smaller, else they follow each other as they did. */
function newEntries(bundle: Bundle, old: PlacedEntry, data: Uint8Array): Parameters<typeof writeBundle> {
  const { entries, bytes } = bundle;
  const stays = data.length === old.size;
  const list = entries.map((entry) => ({
    id: entry.id,
    data: entry === old ? data : entry.bytes.data,
    ...(stays ? { offset: entry.offset } : {}),
  }));
  return [list, stays ? { size: bytes.length } : { align: bundleAlignment(bundle) }];
}

export function textBundleParts({ entries, comment }: TextBundle): Part[] {
  return entries.map((entry) => ({
    ...entryPart(entry),
    replace: (data) =>
      printTextBundle(
        entries.map((other) => ({ id: other.id, data: other === entry ? data : other.bytes.data })),
        comment,
      ),
  }));
}

function entryPart({ id, bytes }: BundleEntry): Part {
  const { kind, target } = bundleId(id);
  return { name: id, bytes, facts: factsOf({ target, offload_kind: kind }) };
}

export function ccobParts({ bundles }: Ccobs): Part[] {
  return bundles.map((ccob) => {
    const { stream, compressed, version } = ccob;
    const facts = factsOf({ version });
    // By a method that is not known: the reader says so.
    if (!compressed) return { name: 'bundle', bytes: stream, open: false, facts };
    const replace = (data: Uint8Array) =>
      bundles.reduce((out, other) => out.bytes(other === ccob ? data : other.bytes.data), new ByteWriter()).finish();
    return { name: 'bundle', bytes: stream, compressed, facts, replace };
  });
}

/** Machine code that is embedded in an object. */
export function visaParts({ kernels, bytes }: VisaObject): Part[] {
  return kernels.flatMap(({ name, gen_binaries }) =>
    gen_binaries.flatMap(({ gen_platform, binary_offset, bytes: code }) => {
      const target = platformRow(gen_platform)?.name ?? String(gen_platform);
      const window = code.length > 0 ? bytes?.sub(binary_offset, binary_offset + code.length) : undefined;
      return window ? [{ name: `${name}.gen`, bytes: window, open: false, facts: factsOf({ target }) }] : [];
    }),
  );
}
