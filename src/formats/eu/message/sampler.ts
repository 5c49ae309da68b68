import { inRange, XE_HPG, XE2 } from '../table/platforms.ts';
import { Cache, FieldSet, type MessageWords, numberOf } from './field.ts';
import { HEADER } from './hdc-fields.ts';
import { LENGTH_FIELDS } from './lengths.ts';
import { Message } from './model.ts';
import { operationRow } from './operations.ts';
import {
  isHalf,
  MEDIA_LANES,
  parametersOf,
  SAMPLER_FIELDS,
  SAMPLER_LANES,
  SAMPLER_OPCODE,
  SAMPLER_ROWS,
  type SamplerRow,
} from './sampler-table.ts';

/** Messages of the sampler with narrow descriptors. */

/** The opcode that flushes the cache of the sampler, for 32 lanes. */
const FLUSH = 0x1f;

const sets = new Cache<FieldSet>();

export const samplerFields = (platform: number): FieldSet =>
  sets.get(platform, () => new FieldSet([...SAMPLER_FIELDS, HEADER, ...LENGTH_FIELDS], platform));

const rows = new Cache<{ readonly row: SamplerRow | undefined }>();

export const samplerRow = (platform: number, opcode: number, media = false): SamplerRow | undefined =>
  rows.get((platform * 64 + opcode) * 2 + (media ? 1 : 0), () => ({
    row: SAMPLER_ROWS.find((row) => row.opcode === opcode && (row.media ?? false) === media && inRange(platform, row.platforms ?? '')),
  })).row;

export function readSampler(platform: number, lanes: number, words: MessageWords): Message {
  const message = new Message('smpl', lanes);
  const fields = samplerFields(platform);
  fields.read(words, message);
  const mode = numberOf(SAMPLER_LANES, words);
  const media = mode === MEDIA_LANES && platform < XE_HPG;
  const row = samplerRow(platform, numberOf(SAMPLER_OPCODE, words), media);
  if (platform >= XE_HPG && platform < XE2 && mode === MEDIA_LANES && row?.opcode === FLUSH) {
    // Code of compilers for DG2 has it as before, although the decoder of iga64 knows no number of lanes for it.
    message.operation = 'sample_flush';
    message.group = 'sample';
  } else if (row !== undefined) {
    message.operation = row.operation;
    message.group = operationRow(row.operation).group;
  }
  const name =
    platform >= XE2 ? `${row?.name ?? '<<invalid>>'}:${row === undefined ? '' : parametersOf(row, isHalf(mode))}` : (row?.title ?? '?');
  message.title = `${fields.text('lanes', words)}${fields.text('data size', words)} ${name} using sampler index ${message.sampler}`;
  return message;
}

/** The names of the parameters of an operation, in the order of the payload, which may have fewer. */
export function samplerParameters(platform: number, operation: string, half: boolean): readonly string[] {
  const rows = SAMPLER_ROWS.filter((row) => row.operation === operation && row.parameters !== undefined && row.media !== true);
  const row = rows.find((one) => inRange(platform, one.platforms ?? '')) ?? rows[0];
  return row === undefined ? [] : parametersOf(row, half).split(',');
}
