import { isLoadStoreUnit, isUnit, type UnitName } from '../table/units.ts';
import { listFields } from './bits.ts';
import { FieldSet, type MessageWords } from './field.ts';
import { HEADER } from './hdc-fields.ts';
import { HDC_ROWS } from './hdc-table.ts';
import { LENGTH_FIELDS } from './lengths.ts';
import { lscFields, readLsc, wordsOf } from './lsc.ts';
import { lscWideFields, readLscWide } from './lsc-wide.ts';
import { Message, type MessageField, type MessageSource } from './model.ts';
import { OTHER_ROWS } from './other-table.ts';
import { RENDER_ROWS } from './render-table.ts';
import { MessageTable } from './rows.ts';
import { readSampler, samplerFields } from './sampler.ts';
import { readSamplerWide, samplerWideFields } from './sampler-wide.ts';
import { WIDE_ROWS } from './wide-table.ts';

/**
 * Reads the meaning of a message from its descriptors. Nothing can be read from a descriptor in a register.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/IR/Messages.cpp (tryDecode).
 */

const NARROW = new MessageTable([...HDC_ROWS, ...OTHER_ROWS, ...RENDER_ROWS], [HEADER, ...LENGTH_FIELDS]);
const WIDE = new MessageTable(WIDE_ROWS, []);

/**
 * The message of a send with narrow descriptors; undefined if `desc` is in a register.
 *
 * @param lanes the execution size of the instruction
 */
export function readMessage(platform: number, lanes: number, source: MessageSource): Message | undefined {
  if (source.desc.isRegister) return undefined;
  const { unit } = source;
  if (!isUnit(unit)) {
    const message = new Message(unit, lanes);
    message.faults.push('the unit is in a register');
    return message;
  }
  if (isLoadStoreUnit(platform, unit)) return readLsc(platform, unit, lanes, source);
  const words = exactWords(source);
  return unit === 'smpl' ? readSampler(platform, lanes, words) : NARROW.read(platform, unit, lanes, words);
}

/** The words without the offset that accompanies a register: only the load/store cache uses it. */
const exactWords = ({ desc, exDesc }: MessageSource): MessageWords => ({ low: desc.imm, high: exDesc.isRegister ? 0 : exDesc.imm });

/** The message of a send with a wide descriptor. */
export function readWideMessage(platform: number, lanes: number, source: MessageSource): Message {
  const { unit } = source;
  if (!isUnit(unit)) {
    const message = new Message(unit, lanes);
    message.faults.push('no such unit');
    return message;
  }
  const message = readWideUnit(platform, unit, lanes, source);
  if (unit === 'gtwy' && lanes !== 1) message.faults.push('the message is for one lane');
  if (unit === 'gtwy' && (source.indirect0 >= 0 || source.indirect1 >= 0)) message.faults.push('the message takes no register');
  // A payload that is gathered is one of both parts.
  const parts = [message.source0Bytes, message.source1Bytes].map((bytes = 0) => registersOf(bytes));
  const [first = 0, second = 0] = parts;
  const isGathered = second > 0 && source.src1Length === 0 && source.src0Length === first + second;
  if (isGathered) message.gathered = true;
  if (message.faults.length === 0 && !isGathered) {
    checkLength(message, 'the first payload', message.source0Bytes, source.src0Length);
    checkLength(message, 'the second payload', message.source1Bytes, source.src1Length);
  }
  return message;
}

function readWideUnit(platform: number, unit: UnitName, lanes: number, source: MessageSource): Message {
  if (isLoadStoreUnit(platform, unit)) return readLscWide(platform, unit, lanes, source);
  if (unit === 'smpl') return readSamplerWide(platform, lanes, source);
  return WIDE.read(platform, unit, lanes, source);
}

const registersOf = (bytes: number): number => (bytes === 0 ? 0 : Math.max(1, Math.trunc(bytes / 64)));

function checkLength(message: Message, name: string, bytes: number | undefined, length: number): void {
  if (bytes === undefined || length < 0) return;
  const registers = registersOf(bytes);
  if (registers !== length) message.faults.push(`${name} has ${registers} registers, not ${length}`);
}

/**
 * Every bit of narrow descriptors that are not in a register, by name, starting with the lowest. Bits without a field are `reserved`.
 * `packFields` is the inverse.
 */
export function messageFields(platform: number, lanes: number, source: MessageSource): MessageField[] {
  const { unit, desc } = source;
  const words = wordsOf(source);
  const start = desc.isRegister ? 32 : 0;
  if (desc.isRegister || !isUnit(unit)) return listFields(new FieldSet(LENGTH_FIELDS, platform).fields, words, start, 64);
  if (isLoadStoreUnit(platform, unit)) return listFields(lscFields(platform, unit, source), words, start, 64);
  const set = unit === 'smpl' ? samplerFields(platform) : NARROW.fields(platform, unit, lanes, words);
  return listFields(set.fields, words, start, 64);
}

/** Every bit of a wide descriptor. */
export function wideMessageFields(platform: number, lanes: number, source: MessageSource): MessageField[] {
  const { unit, low, indirect1 } = source;
  const end = indirect1 >= 0 ? 42 : 47;
  if (!isUnit(unit)) return listFields([], source, 0, end);
  const set = isLoadStoreUnit(platform, unit)
    ? lscWideFields(platform, unit, source)
    : unit === 'smpl'
      ? samplerWideFields(platform, low)
      : WIDE.fields(platform, unit, lanes, source);
  return listFields(set.fields, source, 0, end);
}
