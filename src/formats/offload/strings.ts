import { Bytes, decodeText, encodeText } from '../../core/bytes/index.ts';
import type { OffloadEntry } from './model.ts';
import { IMAGE_KINDS, OFFLOAD_KINDS, SYCLBIN_IMAGE } from './table.ts';

type Named = Pick<OffloadEntry, 'strings'>;

/** The value of a key (the last one if it is repeated); undefined if the entry does not have it. */
export function offloadString(entry: Named, key: string): string | undefined {
  let value: string | undefined;
  for (const string of entry.strings) if (string.key === key) value = string.value;
  return value;
}

/** Name of an image kind; undefined for an unknown one. */
export function imageKindName(kind: number): string | undefined {
  return IMAGE_KINDS.find((row) => row.value === kind)?.name;
}

/**
 * Names of an offload kind: bits may be combined. Kinds used to be numbers, and 4 was SYCL; a SPIR triple identifies it. The runtime wrote
 * SYCLBIN files as kind 5 for a while. Undefined for unknown bits.
 */
export function offloadKindName(kind: number, triple = '', imageKind = 0): string | undefined {
  if ((kind === 4 && triple.startsWith('spir')) || (kind === 5 && imageKind === SYCLBIN_IMAGE)) return 'sycl';
  const exact = OFFLOAD_KINDS.find((row) => row.value === kind);
  if (exact) return exact.name;
  const bits = OFFLOAD_KINDS.filter((row) => row.value !== 0 && (kind & row.value) !== 0);
  return bits.reduce((sum, row) => sum | row.value, 0) === kind ? bits.map((row) => row.name).join('+') : undefined;
}

/** The kernels that the string `symbols` names, in either of its forms: lines, or a table of offsets and lengths. */
export function offloadSymbols(entry: Named): string[] {
  const text = offloadString(entry, 'symbols');
  if (text === undefined) return [];
  if (!text.includes('\0')) return text.split('\n').filter((name) => name !== '');
  const bytes = new Bytes(encodeText(text));
  if (!bytes.has(0, 4)) return [];
  const count = bytes.u32(0);
  if (!bytes.has(4, count * 8)) return [];
  const names: string[] = [];
  for (let i = 0; i < count; i++) {
    const [at, length] = [bytes.u32(4 + i * 8), bytes.u32(8 + i * 8)];
    // Each name takes space of its own: if all names share one long text, this is not such a table.
    if (!bytes.has(at, length) || (names.length + 1) * length > text.length * 4) return names;
    names.push(decodeText(bytes.sub(at, at + length).data));
  }
  return names;
}

/** Property text that an entry has as strings: the key is the name of a set, the value its lines. Empty if it has none. */
export function offloadPropertyText(entry: Named): string {
  return entry.strings
    .filter(({ key }) => /^SYCL(BIN)?\//.test(key))
    .map(({ key, value }) => `[${key}]\n${value}`)
    .join('');
}
