/** The decoder is small, and nothing of it is loaded by what only reads a zebin. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { scratchFolder } from './cli/zebin.ts';
import { fixture } from './support/corpus.ts';
import { ROOT } from './support/run.ts';

const scratch = scratchFolder();

/** What a page gets that imports names from an entry of the library. */
async function bundled(entry: string, names: string) {
  const input = join(scratch, `${names}.mjs`);
  writeFileSync(input, `export { ${names} } from ${JSON.stringify(join(ROOT, 'dist', entry))};\n`);
  const bundle = await rolldown({ input, platform: 'browser', cwd: ROOT });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const [chunk] = output;
  return {
    size: gzipSync(chunk.code, { level: 9 }).length,
    modules: Object.keys(chunk.modules).filter((id) => /dist[\\/]formats[\\/]eu[\\/]/.test(id)),
  };
}

test('disassemble is at most 70 KB, compressed', async () => {
  const { size, modules } = await bundled('formats/eu/index.js', 'disassemble');
  expect(modules.length).toBeGreaterThan(10);
  expect(size).toBeLessThanOrEqual(70_000);
});

test('readZebin comes without the decoder', async () => {
  expect((await bundled('index.js', 'readZebin')).modules).toEqual([]);
});

test.each([
  ['info', false],
  ['ls', false],
  // It measures the code.
  ['kernel', true],
  ['disasm', true],
])('the verb %s loads the decoder: %s', (verb, loads) => {
  const hook = join(scratch, 'loaded.cjs');
  writeFileSync(hook, "process.on('exit', () => console.error(JSON.stringify(Object.keys(require.cache))));\n");
  const args = ['-r', hook, join(ROOT, 'dist/cli/main.js'), verb, fixture('zebin/igc2/bmg/basic.zebin').path];
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const loaded: string[] = JSON.parse(stderr.trim().split('\n').at(-1) ?? '[]');
  expect(loaded.some((path) => path.endsWith('run.js'))).toBe(true);
  expect(loaded.some((path) => readFileSync(path, 'utf8').includes('InstructionReader'))).toBe(loads);
});
