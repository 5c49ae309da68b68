/**
 * Which code of a file a driver would use for a device: the binary made for it, a binary made for a device that it is compatible with, or
 * intermediate code that the driver compiles.
 */

import { DEVICES, type Devices, type ProductConfig } from '../../devices/index.ts';
import type { Ar } from '../../formats/ar/index.ts';
import { entryPoints } from '../../formats/spirv/index.ts';
import { EM_INTELGT, hasIr, isPseudoKernel, readBits, TARGET_METADATA, type Zebin } from '../../formats/zebin/index.ts';
import { asClosed, type ClosedItem, eachFile, type Item } from '../../walk/item.ts';
import { modelOf } from '../../walk/model-of.ts';

/** How a device gets a kernel, the best way first. */
export const CODE_MATCHES = ['native', 'fallback', 'ir'] as const;
export type CodeMatch = (typeof CODE_MATCHES)[number];

/** What a device gets from one image, or from one archive, of which the driver uses one member. */
export interface Choice {
  readonly match: CodeMatch;
  /** The item that is used; for an archive, the member. */
  readonly item: ClosedItem;
  readonly kernels: readonly string[];
}

/** Something that a driver can choose from: it uses all of it, a part, or nothing. */
export interface Offer {
  readonly item: ClosedItem;
  /** @param bits pointer width of the host process. */
  choose(device: ProductConfig, bits?: Bits): Choice | undefined;
}

export type Bits = 32 | 64;

/**
 * What a device gets from offers with equal standing, such as the images of a SYCL program. Each kernel comes once, from the first of the
 * offers that have it with the best match. A choice has the kernels that come from it. A choice without kernels is left out, unless it is
 * machine code that has none at all, such as a library of functions.
 */
export function choicesFor(offers: readonly Offer[], device: ProductConfig): readonly Choice[] {
  const choices: Choice[] = [];
  for (const offer of offers) {
    const choice = offer.choose(device);
    if (choice) choices.push(choice);
  }
  const keys = new Set<string>();
  const byChoice = new Map<Choice, Choice>();
  for (const match of CODE_MATCHES) {
    for (const choice of choices) {
      if (choice.match !== match) continue;
      const kernels = choice.kernels.filter((name) => !keys.has(name));
      for (const name of kernels) keys.add(name);
      if (kernels.length > 0 || (choice.kernels.length === 0 && match !== 'ir')) byChoice.set(choice, { ...choice, kernels });
    }
  }
  return choices.flatMap((choice) => byChoice.get(choice) ?? []);
}

/** The first of some devices that uses each item of a file, by the address of the item. */
export function usersOf(root: Item, wanted: readonly ProductConfig[], devices = DEVICES): ReadonlyMap<string, ProductConfig> {
  const offers = offersOf(root, devices);
  const users = new Map<string, ProductConfig>();
  for (const device of wanted)
    for (const { item } of choicesFor(offers, device)) if (!users.has(item.address)) users.set(item.address, device);
  return users;
}

const OCLOC_MEMBER = /^(32|64)\./;
const GENERIC_IR = 'generic_ir';

/**
 * What a file offers to drivers: each image separately, and each ocloc archive as one offer, because the driver uses one member of it.
 * Static libraries and other archives are not offers themselves; only their contents are.
 */
export function offersOf(root: Item, devices = DEVICES): Offer[] {
  const archive = modelOf(root.content, 'ar');
  if (archive && isOclocArchive(archive)) return [archiveOffer(root, devices)];
  const rootOffer = imageOffer(root, devices);
  return rootOffer ? [rootOffer] : root.children.flatMap((child) => offersOf(child.open(), devices));
}

/** Whether an archive is one that ocloc makes for several devices. */
export function isOclocArchive(ar: Ar): boolean {
  return ar.members.some(({ name }) => OCLOC_MEMBER.test(name) || name === GENERIC_IR);
}

function imageOffer(item: Item, devices: Devices): Offer | undefined {
  const kernels = kernelsOf(item);
  if (item.content.kind === 'zebin') return zebinOffer(asClosed(item), item.content.zebin, kernels, devices);
  return kernels.length > 0 ? { item: asClosed(item), choose: () => ({ match: 'ir', item: asClosed(item), kernels }) } : undefined;
}

