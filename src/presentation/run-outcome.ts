/** What a run gave, in words. */
import { counted, grouped } from '../core/diag/index.ts';
import type { RunCase, RunDifference, RunReport, RunStop } from '../documents/index.ts';

/** Makes a text from a file safe to be shown. */
type Safe = (text: string) => string;

/** What follows the result of a case: ` (2 threads, 120 instructions)`, or after a colon why it is not equal. */
export function outcomeText(one: RunCase, safe: Safe): string {
  const { counts } = one;
  const reason = reasonText(one, safe);
  if (reason !== '') return `: ${reason}`;
  return counts ? ` (${counted(counts.threads, 'thread')}, ${counted(counts.instructions, 'instruction')})` : '';
}

/** The first difference, or why there is no answer; empty if nothing is wrong. */
export function reasonText(one: RunCase, safe: Safe): string {
  const { first_difference: difference, different_outputs: outputs, message, code, stop } = one;
  if (difference) return `${differenceText(difference, safe)}${outputs > 1 ? `; ${outputs} outputs differ` : ''}`;
  return message === null ? '' : `${safe(message)}${stop ? stopText(stop, safe) : ''}${code === null ? '' : ` [${code}]`}`;
}

/** What a check found, in one line: `race: …, at .text.sum+0x140, sum.cl:12`. */
export function reportLine({ kind, message, section, address, source }: RunReport, safe: Safe): string {
  const at = section === null ? '' : `, at ${safe(section)}+${address}`;
  return `${kind}: ${safe(message)}${at}${source === null ? '' : `, ${safe(source.path)}:${source.line}`}`;
}

function differenceText(found: RunDifference, safe: Safe): string {
  const { argument, name, what, index, expected, got, different, of } = found;
  const where = argument === null ? 'printed text' : `argument ${argument}${name === null ? '' : ` (${safe(name)})`}`;
  if (what === 'size') return `${where}: expected ${expected}, got ${got}`;
  if (what === 'line') {
    const quoted = (line: string | null): string => (line === null ? 'none' : JSON.stringify(safe(line)));
    return `${where}, line ${index + 1}: expected ${quoted(expected)}, got ${quoted(got)}; ${counted(different, 'line differs', 'lines differ')}`;
  }
  const value = (text: string | null, bits: string | null): string => `${text} (${bits})`;
  const many = `${grouped(different)} of ${counted(of, 'element differs', 'elements differ')}`;
  return `${where}[${index}]: expected ${value(expected, found.expected_bits)}, got ${value(got, found.got_bits)}; ${many}`;
}

/** Where a run stopped. */
function stopText({ section, offset, source, text, group, thread }: RunStop, safe: Safe): string {
  const at = section === null ? '' : `, at ${safe(section)}${offset === null ? '' : `+0x${offset.toString(16)}`}`;
  const line = source === null ? '' : `, ${safe(source.file)}:${source.line}`;
  const who = group === null ? '' : `, group ${group.join(',')}${thread === null ? '' : `, thread ${thread}`}`;
  return `${at}${line}${who}${text === null ? '' : `: ${safe(text)}`}`;
}
