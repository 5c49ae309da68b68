import { describe, expect, test } from 'vitest';
import { buildZebin } from '../../src/change/build/index.ts';
import { textStream } from '../../src/documents/index.ts';
import { inspect } from '../../src/walk/inspect.ts';
import { fixture, fixtureFiles } from '../support/corpus.ts';

const linesOf = (bytes: Uint8Array): string[] => [...textStream(inspect(bytes).value).lines];

/** Whether a file is one that is read: among the fixtures are golden texts too. */
function isRead(bytes: Uint8Array): boolean {
  try {
    return inspect(bytes).value.kind !== 'text';
  } catch {
    return false;
  }
}

const fixtures = fixtureFiles().filter((file) => isRead(file.bytes()));

const CLOCK = fixture('zebin/igc2/bmg/clock.zebin');
const ARCHIVE = fixture('fat/slm-skl-tgllp.ar');

describe('every fixture', () => {
  const texts = new Map<string, string>();
  test.each(fixtures.map((file) => [file.name, file] as const))(
    '%s is printed with what it contains indented',
    { tags: ['corpus'] },
    (name, file) => {
      const lines = linesOf(file.bytes());
      expect(lines.slice(0, 3)).toEqual(['zebin/text/1', '', '== (file)']);
      // What comes from the content is indented, or follows the name of a fact.
      for (const line of lines.slice(1)) expect(line).toMatch(/^(|== .*|-- .*| {2}.*|[A-Za-z][\w ()-]*: .*)$/s);
      texts.set(name, lines.join('\n'));
    },
  );

  test('different files have different texts', { tags: ['corpus'] }, () => {
    const hashes = new Set(fixtures.map((file) => Buffer.from(file.bytes()).toString('base64')));
    expect(new Set(texts.values()).size).toBe(hashes.size);
  });
});

test('a zebin: attributes, symbols and code with its relocations; what follows the code is a hash', () => {
  const lines = linesOf(CLOCK.bytes());
  expect(lines).toContain('    - name:            clock');
  const code = lines.slice(lines.indexOf('-- .text.clock'));
  expect(code.slice(1, 3)).toEqual(['  L1:', '  clock:']);
  expect(code.filter((line) => line.endsWith('// R_SYM_ADDR_32 __INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0'))).toHaveLength(2);
  expect(code.filter((line) => line.includes('{EOT,'))).toHaveLength(1);
  expect(code.at(-1)).toMatch(/^ {2}after the code: \d+ bytes, SHA-256 [0-9a-f]{64}$/);
});

test('an archive: each image under its address', () => {
  const addresses = linesOf(ARCHIVE.bytes()).filter((line) => line.startsWith('== '));
  expect(addresses).toEqual(['== (file)', '== !pad_0', '== !64.9.0.9', '== !pad_1', '== !64.12.0.0']);
});

test('an inserted instruction changes no other line of code', () => {
  const code = (bytes: Uint8Array): string[] => {
    const { value } = buildZebin({ device: 'bmg', kernels: [{ name: 'k', code: bytes, env: { simd_size: 16, grf_count: 128 } }] });
    if (!value) throw new Error('nothing was built');
    const lines = linesOf(value);
    return lines.slice(lines.indexOf('-- .text.k') + 1).filter((line) => !line.startsWith('  after'));
  };
  const branches = fixtures.find(
    ({ name }) => name.startsWith('zebin/igc2/bmg/') && linesOf(fixture(name).bytes()).some((line) => /^ {2}L[2-9]:$/.test(line)),
  );
  if (!branches) throw new Error('no fixture has a branch');
  const { content } = inspect(branches.bytes()).value;
  if (content.kind !== 'zebin') throw new Error('not a zebin');
  const data = content.zebin.kernels.find(({ text }) => text && code(text.bytes.data).some((line) => /^ {2}L2:$/.test(line)))?.text?.bytes
    .data;
  if (!data) throw new Error('no kernel has a branch');
  const before = code(data);
  const first = data.subarray(0, 16);
  const after = code(Uint8Array.from([...first, ...data]));
  expect(after.filter((line) => !before.includes(line))).toEqual([]);
  expect(after.length).toBe(before.length + 1);
});
