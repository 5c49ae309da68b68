/** `--unlimited`: a file that reaches a limit is answered whole when the user trusts it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder, zebin } from './zebin.ts';

const cwd = scratchFolder();
const MEMBERS = 6_000;
const MEMBER = `${'a/'.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${'2'.padEnd(10)}\`\n\0\0`;
writeFileSync(join(cwd, 'many.a'), `!<arch>\n${MEMBER.repeat(MEMBERS)}`);

test('a container that is read as far as a limit says so first, and is read whole with --unlimited', async () => {
  const limited = await zebin(['ls', 'many.a'], { cwd });
  expect(limited.stdout).toMatch(/^not read whole: 1 part\n/);
  expect(limited.stdout).not.toContain(`[${MEMBERS - 1}]`);
  const whole = await zebin(['ls', 'many.a', '--unlimited'], { cwd });
  expect(whole).toMatchObject({ status: 0, stderr: '' });
  expect(whole.stdout).toContain(`[${MEMBERS - 1}]`);
  // The next run in the same process has limits again.
  expect((await zebin(['ls', 'many.a'], { cwd })).stdout).toBe(limited.stdout);
});

test('a scan has the limit in its rows, and none with --unlimited', async () => {
  const codes = async (...options: readonly string[]) => {
    const { stdout, stderr } = await zebin(['scan', 'many.a', '--format', 'ndjson', ...options], { cwd });
    expect(stderr.includes('error_code'), 'a scan with an error in a row says so').toBe(stdout.includes('"limit/work"'));
    return stdout.trim() === ''
      ? []
      : stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line).error_code);
  };
  expect(await codes()).toContain('limit/work');
  expect(await codes('--unlimited')).not.toContain('limit/work');
});
