import type { UnitName } from '../table/units.ts';
import { type CompiledField, type MessageWords, numberOf } from './field.ts';
import { lscFields } from './lsc.ts';
import type { Message, MessageSource } from './model.ts';

/** Encodes the meaning of a message as descriptors: the inverse of `lsc.ts`, for messages with narrow descriptors. */

/** Facts that must have a field unless they are 0. */
const ADDED = ['offset', 'offsetX', 'offsetY', 'surface'] as const;

/**
 * The descriptors of a message of the load/store cache. Lengths are left 0.
 *
 * @param source has the number of the operation, and the register of the extended descriptor if it is in one
 * @throws RangeError when a fact has no encoding on the platform.
 */
export function encodeMessage(platform: number, unit: UnitName, message: Message, source: MessageSource): MessageWords {
  const opcode: MessageWords = { low: source.desc.imm, high: 0 };
  // The address model determines the fields of the extended descriptor.
  const narrow = lscFields(platform, unit, source).filter(({ row }) => row.at < 32);
  const first = writeFields(narrow, opcode, message);
  const fields = lscFields(platform, unit, { ...source, desc: { ...source.desc, imm: first.low } });
  const words = writeFields(fields, first, message);
  for (const fact of ADDED) {
    if (!message[fact] || fields.some(({ row }) => row.fact === fact)) continue;
    throw new RangeError(`this message cannot have ${fact === 'surface' ? 'a surface' : 'an offset'} here`);
  }
  return words;
}

function writeFields(fields: readonly CompiledField[], start: MessageWords, message: Message): MessageWords {
  let words = start;
  for (const field of fields) {
    const { row } = field;
    if (row.name === 'opcode') continue;
    if (row.fact !== undefined) words = withFact(field, words, message);
    else if (field.values !== undefined) words = withBits(field, words, numberFor(field, message));
  }
  return words;
}

function withFact(field: CompiledField, words: MessageWords, message: Message): MessageWords {
  const { fact, factor = 1 } = field.row;
  const value = fact === undefined ? 0 : (message[fact] ?? 0) / factor;
  const result = withBits(field, words, value);
  if (!Number.isInteger(value) || numberOf(field.row, result) !== value)
    throw new RangeError(`${message[fact as 'offset']} does not fit the ${field.row.name}`);
  return result;
}

/** The value of a field that matches most of the message's facts; 0 if none matches any. */
function numberFor({ row, values = [] }: CompiledField, message: Message): number {
  let best = 0;
  let most = -1;
  values.forEach((value, number) => {
    const facts = Object.entries(value?.sets ?? {});
    const isMeant = facts.every(([fact, value]) => (message as unknown as Record<string, unknown>)[fact] === value);
    if (!isMeant || facts.length <= most || (facts.length === 0 && number > 0)) return;
    best = number;
    most = facts.length;
  });
  const fault = values[best]?.fault;
  if (fault !== undefined) throw new RangeError(fault);
  // A single bit may be 0, which then means nothing.
  if (most < 0 && row.bits > 1) throw new RangeError(`the message has no such ${row.name}`);
  return best;
}

function withBits({ row }: CompiledField, words: MessageWords, value: number): MessageWords {
  const { upper } = row;
  const first = put(words, row.at, row.bits, value);
  return upper === undefined ? first : put(first, upper.at, upper.bits, value >> row.bits);
}

function put({ low, high }: MessageWords, at: number, bits: number, value: number): MessageWords {
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  const set = (word: number, shift: number): number => ((word & ~(mask << shift)) | ((value & mask) << shift)) >>> 0;
  return at < 32 ? { low: set(low, at), high } : { low, high: set(high, at - 32) };
}
