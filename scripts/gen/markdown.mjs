// @ts-check
/** Parts of Markdown pages. */
import { NOTICE } from './notice.mjs';

/** @param {string} text */
export const code = (text) => (text === '' ? '' : `\`${text}\``);

/** @param {readonly string[]} words */
export const codes = (words) => words.map(code).join(', ');

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Running text, with what Markdown would take for markup escaped outside code.
 * @param {string} text
 */
export function prose(text) {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[*<[]|(?<![A-Za-z0-9])_/g, '\\$&')))
    .join('');
}

/**
 * @param {readonly string[]} heading
 * @param {readonly (readonly string[])[]} rows cells in Markdown
 */
export function table(heading, rows) {
  /** @param {readonly string[]} cells */
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  // Columns that are empty in all rows are omitted.
  const kept = heading.map((_, i) => rows.some((row) => row[i] !== ''));
  return [heading, heading.map(() => '---'), ...rows].map((cells) => line(cells.filter((_, i) => kept[i]))).join('\n');
}

/**
 * @param {string} title
 * @param {...string} parts paragraphs, tables and headings
 */
export function page(title, ...parts) {
  return `<!-- ${NOTICE} -->\n\n# ${title}\n\n${parts.join('\n\n')}\n`;
}

/** @param {number} value */
export const hex = (value) => `0x${value.toString(16)}`;
