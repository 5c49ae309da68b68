/**
 * One walk through a file: containers, what they hold, and sections, each with an address that stays the same.
 */
import { type Ar, readAr } from './ar/index.ts';
import { Bytes, type Source } from './bytes/index.ts';
import { detectByStart, elfKind, type FormatKind, formatRow } from './detect.ts';
import { type Diagnostic, diagnostic, FormatError, LIMITS, type Outcome, Reporter } from './diag/index.ts';
import { type Elf, readElf, type Section } from './elf/index.ts';
import { isZebin, type Zebin, zebinOfElf } from './zebin/index.ts';

/** Kinds besides formats: a section, an archive's filler and tables of names, and what is none of the formats. */
export type OwnKind = 'section' | 'padding' | 'index' | 'data';

/** A node of the walk. */
export interface Item {
  readonly kind: FormatKind | OwnKind;
  /** Address below the input: empty for the input itself, `!64.20.1.0!.text.k` for a section of a member. */
  readonly address: string;
  /** Last step of the address, as the container spells it; empty for the input. */
  readonly name: string;
  readonly bytes: Bytes;
  readonly content: ItemContent;
  readonly children: readonly Item[];
  /** Findings of this item alone, without those of its children. */
  readonly diagnostics: readonly Diagnostic[];
}

export type ItemContent =
  | { readonly kind: 'zebin'; readonly zebin: Zebin }
  | { readonly kind: 'ar'; readonly ar: Ar }
  | { readonly kind: 'elf'; readonly elf: Elf }
  | { readonly kind: 'section'; readonly section: Section }
  | { readonly kind: 'none' };

/**
 * Reads a file of any kind and everything inside it.
 *
 * Throws `FormatError` when there is nothing to show: an empty input (`detect/empty`), data of no known kind (`detect/unknown`),
 * or of a kind that is recognised but not read (`detect/not-readable`; its message says what to do). Inside a container such
 * members are items of kind `data`, or of the kind recognised.
 */
export function inspect(input: Uint8Array | Bytes | Source): Outcome<Item> {
  const bytes = Bytes.from(input);
  if (bytes.length === 0) throw new FormatError(diagnostic('detect/empty', 'the input is empty', bytes.span(), ''));
  const value = walk(bytes, '', '', 0);
  const start = bytes.span(0, Math.min(bytes.length, 16));
  if (value.kind === 'data') {
    const message = 'the first bytes match no format that is known here; give a device binary: a .zebin, .bin or .ar file';
    throw new FormatError(diagnostic('detect/unknown', message, start, ''));
  }
  const row = formatRow(value.kind);
  if (row?.advice !== undefined) {
    throw new FormatError(diagnostic('detect/not-readable', `this is ${row.title}. ${row.advice}`, start, '', { kind: row.kind }));
  }
  return { value, diagnostics: allDiagnostics(value) };
}

function walk(bytes: Bytes, address: string, name: string, depth: number): Item {
  const kind = detectByStart(bytes);
  const out = new Reporter(bytes.length);
  const item = { address, name, bytes };
  switch (kind) {
    case 'elf': {
      const elf = readElf(bytes, out).value;
      const zebin = isZebin(elf) ? zebinOfElf(elf, out).value : undefined;
      const content: ItemContent = zebin ? { kind: 'zebin', zebin } : { kind: 'elf', elf };
      return { kind: elfKind(elf), ...item, content, children: sectionItems(elf, address, out), diagnostics: out.diagnostics };
    }
    case 'ar': {
      const ar = readAr(bytes, out).value;
      const addresses = childAddresses(address, ar.members, bytes, out);
      const tooDeep = depth >= LIMITS.containerDepth;
      if (tooDeep)
        out.report(
          'limit/depth',
          bytes.span(),
          '',
          `containers nest deeper than ${LIMITS.containerDepth}; the members of this one are not opened`,
        );
      const children = ar.members.slice(0, addresses.length).map((member, i) => {
        const place = { address: addresses[i] ?? '', name: member.name };
        if (member.role === 'padding') return closedItem('padding', member.bytes, place);
        if (member.role === 'names' || member.role === 'symbols') return closedItem('index', member.bytes, place);
        return tooDeep ? closedItem('data', member.bytes, place) : memberItem(member.bytes, place.address, place.name, depth + 1);
      });
      return { kind, ...item, content: { kind: 'ar', ar }, children, diagnostics: out.diagnostics };
    }
    default:
      return { kind: kind ?? 'data', ...item, content: { kind: 'none' }, children: [], diagnostics: [] };
  }
}

