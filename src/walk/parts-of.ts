/**
 * The content of each kind of container: turns the model of its reader into parts that the walk opens. Readers know nothing about the
 * content.
 */

import { Bytes, decodeText, encodeText } from '../core/bytes/index.ts';
import { COST, Reporter } from '../core/diag/index.ts';
import { compressZstd } from '../core/inflate/index.ts';
import type { Ar } from '../formats/ar/index.ts';
import { rewriteAr } from '../formats/ar/rewrite.ts';
import { type BundleEntry, type Bundles, bundleId, type Ccobs, type TextBundle } from '../formats/bundle/index.ts';
import { rewriteBundles, rewriteCcobs, rewriteTextBundle } from '../formats/bundle/rewrite.ts';
import type { CachedBinaries, CacheKey } from '../formats/cache/index.ts';
import { rewriteCachedBinaries } from '../formats/cache/rewrite.ts';
import { FORMATS, type Host, type HostImage, type HostSection, KINDS, LLVM_FORMATS, writeHost } from '../formats/host/index.ts';
import {
  imageKindName,
  type Offload,
  offloadKindName,
  offloadPropertyText,
  offloadString,
  offloadSymbols,
  writeOffload,
} from '../formats/offload/index.ts';
import { decodeProps, type PropertySet, propertySets, propsFromBinary, setRow } from '../formats/props/index.ts';
import type { Syclbin, SyclbinImage, SyclbinModule } from '../formats/syclbin/model.ts';
import { writeSyclbin } from '../formats/syclbin/write.ts';
import { platformRow, type VisaObject } from '../formats/visa/index.ts';
import { rewriteZip, type Zip } from '../formats/zip/index.ts';
import type { Changes, Fact, Part, Slot } from './part.ts';
import { type Sequence, writeSequence } from './sequence.ts';

/** Facts that are there. */
function factsOf(facts: Readonly<Record<string, string | number | undefined>>): Fact[] {
  const list: Fact[] = [];
  for (const name in facts) if (facts[name] !== undefined && facts[name] !== '') list.push({ name, value: String(facts[name]) });
  return list;
}

export function sequenceParts(sequence: Sequence): Part[] {
  const write = (changes: Changes) => writeSequence(sequence, changes);
  return sequence.images.map((image) => {
    const { bytes, declaredSize } = image;
    return { name: 'image', bytes, declaredSize, slot: { key: image, write } };
  });
}

