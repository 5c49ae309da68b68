import { type UnitName, unitNumber } from '../table/units.ts';
import { Cache, type Field, FieldSet, type MessageWords, numberOf } from './field.ts';
import { hasCoordinates, lscRow } from './lsc.ts';
import { type LscRow, OPCODE } from './lsc-table.ts';
import { addressField, offsetFields, SCALE, TYPED_FIELDS, UNTYPED_FIELDS, UNTYPED_ONLY, wideCaching } from './lsc-wide-table.ts';
import { Message, type MessageSource } from './model.ts';
import { type OperationRow, operationRow } from './operations.ts';
import { wideText } from './syntax.ts';

/** Messages of the load/store cache with wide descriptors, Xe3P. */

/** Bytes of a register. */
const REGISTER = 64;

interface Compiled {
  readonly row: LscRow | undefined;
  readonly operation: OperationRow | undefined;
  /** Whether the unit has the operation. */
  readonly known: boolean;
  readonly fields: FieldSet;
}

const kinds = new Cache<Compiled>();

/** Whether the address is in a surface: the address type of untyped memory says so. */
const inSurface = (unit: UnitName, low: number) => unit === 'ugm' && ((low >>> 14) & 3) === 3;

function fieldsOf(row: LscRow, unit: UnitName, surface: boolean): readonly Field[] {
  const { group } = operationRow(row.operation);
  const caching = group !== 'other' || row.shape === 'control' ? [wideCaching(group)] : [];
  if (unit === 'tgm') {
    const fields = TYPED_FIELDS[row.shape];
    return fields === undefined ? [OPCODE] : [OPCODE, ...fields, ...caching];
  }
  const address = row.shape === 'fence' || row.shape === 'control' ? [] : addressField(unit);
  const shapeFields = UNTYPED_ONLY[row.shape];
  if (shapeFields !== undefined) return [OPCODE, ...address, ...shapeFields, ...caching];
  const fields = UNTYPED_FIELDS[row.shape];
  return fields === undefined ? [OPCODE, ...address] : [OPCODE, ...address, ...fields, ...caching, ...offsetFields(surface)];
}

function compiledOf(platform: number, unit: UnitName, low: number): Compiled {
  const opcode = low & 0x3f;
  const surface = inSurface(unit, low);
  return kinds.get((unitNumber(unit) * 64 + opcode) * 2 + (surface ? 1 : 0), () => {
    const row = lscRow('wide', opcode);
    if (row === undefined) return { row, operation: undefined, known: false, fields: new FieldSet([OPCODE], platform) };
    const known = (unit === 'tgm' ? TYPED_FIELDS : { ...UNTYPED_FIELDS, ...UNTYPED_ONLY })[row.shape] !== undefined;
    return { row, operation: operationRow(row.operation), known, fields: new FieldSet(fieldsOf(row, unit, surface), platform) };
  });
}

export const lscWideFields = (platform: number, unit: UnitName, words: MessageWords): FieldSet =>
  compiledOf(platform, unit, words.low).fields;

export function readLscWide(platform: number, unit: UnitName, lanes: number, source: MessageSource): Message {
  const message = new Message(unit, lanes);
  const { row, operation, known, fields } = compiledOf(platform, unit, source.low);
  if (row === undefined || operation === undefined) {
    message.faults.push('no such operation');
    return message;
  }
  message.isSyntax = true;
  message.operation = row.operation;
  message.group = operation.group;
  if (source.indirect0 >= 0) message.base = source.indirect0;
  if (source.indirect1 >= 0) {
    message.samplerBase = source.indirect1;
    message.faults.push('the message takes no second register');
  }
  fields.read(source, message);
  if (known) complete(row, operation, source, message);
  else message.faults.push('the unit does not have the operation');
  if (row.shape === 'control' && unit !== 'tgm') message.address = 64;
  if (row.shape !== 'state' && hasCoordinates(row, unit, operation)) message.coordinates = true;
  message.title = wideText(message);
  return message;
}

/** Adds what follows from the fields: scale and offset in bytes, payload sizes, and contradictions. */
function complete(row: LscRow, operation: OperationRow, source: MessageSource, message: Message): void {
  const { faults } = message;
  const typed = message.unit === 'tgm';
  const atomic = operation.group === 'atomic';
  if (row.shape === 'block2d') {
    message.block = true;
    if (message.memory === 0) message.offsetX = message.offsetY = 0;
    if (message.model === 'surf') faults.push('a block has no surface');
  } else if (typed && row.shape !== 'fence') message.model = 'surf';
  if (atomic && message.transposed) faults.push('an atomic operation is not transposed');
  if (atomic && typed && message.elements !== 1) faults.push('a typed atomic operation has one element');
  if (row.shape === 'fence' || row.shape === 'watchpoint') {
    if (message.lanes !== 1) faults.push('the message is for one lane');
    message.lanes = 1;
  }
  if (row.shape === 'watchpoint' && source.indirect0 >= 0) faults.push('the message takes no register');
  if (!typed && UNTYPED_FIELDS[row.shape] !== undefined) {
    const { memory = 0, elements = 0 } = message;
    if (memory === 0) faults.push('the offset has no unit');
    message.offset = Math.trunc(((message.offset ?? 0) * memory) / 8);
    if (numberOf(SCALE, source) !== 0 && elements !== 0) message.scale = (memory / 8) * elements;
    if ((message.scale ?? 0) > 32) faults.push('addresses are multiplied by more than 32 bytes');
  }
  setPayload(row, operation, source, message);
}

/** Payload sizes in bytes of messages for which they are constant: of the response, the first and the second payload. */
const FIXED_BYTES: Readonly<Record<string, readonly [number, number, number]>> = {
  fence: [0, REGISTER, 0],
  read_state: [REGISTER, 16, 0],
  get_watchpoint: [10, 0, 0],
  set_watchpoint: [0, 0, 10],
};

function setPayload(row: LscRow, operation: OperationRow, source: MessageSource, message: Message): void {
  const fixed = FIXED_BYTES[row.operation];
  if (fixed !== undefined) {
    setBytes(message, ...fixed);
    return;
  }
  if (row.shape === 'control') return;
  const typed = message.unit === 'tgm';
  const data = dataBytes(row, message);
  const address = typed && source.src0Length > 0 ? source.src0Length * REGISTER : addressBytes(row, message, typed);
  if (row.shape === 'append') setBytes(message, data, data, 0);
  else if (operation.group === 'load') setBytes(message, data, address, 0);
  else if (operation.group === 'store') setBytes(message, 0, address, data);
  else setBytes(message, data, address, (data ?? 0) * (operation.operands ?? 0));
}

/** Fewer than 16 lanes use the space of 16. */
function addressBytes(row: LscRow, { address = 32, lanes, transposed }: Message, typed: boolean): number {
  if (row.shape === 'block2d') return typed ? 30 : 31;
  const one = transposed && row.shape !== 'status';
  return (address / 8) * (one ? 1 : Math.max(16, lanes));
}

function dataBytes(row: LscRow, { register = 0, elements = 0, lanes, transposed }: Message): number | undefined {
  if (row.shape === 'block2d') return undefined;
  if (row.shape === 'status' || row.shape === 'quadStatus') return 2 * REGISTER;
  if (transposed) return Math.trunc((register * elements) / 8);
  const each = Math.trunc((register * lanes) / 8);
  return (each < REGISTER && elements > 1 ? REGISTER : each) * elements;
}

function setBytes(message: Message, destination: number | undefined, source0: number | undefined, source1: number | undefined): void {
  message.destinationBytes = destination;
  message.source0Bytes = source0;
  message.source1Bytes = source1;
}
