/** What the tables say of a name, as Markdown. */
import { type Entry, entryFacts } from '../../../../src/internal.ts';

export function entryText(entry: Entry): string {
  const head = `**${escaped(entry.name)}** · ${escaped(entry.kind)}`;
  return [head, escaped(entry.doc), ...entryFacts(entry).map(([name, value]) => `*${name}*: ${escaped(value)}`)].join('\n\n');
}

const escaped = (text: string): string => text.replace(/[\\`*_{}[\]()#+!<>|~-]/g, '\\$&');
