/**
 * What we write, before a real decoder: zebins of the builder, and edited copies of real ones. A slice of what scripts/oracle.mjs
 * does with two releases.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { BROKEN, brokenFile, CRASHED } from '../support/broken.ts';
import { zebins } from '../support/corpus.ts';
import { run } from '../support/run.ts';
import { needs, toolPath } from '../support/tools.ts';
import { refusalOf } from './ocloc.mjs';
import { EDIT_NAMES, edited, generated } from './written.ts';

const scratch = mkdtempSync(join(tmpdir(), 'zebin-written-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Answer {
  readonly status: number | null;
  readonly refusal: string;
}

function validate(bytes: Uint8Array): Answer {
  const path = join(scratch, 'in.zebin');
  writeFileSync(path, bytes);
  const { status, stdout } = run(toolPath('ocloc'), ['validate', '-file', path]);
  return { status, refusal: refusalOf(stdout) };
}

needs('ocloc')('zebins of the builder are accepted', () => {
  const files = generated('22.43.24595.41', 150, 2);
  const refused = files.map((bytes) => validate(bytes)).filter(({ status }) => status !== 0);
  expect(refused).toEqual([]);
});

needs('ocloc')('edited files get the answer of their originals', { tags: ['corpus'] }, () => {
  const counts = new Map<string, number>();
  const wrong: string[] = [];
  const every = Math.ceil(zebins().length / 25);
  for (const file of zebins().filter((_, i) => i % every === 0)) {
    const bytes = file.bytes();
    const original = validate(bytes);
    for (const [name, changed] of edited(bytes)) {
      expect(Buffer.compare(changed, bytes), `${file.name}: ${name}`).not.toBe(0);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const answer = validate(changed);
      if (answer.status !== original.status || answer.refusal !== original.refusal)
        wrong.push(`${file.name}, ${name}: ${JSON.stringify(answer)}, not ${JSON.stringify(original)}`);
    }
  }
  expect(wrong).toEqual([]);
  for (const name of EDIT_NAMES) expect(counts.get(name) ?? 0, name).toBeGreaterThan(15);
});

needs('ocloc')('what the rules of the builder forbid is refused, or known to be misread', () => {
  for (const row of BROKEN) {
    const [expected] = row.exits;
    const { status } = validate(brokenFile(row));
    // Ended by a signal.
    if (expected === CRASHED) expect(status, row.rule).toBeNull();
    else expect(status, `${row.rule}: ${JSON.stringify(row.kernel)}`).toBe(expected);
  }
});
