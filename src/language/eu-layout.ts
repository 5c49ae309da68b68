/** The layout of assembly, as `iga64` prints it: only blanks change. */
import { CODE_WIDTHS } from '../formats/eu/index.ts';
import type { PlacedText } from './placed-text.ts';

interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Predicate, operation with its size, condition; then operands, and options in braces. */
const HEAD = /^(\([^)]*\))?\s*(\S+?(?:\s*\(\d+\|M\d+\))?)(?=\s|\(\w\w\)|$)\s*(\(\w\w\)\s*f\d(?:\.\d)?)?\s*/;

/**
 * The text with its statements in columns, labels at the start of their lines, and comments where they were. Lines that were not assembled
 * stay as they are.
 */
export function laidOut(text: PlacedText, statements: readonly Piece[], labels: readonly { start: number; isDefinition: boolean }[]): string {
  const byLine = new Map<number, Piece[]>();
  for (const one of statements) {
    const line = text.lineOf(one.start);
    byLine.set(line, [...(byLine.get(line) ?? []), one]);
  }
  const labelled = new Set(labels.filter(({ isDefinition }) => isDefinition).map(({ start }) => text.lineOf(start)));
  return Array.from({ length: text.lineCount }, (_, line) => {
    const own = text.line(line);
    const pieces = byLine.get(line) ?? [];
    const [piece] = pieces;
    if (piece === undefined) return labelled.has(line) ? own.trim() : own.trimEnd();
    const start = text.lineStart(line);
    const [before, after] = [own.slice(0, piece.start - start), own.slice(piece.end - start).trim()];
    // Several statements, a comment or an address before one, and statements over several lines are laid out by hand.
    if (pieces.length > 1 || before.trim() !== '' || piece.end > text.lineEnd(line) || after.startsWith(';')) return own.trimEnd();
    const code = statementText(own.slice(before.length, piece.end - start));
    return after === '' ? code : `${code} ${after}`;
  }).join('\n');
}

function statementText(statement: string): string {
  const [head = '', predicate = '', operation = '', condition = ''] = HEAD.exec(statement) ?? [];
  const operands = pieces(statement.slice(head.length));
  const widths = [CODE_WIDTHS.dst, CODE_WIDTHS.src];
  let text = predicate.padEnd(CODE_WIDTHS.predicate) + ' ';
  text += operation.replace(/\s*\(/, ' (').padEnd(CODE_WIDTHS.mnemonic) + ' ';
  text += condition.replace(/\)\s+/, ')').padEnd(CODE_WIDTHS.flag);
  for (const [i, operand] of operands.entries())
    text += operand.startsWith('{') ? ` ${operand}` : `  ${operand.padEnd(widths[Math.min(i, 1)] ?? 0)}`;
  return text.trimEnd();
}

/** Operands are separated by blanks, and may have blanks only within brackets. */
function pieces(text: string): string[] {
  return text.match(/(?:\{[^}]*\}|\([^)]*\)|<[^>]*>|\[[^\]]*\]|\/\*.*?\*\/|[^\s{(<[])+/g) ?? [];
}
