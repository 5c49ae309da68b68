/** Names in a file are text: what looks like markup, what reorders what is read, and what is far too long. */
import { expect, test } from 'vitest';
import { buildZebin, latin1 } from '../support/build-elf.ts';
import { axe, drop, viewer, visit } from './browser.ts';

const open = viewer();

const MARKUP = '<img src=x onerror=alert(1)><script>document.title="owned"</script>';
const REORDERED = Buffer.from('a\u202edlrow\u2066 \u200b\u0007end', 'utf8').toString('latin1');
const LONG = `long_${'x'.repeat(65_536)}_end`;
const NAMES = [MARKUP, REORDERED, LONG];
const QUOTED = NAMES.map((name) => JSON.stringify(name).replaceAll('\\u0007', '\\x07'));

const zeInfo = `version: '1.43'\nkernels:\n${QUOTED.map((name) => `  - name: ${name}\n    execution_env:\n      grf_count: 128\n      simd_size: 16\n`).join('')}`;
const bytes = buildZebin({ zeInfo, kernels: NAMES }).bytes;

test('on every page', async () => {
  const page = await open();
  let asked = false;
  page.on('dialog', () => {
    asked = true;
  });
  await drop(
    page,
    { name: `${MARKUP}\u202e.zebin`, bytes },
    { name: 'second.zebin', bytes: new Uint8Array(latin1(Buffer.from(bytes).toString('latin1'))) },
  );
  const file = new URLSearchParams(await page.evaluate(() => location.hash.slice(1))).get('file') ?? '';
  expect(file).toContain('<img');
  const places = [
    'overview',
    'overview&tab=contents',
    'overview&tab=size',
    'overview&tab=findings',
    'bytes',
    'compare',
    ...NAMES.slice(0, 2).map((name) => `kernel&kernel=${encodeURIComponent(Buffer.from(name, 'latin1').toString('utf8'))}`),
  ];
  for (const place of places) {
    await visit(
      page,
      `view=${place.replace('&', `&file=${encodeURIComponent(file)}&`)}${place.includes('&') ? '' : `&file=${encodeURIComponent(file)}`}`,
    );
    const found = await page.evaluate(() => ({
      text: document.body.innerText,
      images: document.querySelectorAll('img').length,
      scripts: document.querySelectorAll('script:not([type="module"], [type="text/plain"])').length,
      longest: Math.max(
        ...[...document.querySelectorAll('*')]
          .filter(({ children }) => children.length === 0)
          .map(({ textContent }) => textContent?.length ?? 0),
      ),
      title: document.title,
    }));
    expect(found.text, place).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u0007]/);
    expect([found.images, found.scripts, found.title === 'owned'], place).toEqual([0, 0, false]);
    expect(found.text.length, place).toBeGreaterThan(100);
    expect(found.text.length, place).toBeLessThan(400_000);
  }
  await visit(page, `view=overview&file=${encodeURIComponent(file)}&tab=kernels`);
  const kernels = await page.getByRole('grid', { name: 'Kernels' }).innerText();
  expect(kernels).toContain('<img src=x onerror=alert(1)>');
  expect(kernels).toContain('\\u{202e}');
  expect(kernels).toContain('long_xxx');
  expect(kernels).toContain('xxx_end');
  expect(await axe(page)).toEqual([]);
  expect(asked).toBe(false);
});
