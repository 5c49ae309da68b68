/**
 * Reads vISA objects. Instructions are read by read-instructions.ts.
 */
import { Bytes, type Input, reading, type Source } from '../../core/bytes/index.ts';
import { COST, diagnostic, FormatError, type Outcome, type Reporter } from '../../core/diag/index.ts';
import { clip, compareVersions } from '../../core/schema/index.ts';
import { type InstructionStream, type VisaVersion, versionNumber } from './instruction.ts';
import {
  type Cut,
  type FunctionEntry,
  type KernelEntry,
  NEWEST_BINARY,
  OLDEST_BINARY,
  type RawPiece,
  type RoutineContent,
  type VisaObject,
  versionOf,
} from './model.ts';
import { readInstructions } from './read-instructions.ts';
import { RecordReader } from './record.ts';
import { COMMON_ISA_HEADER, FUNCTION_DATA, KERNEL_DATA } from './table/header.ts';

/** The first bytes of every object. */
export const VISA_MAGIC = 'CISA';
const VERSION_END = 6;

/** The object as far as it could be read, and the ranges `[start, end)` that its structures take. */
interface Reading {
  readonly bytes: Bytes;
  readonly out: Reporter;
  readonly version: VisaVersion;
  readonly ranges: (readonly [start: number, end: number])[];
}

/**
 * Reads an object. Throws `FormatError` if the input does not begin as an object does (`visa/not-visa`, `visa/header-short`). Tables that
 * end early are `cut` and the rest stays in `raw`, so that writing always results in the same bytes.
 *
 * @example
 * readVisa(object).value.major_version; // 4
 */
export function readVisa(input: Input | Source): Outcome<VisaObject> {
  return reading(input, decodeVisa);
}

/** As {@link readVisa}, with the diagnostics to a reporter. */
export function decodeVisa(window: Bytes, out: Reporter): VisaObject {
  // Reading goes back and forth, so an object that is fetched a page at a time is read completely.
  const bytes = window.remote ? new Bytes(window.data, window.source, window.base) : window;
  if (!bytes.startsWith(VISA_MAGIC)) {
    const start = bytes.span(0, Math.min(bytes.length, VISA_MAGIC.length));
    throw new FormatError(diagnostic('visa/not-visa', 'the data does not begin with the letters CISA', start, 'magic_number'));
  }
  if (!bytes.has(0, VERSION_END)) {
    throw new FormatError(diagnostic('visa/header-short', 'the data ends before the version', bytes.span(), 'major_version'));
  }
  const version = { major_version: bytes.u8(4), minor_version: bytes.u8(5) };
  const name = versionOf(version);
  if (compareVersions(name, OLDEST_BINARY) < 0 || compareVersions(name, NEWEST_BINARY) > 0) {
    const message = `version ${name} is outside ${OLDEST_BINARY} to ${NEWEST_BINARY}, whose layout is known; it is read as the nearest of these`;
    out.report('visa/version', bytes.span(4, VERSION_END), 'version', message, { version: name });
  }
  const reading: Reading = { bytes, out, version, ranges: [] };
  const cursor = new RecordReader(bytes, 0, versionNumber(version), out);
  const { value, cut } = cursor.read(COMMON_ISA_HEADER, '');
  reading.ranges.push([0, cursor.at]);
  const kernels = value.kernels.map((entry, i): KernelEntry => {
    const path = `kernels[${i}]`;
    const gen_binaries = entry.gen_binaries.map((binary, j) => {
      const content = piece(reading, binary.binary_offset, binary.binary_size, `${path}/gen_binaries[${j}]`);
      return { ...binary, bytes: content?.data ?? NOTHING };
    });
    const routine = inside(reading, entry, path)
      ? readRoutine(reading, entry, path, (cursor) => cursor.read(KERNEL_DATA, `${path}/`))
      : undefined;
    return { ...entry, gen_binaries, routine: routine && { kind: 'kernel', ...routine } };
  });
  const functions = value.functions.map((entry, i): FunctionEntry => {
    const path = `functions[${i}]`;
    const there = (entry.offset !== 0 || entry.size !== 0) && inside(reading, entry, path);
    const routine = there ? readRoutine(reading, entry, path, (cursor) => cursor.read(FUNCTION_DATA, `${path}/`)) : undefined;
    return { ...entry, routine: routine && { kind: 'function', ...routine } };
  });
  const object: VisaObject = {
    ...value,
    kind: 'visa-object',
    kernels,
    functions,
    ...(cut && { cut }),
    raw: rawPieces(bytes, reading.ranges),
    fileSize: bytes.length,
    bytes,
  };
  return object;
}

