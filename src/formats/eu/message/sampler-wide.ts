import { Cache, type Field, FieldSet, flag } from './field.ts';
import { SURFACE_HINT, SURFACE_INDEX, UVR_OFFSETS, wideCaching, wideChannels } from './lsc-wide-table.ts';
import { Message, type MessageSource } from './model.ts';
import { operationRow } from './operations.ts';
import { samplerRow } from './sampler.ts';
import { parametersOf, type SamplerRow } from './sampler-table.ts';

/**
 * Messages of the sampler with wide descriptors, Xe3P.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/E64/MessageDecoderSmplE64.cpp.
 */

/** Bytes of a register. */
const REGISTER = 64;
const FIELDS: readonly Field[] = [
  { name: 'operation', at: 0, bits: 6 },
  { name: 'cache backing', at: 6, bits: 1, values: [{ value: 1, meaning: 'enabled' }] },
  SURFACE_HINT,
  {
    name: 'address size',
    at: 14,
    bits: 1,
    values: [
      { value: 0, text: '', meaning: '32b', sets: { address: 32 } },
      { value: 1, text: '.a16', sets: { address: 16 } },
    ],
  },
  {
    name: 'data size',
    at: 15,
    bits: 1,
    values: [
      { value: 0, text: '', meaning: '32b', sets: { memory: 32, register: 32 } },
      { value: 1, text: '.d16', sets: { memory: 16, register: 16 } },
    ],
  },
  wideCaching('sample'),
  flag('status register', 20, '.trtt'),
  flag('feedback', 21, '.feedback'),
  SURFACE_INDEX,
  { name: 'sampler state index', at: 27, bits: 3, fact: 'sampler' },
  ...UVR_OFFSETS,
];
const SOURCE_CHANNEL: Field = {
  name: 'channels',
  at: 9,
  bits: 2,
  values: [...'rgba'].map((text, value) => ({ value, text: `.${text}`, sets: { elements: 4 } })),
};

const TITLE_FIELDS = ['channels', 'surface hint', 'address size', 'data size', 'status register', 'feedback'];

const normal = new Cache<FieldSet>();
const gather = new Cache<FieldSet>();

export function samplerWideFields(platform: number, low: number): FieldSet {
  const row = samplerRow(platform, low & 0x3f);
  return row !== undefined && operationRow(row.operation).gather
    ? gather.get(platform, () => new FieldSet([...FIELDS, SOURCE_CHANNEL], platform))
    : normal.get(platform, () => new FieldSet([...FIELDS, wideChannels('rgba')], platform));
}

export function readSamplerWide(platform: number, lanes: number, source: MessageSource): Message {
  const message = new Message('smpl', lanes);
  message.model = 'surf';
  if (source.indirect0 >= 0) message.base = source.indirect0;
  if (source.indirect1 >= 0) message.samplerBase = source.indirect1;
  const row = samplerRow(platform, source.low & 0x3f);
  if (row === undefined) {
    message.faults.push('no such operation');
    return message;
  }
  const fields = samplerWideFields(platform, source.low);
  fields.read(source, message);
  message.operation = row.operation;
  message.group = operationRow(row.operation).group;
  const named = TITLE_FIELDS.map((name) => fields.text(name, source)).join('');
  message.title = `${row.operation}${named}${indices(message)}${parameters(row, source, fields)}`;
  setPayload(message, source, fields);
  return message;
}

function indices({ sampler = 0, surfaceIndex = 0, offsetU = 0, offsetV = 0, offsetR = 0 }: Message): string {
  const state = sampler > 0 && sampler <= 6 ? `.smsidx=${sampler}` : '';
  const surface = surfaceIndex === 0 ? '' : `.ssidx=${surfaceIndex}`;
  const offsets = offsetU !== 0 || offsetV !== 0 || offsetR !== 0 ? `.uvroff(${offsetU},${offsetV},${offsetR})` : '';
  return `${state}${surface}${offsets}`;
}

/** The names of the parameters that fit in the payloads, two registers each; feedback uses one register. */
function parameters(row: SamplerRow, source: MessageSource, fields: FieldSet): string {
  if (source.src0Length < 0 || source.src1Length < 0) return '';
  const registers = source.src0Length + source.src1Length - (fields.text('feedback', source) === '' ? 0 : 1);
  return `: ${parametersOf(row, false, Math.trunc(registers / 2))}`;
}

function setPayload(message: Message, source: MessageSource, fields: FieldSet): void {
  const { lanes, register = 0, elements = 0 } = message;
  const status = fields.text('status register', source) === '' ? 0 : lanes === 32 ? 2 : 1;
  message.destinationBytes = Math.max((lanes * register) / 8, REGISTER) * elements + status * REGISTER;
  if (source.src0Length >= 0) message.source0Bytes = source.src0Length * REGISTER;
  if (source.src1Length >= 0) message.source1Bytes = source.src1Length * REGISTER;
}
