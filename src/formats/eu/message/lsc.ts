import { inRange, XE2 } from '../table/platforms.ts';
import { type UnitName, unitNumber } from '../table/units.ts';
import { Cache, type Field, FieldSet, fill, type MessageWords, type Template } from './field.ts';
import { LENGTH_FIELDS } from './lengths.ts';
import {
  BLOCK_LOAD_FIELDS,
  CCS_PAGE_FIELDS,
  cachingFields,
  EXTENDED_ROWS,
  LSC_ROWS,
  type LscRow,
  NARROW_FIELDS,
  OPCODE,
  TYPED_BLOCK_FIELDS,
} from './lsc-table.ts';
import { type AddressModel, Message, type MessageSource } from './model.ts';
import { type OperationRow, operationRow } from './operations.ts';

/** Messages of the load/store cache with narrow descriptors, from DG2 on. */

interface Compiled {
  readonly row: LscRow | undefined;
  readonly operation: OperationRow | undefined;
  readonly fields: FieldSet;
  readonly title: Template;
}

const kinds = new Cache<Compiled>();
const extendedSets = new Cache<FieldSet>();

/** The operation with an opcode, in one kind of descriptors. */
export const lscRow = (kind: 'narrow' | 'wide', opcode: number): LscRow | undefined =>
  LSC_ROWS.find((row) => row.opcode === opcode && (row.only ?? kind) === kind);

function narrowFields(row: LscRow, unit: UnitName, page: boolean): readonly Field[] {
  const group = row.shape === 'ccs' ? undefined : operationRow(row.operation).group;
  const caching = group === undefined || group === 'other' || unit === 'slm' ? [] : cachingFields(group);
  const common = [OPCODE, ...LENGTH_FIELDS, ...caching];
  if (row.shape === 'block2d' && unit === 'tgm') return [...common, ...TYPED_BLOCK_FIELDS];
  if (row.shape === 'block2d' && group === 'load') return [...common, ...(NARROW_FIELDS.block2d ?? []), ...BLOCK_LOAD_FIELDS];
  if (row.shape === 'ccs' && page) return [...common, ...CCS_PAGE_FIELDS];
  return [...common, ...(NARROW_FIELDS[row.shape] ?? [])];
}

/** Operations 0 and 2 on compression state work on pages. */
const isPage = (low: number) => ((low >>> 17) & 5) === 0;

function compiledOf(platform: number, unit: UnitName, low: number): Compiled {
  const opcode = low & 0x3f;
  const page = isPage(low);
  return kinds.get(((platform * 32 + unitNumber(unit)) * 64 + opcode) * 2 + (page ? 1 : 0), () => {
    const row = lscRow('narrow', opcode);
    if (row === undefined) return { row, operation: undefined, fields: new FieldSet([OPCODE, ...LENGTH_FIELDS], platform), title: [] };
    const operation = row.shape === 'ccs' ? undefined : operationRow(row.operation);
    const fields = new FieldSet(narrowFields(row, unit, page), platform);
    return { row, operation, fields, title: fields.template(row.title ?? '') };
  });
}

const MODELS: readonly AddressModel[] = ['flat', 'bss', 'ss', 'bti'];

function extendedFields(platform: number, unit: UnitName, model: AddressModel, register: boolean, block2d: boolean): FieldSet {
  const ugm = unit === 'ugm';
  const key = (platform * 4 + MODELS.indexOf(model)) * 8 + (register ? 4 : 0) + (block2d ? 2 : 0) + (ugm ? 1 : 0);
  return extendedSets.get(key, () => {
    const rows = EXTENDED_ROWS.filter(
      (row) =>
        inRange(platform, row.platforms ?? '') &&
        row.models.includes(model) &&
        row.register === register &&
        (row.block2d ?? block2d) === block2d &&
        (!row.ugm || ugm),
    );
    return new FieldSet(
      rows.flatMap((row) => row.fields),
      platform,
    );
  });
}

