/** Lines of code that this package does not decode: the text of another decoder, or bytes alone. */
import { type Bytes, hexBytes } from '../../core/bytes/index.ts';
import { instructionPlaces } from '../../formats/zebin/index.ts';
import type { LineDraft } from './model.ts';

const LABEL = /^([^\s:(]+):\s*$/;
/** IGA names a label after its address. */
const LABEL_ADDRESS = /^L([0-9]+)$/;

/** Each line with its offset. Undefined when the numbers of instructions and lines differ, or a label is not where its name says. */
export function decodedLines(code: Bytes, text: string): LineDraft[] | undefined {
  const places = instructionPlaces(code);
  const end = places.length === 0 ? 0 : (places.at(-1)?.offset ?? 0) + (places.at(-1)?.size ?? 0);
  const lines: LineDraft[] = [];
  let next = 0;
  for (const line of text.replace(/\r?\n$/, '').split(/\r?\n/)) {
    const offset = places[next]?.offset ?? end;
    const label = LABEL.exec(line)?.[1];
    if (label === undefined && line.trim() !== '' && !line.trimStart().startsWith('//')) {
      const place = places[next++];
      if (!place) return undefined;
      lines.push({ kind: 'instruction', ...place, bytes: codeBytes(code, place.offset, place.size), text: line });
      continue;
    }
    const named = label === undefined ? undefined : LABEL_ADDRESS.exec(label)?.[1];
    if (named !== undefined && Number(named) !== offset) return undefined;
    if (line !== '') lines.push({ kind: label === undefined ? 'comment' : 'label', offset, size: 0, bytes: '', text: line });
  }
  if (next !== places.length) return undefined;
  return [...lines, ...padding(code, end)];
}

/** The text of lines, without what the decoder did not print. */
export function* textOf(lines: Iterable<LineDraft>): Generator<string> {
  for (const { kind, text } of lines) if (kind !== 'padding') yield `${text}\n`;
}

/**
 * Instructions without text; where the device is not known, pieces of 16 bytes. A generator, because the budget may end long before the section.
 */
export function* plainLines(code: Bytes, isKnown: boolean): Generator<LineDraft> {
  let end = 0;
  for (const { offset, size } of isKnown ? instructionPlaces(code) : pieces(code.length)) {
    yield { kind: 'instruction', offset, size, bytes: codeBytes(code, offset, size), text: '' };
    end = offset + size;
  }
  yield* padding(code, end);
}

function* pieces(length: number): Generator<{ readonly offset: number; readonly size: number }> {
  for (let offset = 0; offset + 16 <= length; offset += 16) yield { offset, size: 16 };
}

/** The bytes from `end` on, if there are any, with a note for the assembler. */
export function padding(code: Bytes, end: number, text = ''): LineDraft[] {
  const size = code.length - end;
  return size === 0 ? [] : [{ kind: 'padding', offset: end, size, bytes: codeBytes(code, end, size), text }];
}

export function codeBytes(code: Bytes, offset: number, size: number): string {
  return hexBytes(code.data.subarray(offset, offset + size));
}
