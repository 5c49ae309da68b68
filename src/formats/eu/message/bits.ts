import { bitsOf, type CompiledField, type MessageWords, numberOf } from './field.ts';
import type { MessageField } from './model.ts';

/** Lists every bit of descriptors by name, and packs them again. */

/**
 * The fields with their values, from the lowest place on. Every bit from `start` to `end` that no field has is `reserved`. The part of a
 * field after `end` is left out.
 */
export function listFields(fields: readonly CompiledField[], words: MessageWords, start: number, end: number): MessageField[] {
  const named = fields
    .flatMap((field) => runsOf(field, words))
    .filter(({ at }) => at >= start && at < end)
    .map((field) => (field.at + field.bits > end ? { ...field, bits: end - field.at } : field))
    .sort((a, b) => a.at - b.at);
  const list: MessageField[] = [];
  let at = start;
  for (const field of [...named, { name: '', at: end, bits: 0, value: 0 }]) {
    while (at < field.at) {
      const bits = Math.min(field.at, at < 32 ? 32 : 64) - at;
      list.push({ name: 'reserved', at, bits, value: bitsOf(words, at, bits) });
      at += bits;
    }
    if (field.at < at || field.bits === 0) continue;
    list.push(field);
    at = field.at + field.bits;
  }
  return list;
}

/** The run of bits of a field, or its two runs. */
function runsOf({ row, values }: CompiledField, words: MessageWords): readonly MessageField[] {
  const known = values?.[numberOf(row, words)] ?? row.otherwise;
  const meaning = known?.meaning ?? (known?.text?.trim() || known?.fault);
  const run = { at: row.at, bits: row.bits, value: bitsOf(words, row.at, row.bits), ...(meaning === undefined ? {} : { meaning }) };
  if (row.upper === undefined) return [{ name: row.name, ...run }];
  const { at, bits } = row.upper;
  return [
    { name: `${row.name}[${row.bits - 1}:0]`, ...run },
    { name: `${row.name}[${row.bits + bits - 1}:${row.bits}]`, at, bits, value: bitsOf(words, at, bits) },
  ];
}

/** The words that fields were read from: the inverse of {@link listFields}, for a list with every bit. */
export function packFields(fields: readonly MessageField[]): MessageWords {
  let low = 0;
  let high = 0;
  for (const { at, bits, value } of fields) {
    if (at >= 32) high |= value << (at - 32);
    else low |= value << at;
    if (at < 32 && at + bits > 32) high |= value >>> (32 - at);
  }
  return { low: low >>> 0, high: high >>> 0 };
}
