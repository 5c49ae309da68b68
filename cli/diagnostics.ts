import type { DiagnosticJson } from '../src/internal.ts';
import type { Io } from './io.ts';
import { count, visible, wrap } from './text.ts';

const SHOWN = 20;

/** Findings as lines: severity, code, place, sentence. At most {@link SHOWN}, worst first. */
export function diagnosticLines(diagnostics: readonly DiagnosticJson[], io: Io, indent: string): string {
  const { colors } = io;
  const order = { error: 0, warning: 1, info: 2 };
  const paint = { error: colors.red, warning: colors.yellow, info: colors.dim };
  const sorted = [...diagnostics].sort((a, b) => order[a.severity] - order[b.severity]);
  const lines = sorted.slice(0, SHOWN).map((d) => {
    const line = d.line === undefined ? '' : `, .ze_info line ${d.line}`;
    const place = `at 0x${d.offset.toString(16)}${line}${d.path === '' ? '' : `, ${visible(d.path)}`}`;
    const text = wrap(`${d.severity}[${d.code}] ${visible(d.message)}`, io.width, indent).replace(
      `${d.severity}[${d.code}]`,
      paint[d.severity],
    );
    return `${text}\n${colors.dim(wrap(place, io.width, `${indent}  `))}\n`;
  });
  if (sorted.length > SHOWN) lines.push(`${indent}and ${count(sorted.length - SHOWN, 'more finding')}: see --json\n`);
  return lines.join('');
}
