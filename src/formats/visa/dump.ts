/**
 * What every byte of a vISA object is.
 */
import { type Bytes, ByteWriter, displayText, hex, hexBytes, type Input } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import { type Annotation, clip, dumped } from '../../core/schema/index.ts';
import { instructionSet, rowOf } from './compile.ts';
import { versionNumber } from './instruction.ts';
import type { Routine, VisaObject } from './model.ts';
import { decodeVisa } from './read.ts';
import { type Visited, walkRecord } from './record.ts';
import { COMMON_ISA_HEADER, FUNCTION_DATA, KERNEL_DATA } from './table/header.ts';
import { platformRow } from './table/platforms.ts';
import { ALIGNMENTS, TYPES } from './table/types.ts';
import { writeInstructions } from './write-instructions.ts';

/**
 * What each byte of an object is.
 *
 * @example
 * dumpVisa(object)[0].path; // 'magic_number'
 */
export function dumpVisa(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => annotateVisa(decodeVisa(bytes, out), out));
}

/**
 * What every byte is, in no particular order and without bytes that belong to no structure: see `partition`. Embedded machine code is not
 * decoded. Empty for an object that was not read from bytes.
 */
export function annotateVisa(object: VisaObject, out: Reporter): Annotation[] {
  const { bytes } = object;
  if (!bytes) return [];
  const version = versionNumber(object);
  const annotations: Annotation[] = [];
  const put = (start: number, end: number, path: string, text: string, role: Annotation['role']): void => {
    const last = Math.min(end, bytes.length);
    if (start < last) annotations.push({ span: bytes.span(start, last), path, text, role });
  };
  const tables = (walk: (visit: (visited: Visited) => void) => number, routine?: Routine): void => {
    let start = bytes.length;
    let end = 0;
    let spans = 0;
    walk((visited) => {
      start = Math.min(start, visited.start);
      end = Math.max(end, visited.end);
      spans++;
    });
    const span = bytes.span(Math.min(start, end), end);
    if (out.annotate(spans, span, '')) {
      walk((visited) => {
        if (visited.part === undefined || visited.part.low === 0)
          put(visited.start, visited.end, pathOf(visited), textOf(visited, routine), roleOf(visited));
      });
    } else put(start, end, 'tables', `${end - start} bytes of tables`, 'bytes');
  };
  tables((visit) => walkRecord(COMMON_ISA_HEADER, object, version, 0, '', visit, object.cut));
  const routine = (value: Routine, offset: number, path: string): void => {
    tables(
      (visit) =>
        value.kind === 'kernel'
          ? walkRecord(KERNEL_DATA, value, version, offset, `${path}/`, visit, value.cut)
          : walkRecord(FUNCTION_DATA, value, version, offset, `${path}/`, visit, value.cut),
      value,
    );
    if (!value.cut) instructions(object, value, offset + value.entry, `${path}/instructions`, put, out);
  };
  object.kernels.forEach((entry, i) => {
    if (entry.routine) routine(entry.routine, entry.offset, `kernels[${i}]`);
  });
  object.functions.forEach((entry, i) => {
    if (entry.routine) routine(entry.routine, entry.offset, `functions[${i}]`);
  });
  return annotations;
}

/**
 * What each byte of an assembly text is.
 *
 * @example
 * dumpVisaText(new TextEncoder().encode(printVisa(readVisa(object).value)))[0].text; // '.version 4.1'
 */
export function dumpVisaText(input: Input): readonly Annotation[] {
  return dumped(input, annotateVisaText);
}

/** A line takes as long as several spans of an object; real lines have eight bytes and more. */
const SPANS_OF_LINE = 4;

/** One span for each line of a text. */
export function annotateVisaText(bytes: Bytes, out: Reporter): Annotation[] {
  const text = bytes.text();
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  if (!out.annotate(lines * SPANS_OF_LINE, bytes.span(), ''))
    return [{ span: bytes.span(), path: 'text', text: `${lines} lines`, role: 'text' }];
  const annotations: Annotation[] = [];
  for (let at = 0, line = 1; at < text.length; line++) {
    const mark = text.indexOf('\n', at);
    const end = mark < 0 ? text.length : mark + 1;
    annotations.push({ span: bytes.span(at, end), path: `line ${line}`, text: displayText(text.slice(at, end)).trimEnd(), role: 'text' });
    at = end;
  }
  return annotations;
}

type Put = (start: number, end: number, path: string, text: string, role: Annotation['role']) => void;

/** One span for each instruction. */
function instructions(object: VisaObject, { instructions: stream }: Routine, start: number, path: string, put: Put, out: Reporter): void {
  const set = instructionSet(versionNumber(object));
  const writer = new ByteWriter();
  const span = { source: object.bytes?.source ?? '', start, end: start };
  if (!out.annotate(stream.instructions.length + 1, span, path)) {
    writeInstructions(stream, object, writer);
    put(start, start + writer.length, path, `${stream.instructions.length} instructions`, 'bytes');
    return;
  }
  let at = start;
  stream.instructions.forEach((instruction, i) => {
    const before = writer.length;
    writeInstructions({ instructions: [instruction] }, object, writer);
    const end = at + writer.length - before;
    const mnemonic = rowOf(set, instruction.opcode, instruction.values)?.row.mnemonic ?? `opcode ${instruction.opcode}`;
    put(at, end, `${path}[${i}]`, mnemonic, 'field');
    at = end;
  });
  if (stream.raw) put(at, at + stream.raw.length, `${path}/raw`, `${stream.raw.length} bytes that are not read as instructions`, 'bytes');
}

function roleOf({ field, counted }: Visited): Annotation['role'] {
  const { kind } = field.kind;
  return !counted && (kind === 'text' || kind === 'strings') ? 'text' : 'field';
}

/** Parts of a byte have one span together, under the name of the byte. */
function pathOf({ field, part, path }: Visited): string {
  return part ? path.slice(0, path.length - part.name.length) + field.name : path;
}

/** The value in words: indices and enumeration values with their names. */
function textOf({ field, byte, value }: Visited, routine: Routine | undefined): string {
  if (field.kind.kind === 'bits' && byte !== undefined) {
    const parts = field.kind.parts.map(({ name, low, width }) => `${name} ${partText(name, (byte >> low) & ((1 << width) - 1))}`);
    return parts.join(', ');
  }
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) {
    return value.length <= 8 ? hexBytes(value, ' ') : `${value.length} bytes`;
  }
  const number = value as number;
  if (field.name === 'gen_platform') return `${number} ${platformRow(number)?.name ?? ''}`.trimEnd();
  const name = field.refersTo === 'string' ? routine?.strings[number] : undefined;
  return name ? `${number} ${clip(name)}` : number < 10 ? `${number}` : `${number} (${hex(number)})`;
}

function partText(name: string, value: number): string {
  const rows: readonly (readonly [name: string, bytes: number])[] = name === 'type' ? TYPES : name === 'alignment' ? ALIGNMENTS : [];
  return rows[value]?.[0] ?? `${value}`;
}
