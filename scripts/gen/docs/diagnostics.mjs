// @ts-check
import { CODES, FAILURES } from '../../../dist/core/diag/index.js';
import { code, page, prose, table } from '../markdown.mjs';

export default function diagnosticsPage() {
  const groups = [...new Set(Object.keys(CODES).map((name) => name.slice(0, name.indexOf('/'))))];
  const parts = groups.flatMap((group) => {
    const rows = Object.entries(CODES).filter(([name]) => name.startsWith(`${group}/`));
    return [
      `## ${group}`,
      table(
        ['Code', 'Severity', 'What was found', 'What it means, what to do'],
        rows.map(([name, row]) => [code(name), row.severity, prose(row.what), prose(row.help)]),
      ),
    ];
  });
  const failures = [
    '## command',
    'These are not findings: they say why a run has no answer, in the document that `--json` prints then ([json.md](json.md)).',
    table(
      ['Code', 'What happened', 'What to do'],
      Object.entries(FAILURES).map(([name, row]) => [code(name), prose(row.what), prose(row.help)]),
    ),
  ];
  return page(
    'Diagnostics',
    'Every code that the library and the command report. `zebin explain CODE` shows one of them.',
    ...parts,
    ...failures,
  );
}