/** Names of the kernels of an image; empty for anything else. */
export function kernelsOf(item: Item): readonly string[] {
  if (item.content.kind === 'zebin') return item.content.zebin.kernels.map((kernel) => kernel.name);
  return item.kind === 'spirv' ? entryPoints(item.bytes).filter((name) => !isPseudoKernel(name)) : [];
}

/** As {@link kernelsOf}; for an image that is not decoded, the names that its container lists. */
export function kernelNamesOf(item: Item): readonly string[] {
  const kernels = kernelsOf(item);
  return kernels.length > 0 || item.content.kind === 'zebin' ? kernels : item.kernels.filter((name) => !isPseudoKernel(name));
}

/** Every device chooses among the same three: their number does not grow with that of the devices. */
function zebinOffer(item: ClosedItem, zebin: Zebin, kernels: readonly string[], devices: Devices): Offer {
  const native: Choice = { match: 'native', item, kernels };
  const fallback: Choice = { match: 'fallback', item, kernels };
  const otherwise: Choice | undefined = hasIr(zebin) ? { match: 'ir', item, kernels } : undefined;
  const { target, elf } = zebin;
  const targeted: Targeted = { target, elf: { header: elf.header } };
  return {
    item,
    choose: (device) => {
      const match = runsOn(targeted, device, devices);
      if (match === undefined) return otherwise;
      return match === 'native' ? native : fallback;
    },
  };
}

/** What a zebin says of the devices that it is for. */
interface Targeted {
  readonly target: Zebin['target'];
  readonly elf: Pick<Zebin['elf'], 'header'>;
}

/**
 * Whether a driver of the newest release uses the code of a zebin for a device: `native` if it was made for the device, `fallback` if it
 * was made for a compatible one. Steppings are compared if note 6 names them. Those of note 3 are ignored, because no public table says
 * which stepping a device has.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zebin_decoder.cpp (validateTargetDevice).
 */
export function runsOn({ elf, target }: Targeted, device: ProductConfig, devices = DEVICES): 'native' | 'fallback' | undefined {
  const core = devices.family(device.family)?.core;
  const { e_machine } = elf.header;
  // For a machine other than Intel GT, e_machine is the number of a product or core family; one bit of the flags says which.
  if (e_machine !== EM_INTELGT) return e_machine === (machineIsCore(elf.header.e_flags) ? core : device.family) ? 'native' : undefined;
  const { product_config: config, product_family: family, gfxcore_family: gfxcore } = target;
  if (config) {
    if (config.value === device.value) return 'native';
    return devices.fallbacksOf(device.value).some((row) => row.value === config.value) ? 'fallback' : undefined;
  }
  if (!family && !gfxcore) return undefined;
  if (gfxcore && gfxcore.value !== core) return undefined;
  return family && family.value !== device.family ? undefined : 'native';
}

function machineIsCore(e_flags: number): boolean {
  return readBits(TARGET_METADATA, e_flags).reservedBit !== 0;
}

/**
 * The member that a driver chooses in an ocloc archive. Each of four filters finds the first member whose name begins with it; the driver
 * uses the first of these members that is for the device. It then tries the names of the products whose binaries run on the device, then
 * the intermediate code of a member that was not for the device, and then the member `generic_ir`.
 *
 * While it tries the other products, the numbers in the filters stay those of the device itself. So only members that are named by product
 * are found then.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/device_binary_format_ar.cpp.
 */
function archiveOffer(archive: Item, devices: Devices): Offer {
  const first = firstMember(archive);
  const offered = memberOffers(devices);
  const platforms = platformsOf(devices);
  const generic = first(GENERIC_IR);
  let genericIr: Choice | undefined;
  return {
    item: asClosed(archive),
    choose: (device, bits = 64) => {
      let ir: Choice | undefined;
      for (const platform of platforms(device)) {
        for (const filter of filtersOf(device, platform, bits)) {
          const member = first(filter);
          const choice = member && memberChoice(offered(member), member, device, bits);
          if (choice && choice.match !== 'ir') return choice;
          ir ??= choice;
        }
      }
      if (!ir && generic) genericIr ??= irOf(generic, archive);
      return ir ?? genericIr;
    },
  };
}