/** A member that cannot be read is an item without content that carries the reason. */
function memberItem(bytes: Bytes, address: string, name: string, depth: number): Item {
  try {
    return walk(bytes, address, name, depth);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ...closedItem('data', bytes, { address, name }), diagnostics: [error.diagnostic] };
  }
}

function closedItem(kind: OwnKind, bytes: Bytes, place: Pick<Item, 'address' | 'name'>): Item {
  return { kind, ...place, bytes, content: { kind: 'none' }, children: [], diagnostics: [] };
}

function sectionItems(elf: Elf, address: string, out: Reporter): Item[] {
  const addresses = childAddresses(address, elf.sections, elf.bytes, out);
  return elf.sections.slice(0, addresses.length).map((section, i) => ({
    kind: 'section',
    address: addresses[i] ?? '',
    name: section.name,
    bytes: section.bytes,
    content: { kind: 'section', section },
    children: [],
    diagnostics: [],
  }));
}

/**
 * The addresses of all children, or of the first ones: long names in one another, each with many children, would otherwise make
 * addresses that together are far longer than the file.
 */
function childAddresses(address: string, children: readonly { readonly name: string }[], bytes: Bytes, out: Reporter): string[] {
  let room = bytes.length * LIMITS.workPerByte + LIMITS.workFloor;
  const addresses = addressSteps(children.map((child) => child.name)).map((step) => `${address}!${step}`);
  const end = addresses.findIndex((child) => {
    room -= child.length;
    return room < 0;
  });
  if (end < 0) return addresses;
  out.report(
    'limit/work',
    bytes.span(),
    '',
    `the addresses of ${addresses.length} children are far longer than the file; ${end} are listed`,
  );
  return addresses.slice(0, end);
}

/**
 * Address steps of siblings: the name, and behind it `[n]`, counted among siblings of that name, where the name is empty or
 * repeated. `!` and `%` are written as `%21` and `%25`, and so is a bracket that could be mistaken for a count.
 */
export function addressSteps(names: readonly string[]): string[] {
  const total = new Map<string, number>();
  for (const name of names) total.set(name, (total.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return names.map((name) => {
    const escaped = name.replace(/[!%]|\[(?=[0-9]+\]$)/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
    if (name !== '' && total.get(name) === 1) return escaped;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${escaped}[${count}]`;
  });
}

/** The item at an address, or undefined. */
export function findItem(root: Item, address: string): Item | undefined {
  if (address === root.address) return root;
  let item: Item | undefined = root;
  while (item && item.address !== address) {
    item = item.children.find((child) => child.address === address || address.startsWith(`${child.address}!`));
  }
  return item;
}

/** Every item below and including `root`, containers before their content. */
export function* eachItem(root: Item): Generator<Item> {
  yield root;
  for (const child of root.children) yield* eachItem(child);
}

/** The zebins below and including `root`, with their items. */
export function zebinsOf(root: Item): { item: Item; zebin: Zebin }[] {
  const found: { item: Item; zebin: Zebin }[] = [];
  for (const item of eachItem(root)) if (item.content.kind === 'zebin') found.push({ item, zebin: item.content.zebin });
  return found;
}

/** All findings, with paths that begin with the address of their item; past the limit they are only counted. */
export function allDiagnostics(root: Item): readonly Diagnostic[] {
  const out = new Reporter(root.bytes.length);
  for (const { address, diagnostics } of eachItem(root)) {
    for (const d of diagnostics)
      out.report(d.code, d.span, address === '' || out.full ? d.path : `${address.slice(1)}!${d.path}`, d.message, d.data);
  }
  return out.diagnostics;
}