export function arParts(ar: Ar): Part[] {
  const write = (changes: Changes) => rewriteAr(ar, changes);
  return ar.members.map((member) => {
    const { name, bytes, role } = member;
    if (role === 'padding') return { name, bytes, kind: 'padding', open: false };
    if (role === 'names' || role === 'symbols') return { name, bytes, kind: 'index', open: false };
    const declaredSize = Number(member.header.ar_size) - Number(/^#1\/([0-9]+)/.exec(member.header.ar_name)?.[1] ?? 0);
    return ar.thin ? { name, bytes, declaredSize, elsewhere: name } : { name, bytes, declaredSize, slot: { key: member, write } };
  });
}

export function offloadParts(offload: Offload, out: Reporter): Part[] {
  const write = (changes: Changes) => {
    const blobs = offload.blobs.map((blob) => {
      if (!blob.entries.some((entry) => changes.has(entry))) return blob;
      return { ...blob, entries: blob.entries.map((entry) => withContent(entry, 'image', changes.get(entry))) };
    });
    return writeOffload({ ...offload, blobs });
  };
  return offload.blobs.flatMap((blob) =>
    blob.entries.map((entry): Part => {
      const { version } = blob.header;
      const { image_kind, offload_kind, image_size } = entry.header;
      const triple = offloadString(entry, 'triple');
      const arch = offloadString(entry, 'arch');
      const target = [arch, triple].find((text) => text !== undefined && text !== '' && text !== 'generic');
      const others = entry.strings.filter(({ key }) => key !== 'symbols' && setRow(key) === undefined);
      const text = offloadPropertyText(entry);
      return {
        name: target ?? 'image',
        bytes: entry.image,
        declaredSize: Number(image_size),
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
        slot: { key: entry, write },
        ...(text === '' ? {} : { properties: propertySets(decodeProps(new Bytes(encodeText(text)), out)) }),
      };
    }),
  );
}

/** An object with bytes, with new bytes in their place; the same object if there are none. */
function withContent<K extends string, T extends { readonly [key in K]: Bytes }>(of: T, key: K, data: Uint8Array | undefined): T {
  return data ? { ...of, [key]: new Bytes(data) } : of;
}

/** Property text cannot be detected without a line, and there is nothing to open in an empty one. */
function textPart(name: string, bytes: Bytes, am_index: number | undefined, slot: Slot): Part[] {
  return bytes.length === 0 ? [] : [{ name, bytes, as: 'property-sets', facts: factsOf({ am_index }), slot }];
}

export function syclbinParts(syclbin: Syclbin, out: Reporter): Part[] {
  const { metadata, modules, bytes } = syclbin;
  // A fault in the text is reported with its part. All texts share one budget, because images may share a text.
  const unheard = new Reporter(bytes.length, undefined, true);
  const setsOf = (text: Bytes) => propertySets(decodeProps(text, unheard));
  // A text and an image are distinguished by their windows; an object without new content stays the same.
  const write = (changes: Changes) => {
    const text = <T extends { readonly metadata: Bytes }>(of: T) => withContent(of, 'metadata', changes.get(of.metadata));
    const image = (of: SyclbinImage) => withContent(text(of), 'bytes', changes.get(of.bytes));
    const module = (of: SyclbinModule) => ({ ...text(of), ir: of.ir.map(image), native: of.native.map(image) });
    return writeSyclbin({ ...text(syclbin), modules: modules.map(module) });
  };
  const slot = (key: Bytes): Slot => ({ key, write });
  const images = modules.flatMap((module, am_index) => {
    const shared = setsOf(module.metadata);
    const size = shared.reduce((sum, { properties }) => sum + 1 + properties.length, 0);
    // Images without sets of their own share the list of their module. Verbs print it for each image, so it is charged for each.
    const withShared = (propertySets: readonly PropertySet[]) => {
      if (size === 0 || !out.charge(COST.record * size, module.metadata.span(), '')) return propertySets;
      return propertySets.length === 0 ? shared : [...shared, ...propertySets];
    };
    const imageParts = (role: 'ir' | 'native') =>
      module[role].flatMap((image): Part[] => {
        const sets = setsOf(image.metadata);
        const [arch, triple] = [textOf(sets, 'arch'), textOf(sets, 'target')];
        return [
          ...textPart(`${role}_metadata`, image.metadata, am_index, slot(image.metadata)),
          {
            name: role,
            bytes: image.bytes,
            declaredSize: image.declaredSize,
            facts: factsOf({ target: arch ?? triple, arch, triple, am_index, version: syclbin.version }),
            properties: withShared(sets),
            slot: slot(image.bytes),
          },
        ];
      });
    return [...textPart('am_metadata', module.metadata, am_index, slot(module.metadata)), ...imageParts('ir'), ...imageParts('native')];
  });
  return [...textPart('global_metadata', metadata, undefined, slot(metadata)), ...images];
}

/** A byte array among property sets, as text. */
function textOf(sets: readonly PropertySet[], key: string): string | undefined {
  const value = sets.flatMap((set) => set.properties).find((property) => property.key === key)?.value;
  return value?.type === 2 ? decodeText(value.data) : undefined;
}

/** A name for images of a host file, however they are found: most are listed in `.tgtimg`. */
const HOST_IMAGE = 'tgtimg';

export function hostParts(host: Host, out: Reporter): Part[] {
  const { images, sections } = host;
  const write = (changes: Changes) => {
    const all = changes as ReadonlyMap<HostImage | HostSection, Uint8Array>;
    return writeHost(host, new Map([...all].map(([place, content]) => [place, fitting(place, content)])));
  };
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
      slot: { key: image, write },
    };
  });
  const others = sections.map((section): Part => {
    const { name, role, id, bytes } = section;
    const { kind, target } = bundleId(id ?? '');
    const slot = { key: section, write };
    const named = role === 'target-image' ? factsOf({ target: name }) : [];
    return {
      name,
      bytes,
      slot,
      placed: true,
      facts: [...factsOf({ role }), ...(id === undefined ? [] : factsOf({ target, offload_kind: kind })), ...named],
    };
  });
  return [...listed, ...others];
}

