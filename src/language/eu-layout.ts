/** The layout of assembly, as `iga64` prints it: only blanks change. */
import { CODE_WIDTHS, type Instruction, Line } from '../formats/eu/index.ts';
import type { PlacedText } from './placed-text.ts';

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

/** Predicate, operation with its size, condition; then operands, and options in braces. */
const HEAD = /^(\([^)]*\))?\s*(\S+?(?:\s*\(\d+\|M\d+\))?)(?=\s|\(\w\w\)|$)\s*(\(\w\w\)\s*f\d(?:\.\d)?)?\s*/;
/** What does not count for the width of a column: the number of an immediate. */
const NUMBER = /^-?(?:0x[0-9a-f]+|\d[\w.+-]*)/i;

/**
 * The text with its statements in columns, labels at the start of their lines, and comments after them. Lines that were not assembled stay
 * as they are.
 *
 * @param at the instruction at an offset of the code
 */
export function laidOut(
  text: PlacedText,
  statements: readonly Piece[],
  labels: readonly { readonly start: number; readonly isDefinition: boolean }[],
  at: (offset: number) => Instruction | undefined,
): string {
  const byLine = new Map<number, Piece[]>();
  for (const one of statements) {
    const line = text.lineOf(one.start);
    const others = byLine.get(line);
    if (others) others.push(one);
    else byLine.set(line, [one]);
  }
  const labelled = new Set(labels.filter(({ isDefinition }) => isDefinition).map(({ start }) => text.lineOf(start)));
  return Array.from({ length: text.lineCount }, (_, line) => {
    const own = text.line(line);
    const pieces = byLine.get(line) ?? [];
    const [piece] = pieces;
    if (piece === undefined) return labelled.has(line) ? own.trim() : own.trimEnd();
    const start = text.lineStart(line);
    const [before, after] = [own.slice(0, piece.start - start), own.slice(piece.end - start).trim()];
    const instruction = at(piece.offset);
    // What people write in a layout of their own: several statements, one over several lines, something before it.
    if (instruction === undefined || pieces.length > 1 || before.trim() !== '' || piece.end > text.lineEnd(line) || after.startsWith(';'))
      return own.trimEnd();
    const code = statementText(own.slice(before.length, piece.end - start), instruction);
    return after === '' ? code.trimEnd() : `${code} ${after}`;
  }).join('\n');
}

function statementText(statement: string, { dst, sources, send }: Instruction): string {
  const [head = '', predicate = '', operation = '', condition = ''] = HEAD.exec(statement) ?? [];
  const all = pieces(statement.slice(head.length));
  const operands = all.filter((one) => !one.startsWith('{'));
  const options = all.filter((one) => one.startsWith('{'));
  const line = new Line();
  line.column(predicate, CODE_WIDTHS.predicate, 1);
  line.column(operation.replace(/\s*\(/, ' ('), CODE_WIDTHS.mnemonic, 1);
  line.column(condition.replace(/\)\s+/, ')'), CODE_WIDTHS.flag, 0);
  if (dst === undefined && (operands.length > 0 || options.length > 0)) line.text += ' '.repeat(CODE_WIDTHS.dst);
  if (operands.length === 0 && options.length > 0) line.text += ' '.repeat(CODE_WIDTHS.src);
  const isSend = send !== undefined;
  for (const [i, operand] of operands.entries()) {
    const hidden =
      dst === undefined && /^[A-Za-z_]\w*$/.test(operand) && operand !== 'null' ? operand.length : (NUMBER.exec(operand)?.[0].length ?? 0);
    if (isSend && i >= operands.length - 2) line.column(operand, CODE_WIDTHS.desc, i === operands.length - 1 ? 0 : 2, hidden);
    else if (isSend && i > 0) line.text += `${operand}  `;
    else if (isSend) {
      line.text += '  ';
      line.column(operand, CODE_WIDTHS.sendDst, 2);
    } else {
      line.text += '  ';
      line.column(operand, dst !== undefined && i === 0 ? CODE_WIDTHS.dst : CODE_WIDTHS.src, 0, hidden);
    }
  }
  if (sources.length === 1 && !isSend) line.column('', CODE_WIDTHS.src, 0);
  for (const option of options) line.text += ` ${option}`;
  return line.end();
}

/** Operands are separated by blanks, and may have blanks only within brackets. */
function pieces(text: string): string[] {
  return text.match(/(?:\{[^}]*\}|\([^)]*\)|<[^>]*>|\[[^\]]*\]|\/\*.*?\*\/|[^\s{(<[])+/g) ?? [];
}