function inside({ bytes, out }: Reading, entry: { readonly offset: number; readonly size: number }, path: string): boolean {
  if (entry.offset < bytes.length && out.charge(COST.routine, bytes.span(entry.offset), path)) return true;
  const message = `the routine begins at ${entry.offset}, outside the object of ${bytes.length} bytes`;
  if (!out.exhausted) out.report('visa/routine-range', bytes.span(bytes.length), `${path}/offset`, message, { offset: entry.offset });
  return false;
}

/** @param read reads the tables, which are those of a kernel or of a function. */
function readRoutine<R extends { readonly size: number; readonly entry: number }>(
  reading: Reading,
  { offset, size, name }: { readonly offset: number; readonly size: number; readonly name: string },
  path: string,
  read: (cursor: RecordReader) => { readonly value: R; readonly cut?: Cut },
): R & RoutineContent {
  const { bytes, out, version, ranges } = reading;
  const cursor = new RecordReader(bytes, offset, versionNumber(version), out);
  const { value, cut } = read(cursor);
  ranges.push([offset, cursor.at]);
  if (cut) return { ...value, instructions: NO_INSTRUCTIONS, cut };
  if (value.size > 0 && size === value.entry && offset + size === cursor.at) {
    const message = `the instructions of ${clip(name)}, ${value.size} bytes, were taken out of the object`;
    out.report('visa/stripped', bytes.span(offset, cursor.at), path, message, { size: value.size });
    return { ...value, instructions: NO_INSTRUCTIONS, stripped: true };
  }
  const stream = piece(reading, offset + value.entry, value.size, `${path}/instructions`);
  if (!stream) return { ...value, instructions: NO_INSTRUCTIONS, cut: { field: 'instructions' } };
  const instructions = readInstructions(stream, version, { path: `${path}/instructions` }, out);
  return { ...value, instructions };
}

const NOTHING = new Uint8Array(0);
const NO_INSTRUCTIONS: InstructionStream = { instructions: [] };

/** The existing bytes of a piece with this offset and size; undefined if the budget is used up. */
function piece({ bytes, out, ranges }: Reading, offset: number, size: number, path: string): Bytes | undefined {
  const start = Math.min(offset, bytes.length);
  const end = Math.min(offset + size, bytes.length);
  if (end - start < size) {
    const message = `${size} bytes at ${offset} reach outside the object of ${bytes.length} bytes`;
    out.report('visa/piece-range', bytes.span(start, end), path, message, { offset, size });
  }
  if (!out.charge(end - start, bytes.span(start, end), path)) return undefined;
  ranges.push([start, end]);
  return bytes.sub(start, end);
}

/** What no range takes. */
function rawPieces(bytes: Bytes, places: readonly (readonly [number, number])[]): RawPiece[] {
  const pieces: RawPiece[] = [];
  let at = 0;
  for (const [start, end] of [...places, [bytes.length, bytes.length] as const].sort((a, b) => a[0] - b[0])) {
    if (start > at) pieces.push({ offset: at, bytes: bytes.sub(at, start).data });
    at = Math.max(at, end);
  }
  return pieces;
}
