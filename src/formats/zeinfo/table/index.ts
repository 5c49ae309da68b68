import type { EnumRows, RecordRows } from '../../../core/schema/index.ts';
import { container } from './container.ts';

/**
 * The rows of ze_info: every attribute and every word of an enumeration in the versions since 1.0, and what only the driver
 * knows. The order of attributes is the order in which the compiler writes them, which printing relies on.
 *
 * Facts come from intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec (zeinfo.md, version.md, and their history) and
 * intel/compute-runtime shared/source/device_binary_format/zebin (and its tags). Nothing here checks a file: `../validate.ts` does.
 */

/** The root, from which all other records are reached. */
export const CONTAINER = container;

/** Every record once, from the root down. */
export const RECORDS: readonly RecordRows[] = [...new Set(recordsBelow(CONTAINER))];

/** Every enumeration once, in the order in which the records use them. */
export const ENUMS: readonly EnumRows[] = [
  ...new Set(
    RECORDS.flatMap((record) => Object.values(record.attributes).flatMap(({ type }) => (type.kind === 'enum' ? [type.rows] : []))),
  ),
];

function recordsBelow(record: RecordRows): RecordRows[] {
  const types = Object.values(record.attributes).map((attribute) => attribute.type);
  return [record, ...types.flatMap((type) => (type.kind === 'record' || type.kind === 'list' ? recordsBelow(type.rows) : []))];
}

export * from './argument-type.ts';
export * from './buffers.ts';
export * from './container.ts';
export * from './enums.ts';
export * from './execution-env.ts';
export * from './image-sampler.ts';
export * from './kernel.ts';
export * from './misc.ts';
export * from './payload.ts';