/**
 * Finds the first member whose name begins with a filter. Devices share filters, and there may be many of them and many members: in the
 * order of the names, those that begin with a filter are next to each other.
 */
export function firstMember({ children }: Item): (filter: string) => ClosedItem | undefined {
  const sorted = children.map((item, place) => ({ name: item.name, item, place })).sort(byName);
  const members = new Map<string, ClosedItem | undefined>();
  return (filter) => {
    if (!members.has(filter)) {
      let first: (typeof sorted)[number] | undefined;
      for (let i = placeOf(filter, sorted); sorted[i]?.name.startsWith(filter); i++) {
        const one = sorted[i];
        if (one && one.place < (first?.place ?? children.length)) first = one;
      }
      members.set(filter, first?.item);
    }
    return members.get(filter);
  };
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : Number(a.name > b.name));

/** Where the names begin that are not before a text, in a sorted list. */
function placeOf(text: string, sorted: readonly { readonly name: string }[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.name ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What members offer, each read once: devices find the same members. */
export function memberOffers(devices: Devices): (member: ClosedItem) => readonly Offer[] {
  const offers = new Map<ClosedItem, readonly Offer[]>();
  return (member) => {
    const known = offers.get(member) ?? offersOf(member.open(), devices);
    offers.set(member, known);
    return known;
  };
}

/** What the driver would use from a member that it found, and that offers these. */
export function memberChoice(offers: readonly Offer[], member: ClosedItem, device: ProductConfig, bits: Bits): Choice | undefined {
  for (const offer of offers) {
    const choice = offer.choose(device, bits);
    if (choice) return { ...choice, item: member };
  }
  return undefined;
}

/** The intermediate code next to the members. If it does not name its kernels, it counts as having those of the members. */
function irOf(generic: ClosedItem, archive: Item): Choice {
  const irKernels = [...eachFile(generic.open())].flatMap(kernelsOf);
  const kernels = irKernels.length > 0 ? irKernels : [...new Set(archive.children.flatMap((child) => kernelsOf(child.open())))];
  return { match: 'ir', item: generic, kernels };
}

/** The prefixes of member names that a driver looks for, best first. */
export function filtersOf(device: ProductConfig, platform: string, bits: Bits): string[] {
  const [architecture, release, stepping] = device.ip.split('.');
  return [device.ip, `${platform}.${stepping}`, `${architecture}.${release}`, platform].map((name) => `${bits}.${name}`);
}

/**
 * Short names of the device's product and of the products whose binaries it runs, in the order in which a driver tries them. The
 * driver looks for these by product name, not by device name: it uses the product's first device in alphabetical order.
 *
 * Source: intel/compute-runtime shared/source/helpers/product_config_helper.cpp (getCompatibilityFallbackProductAbbreviations).
 */
export function platformsOf(devices: Devices): (device: ProductConfig) => readonly string[] {
  // The short names of all devices, sorted.
  let names: readonly Named[] | undefined;
  const byTarget = new Map<number, readonly string[]>();
  return ({ family }) => {
    names ??= devices.rows.configs.flatMap(({ value, acronyms }) => acronyms.map((name) => ({ name, value }))).sort(byName);
    const known = byTarget.get(family) ?? productPlatforms(family, names, devices);
    byTarget.set(family, known);
    return known;
  };
}

function productPlatforms(family: number, names: readonly Named[], devices: Devices): readonly string[] {
  const acronym = devices.family(family)?.acronym.toLowerCase() ?? '';
  if (acronym === '') return [];
  const from = (text: string) => names[placeOf(text, names)];
  const [specific, plain] = [from(`${acronym}-`), from(acronym)];
  const first = specific?.name.startsWith(`${acronym}-`) ? specific : plain?.name === acronym ? plain : undefined;
  const others = first ? devices.fallbacksOf(first.value).map((row) => ([...row.acronyms].sort()[0] ?? '').replace(/-.*$/, '')) : [];
  return [...new Set([acronym, ...others])].filter((name) => name !== '');
}

interface Named {
  readonly name: string;
  readonly value: number;
}