/** The two words of narrow descriptors. If the extended one is in a register, its word is the offset that accompanies the register. */
export const wordsOf = ({ desc, exDesc, exDescOffset }: MessageSource): MessageWords => ({
  low: desc.isRegister ? 0 : desc.imm,
  high: exDesc.isRegister ? exDescOffset : exDesc.imm,
});

/** The fields of a message, including those of the extended descriptor. */
export function lscFields(platform: number, unit: UnitName, source: MessageSource): FieldSet['fields'] {
  const words = wordsOf(source);
  const { row, fields } = compiledOf(platform, unit, words.low);
  if (row === undefined) return fields.fields;
  const message = new Message(unit, 1);
  fields.read(words, message);
  if (message.model === undefined) return fields.fields;
  return [...fields.fields, ...extendedFields(platform, unit, message.model, source.exDesc.isRegister, row.shape === 'block2d').fields];
}

export function readLsc(platform: number, unit: UnitName, lanes: number, source: MessageSource): Message {
  const words = wordsOf(source);
  const message = new Message(unit, lanes);
  const { row, operation, fields, title } = compiledOf(platform, unit, words.low);
  if (row === undefined) {
    message.faults.push('no such operation');
    return message;
  }
  message.isSyntax = true;
  message.operation = row.operation;
  message.group = operation?.group ?? 'other';
  fields.read(words, message);
  const typed = unit === 'tgm';
  const { isRegister } = source.exDesc;
  if (row.shape === 'block2d') {
    message.block = true;
    message.address = 64;
  } else if (row.shape === 'append') message.address = 32;
  else if (row.shape === 'status' && ((words.low >>> 20) & 31) !== 1) message.faults.push('a load of status gives one register');
  else if (row.shape === 'state') message.address = 64;
  if (message.group === 'atomic') message.returns = ((words.low >>> 20) & 31) !== 0;
  if (row.shape === 'block2d' && typed) {
    message.memory = 32;
    message.register = 32;
    message.address = 32;
  } else if (message.group !== 'other' && !isRegister && (words.high & 0x7ff) !== 0) {
    message.faults.push('low bits of the extended descriptor are set');
  }
  if (hasCoordinates(row, unit, operation)) message.coordinates = true;
  if (message.model !== undefined) readExtended(platform, unit, message, words, source, row.shape === 'block2d');
  if (row.shape === 'fence') message.model = 'flat';
  const single =
    (row.shape === 'block2d' && typed) || row.shape === 'state' || row.shape === 'fence' || (row.shape === 'ccs' && isPage(words.low));
  if (single) message.lanes = 1;
  message.title = fill(title, words, true);
  if (message.faults.length > 0) message.isSyntax = false;
  return message;
}

/** Reads the address from the extended descriptor, or from the offset that accompanies its register. */
function readExtended(
  platform: number,
  unit: UnitName,
  message: Message,
  words: MessageWords,
  source: MessageSource,
  block2d: boolean,
): void {
  const { isRegister, sub } = source.exDesc;
  const model = message.model ?? 'flat';
  extendedFields(platform, unit, model, isRegister, block2d).read(words, message);
  if (!isRegister) return;
  if (model !== 'flat') message.surfaceRegister = sub;
  if (model === 'bti' && platform >= XE2 && source.exDescOffset !== 0) {
    message.faults.push('an offset is not possible with a binding table index in a register');
  }
}

const WITH_COORDINATES = ['load_quad', 'store_quad', 'load_quad_msrt', 'store_quad_msrt', 'store_uncompressed_quad', 'load_quad_status'];

/** Whether addresses are coordinates: those of typed messages, and of `read_state` on every unit. */
export function hasCoordinates(row: LscRow, unit: UnitName, operation: OperationRow | undefined): boolean {
  if (row.shape === 'state') return true;
  if (unit !== 'tgm') return false;
  return row.shape === 'block2d' || operation?.group === 'atomic' || WITH_COORDINATES.includes(row.operation);
}