/** Content that replaces compressed content: compressed again if it does not fit otherwise. */
function fitting(place: HostImage | HostSection, content: Uint8Array): Uint8Array {
  if (content.length <= place.bytes.length || !('compressed' in place) || place.compressed?.method !== 'zstd') return content;
  return compressZstd(content);
}

export function cacheParts(cached: CachedBinaries): Part[] {
  const write = (changes: Changes) => rewriteCachedBinaries(cached, changes);
  return cached.binaries.map((bytes) => ({ name: 'binary', bytes, slot: { key: bytes, write } }));
}

export function cacheKeyParts({ device, build_options, specialization_constants, image }: CacheKey): Part[] {
  const facts = factsOf({ device, 'compile-opts': build_options });
  const constants = { name: 'specialization_constants', bytes: specialization_constants, open: false };
  return [...(specialization_constants.length === 0 ? [] : [constants]), { name: 'image', bytes: image, facts }];
}

/** The runtime joins platform, device, version and driver by `/`. The driver's version has none. */
export function cacheKeyFacts({ device, build_options, specialization_constants }: CacheKey): Fact[] {
  const at = device.split('/').length < 4 ? device.length : device.lastIndexOf('/');
  const constants = specialization_constants.length;
  return factsOf({
    device: device.slice(0, at).replaceAll('/', ', '),
    driver: device.slice(at + 1),
    options: build_options,
    'specialization constants': constants === 0 ? undefined : `${constants} bytes`,
  });
}

export function bundleParts(all: Bundles): Part[] {
  const write = (changes: Changes) => rewriteBundles(all, changes);
  return all.bundles.flatMap(({ entries }) =>
    entries.map((entry) => ({ ...entryPart(entry), declaredSize: entry.size, slot: { key: entry, write } })),
  );
}

export function textBundleParts(bundle: TextBundle): Part[] {
  const write = (changes: Changes) => rewriteTextBundle(bundle, changes);
  return bundle.entries.map((entry) => ({ ...entryPart(entry), slot: { key: entry, write } }));
}

function entryPart({ id, bytes }: BundleEntry): Part {
  const { kind, target } = bundleId(id);
  return { name: id, bytes, facts: factsOf({ target, offload_kind: kind }) };
}

export function ccobParts(all: Ccobs): Part[] {
  const write = (changes: Changes) => rewriteCcobs(all, changes);
  return all.bundles.map((ccob) => {
    const { stream, compressed, version } = ccob;
    const facts = factsOf({ version });
    // By an unknown method: the reader reports it.
    if (!compressed) return { name: 'bundle', bytes: stream, open: false, facts };
    return { name: 'bundle', bytes: stream, compressed, facts, slot: { key: ccob, write } };
  });
}

/** Folders are entries too: they have nothing to open. */
export function zipParts(zip: Zip): Part[] {
  const write = (changes: Changes) => rewriteZip(zip, changes);
  return zip.entries.flatMap((entry): Part[] => {
    const { name, bytes, compressed, unread, storedSize } = entry;
    if (bytes.length === 0 && storedSize === 0 && name.endsWith('/')) return [];
    if (unread !== undefined) return [{ name, bytes, kind: 'file', open: false, facts: factsOf({ unread }) }];
    return [{ name, bytes, kind: 'file', declaredSize: storedSize, ...(compressed ? { compressed } : {}), slot: { key: entry, write } }];
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
