/** Bundles of clang-offload-bundler, as the bundler and as the test corpus wrote them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { type Diagnostic, FormatError, Reporter } from '../../../src/core/diag/index.ts';
import { inflate } from '../../../src/core/inflate/index.ts';
import { partition } from '../../../src/core/schema/index.ts';
import {
  annotateBundles,
  annotateCcobs,
  annotateTextBundle,
  type BundleEntry,
  bundleId,
  decodeBundles,
  decodeCcobs,
  decodeTextBundle,
  parseTextBundle,
  printTextBundle,
  readBundles,
  textBundleComment,
  writeBundle,
} from '../../../src/formats/bundle/index.ts';
import { latin1 } from '../../support/build-elf.ts';
import { flip, mulberry32 } from '../../support/mutate.ts';
import { FOLDER, sha256, syclFiles } from '../../support/sycl.ts';

/** Every bundle in a file, inflated where it is compressed. */
function readAny(data: Uint8Array): { bundles: (readonly BundleEntry[])[]; diagnostics: readonly Diagnostic[] } {
  const bytes = new Bytes(data);
  const out = new Reporter(bytes.length);
  if (bytes.startsWith('CCOB')) {
    const bundles = decodeCcobs(bytes, out).bundles.flatMap(({ stream, compressed }) => {
      const inflated = compressed && inflate(stream, compressed, '!', out);
      return inflated ? decodeBundles(inflated, out).bundles.map(({ entries }) => entries) : [];
    });
    return { bundles, diagnostics: out.diagnostics };
  }
  if (textBundleComment(bytes)) return { bundles: [decodeTextBundle(bytes, out).entries], diagnostics: out.diagnostics };
  return { bundles: decodeBundles(bytes, out).bundles.map(({ entries }) => entries), diagnostics: out.diagnostics };
}

const files = syclFiles('bundles').filter(({ name }) => /\.(bundle|ii|ll)$/.test(name));
const good = files.filter(({ expect: facts }) => facts.verdict !== 'error');
const bad = files.filter(({ expect: facts }) => facts.verdict === 'error');

describe.each(good)('$name', { tags: ['corpus'] }, ({ bytes, expect: facts }) => {
  test('holds what its manifest says', () => {
    const { bundles, diagnostics } = readAny(bytes());
    expect(diagnostics).toEqual([]);
    const found = bundles.map((entries) => entries.map((e) => ({ id: e.id, size: e.bytes.length, sha256: sha256(e.bytes.data) })));
    expect(found).toEqual(
      // biome-ignore lint/suspicious/noExplicitAny: see test/support/sycl.ts.
      facts.bundles.map((entries: any[]) => entries.map(({ id, size, sha256: hash }) => ({ id, size, sha256: hash }))),
    );
  });

  test('a dump has every byte once', () => {
    const data = new Bytes(bytes());
    const out = new Reporter(data.length);
    const spans = (() => {
      if (data.startsWith('CCOB')) return annotateCcobs(decodeCcobs(data, out), out);
      const text = textBundleComment(data) ? decodeTextBundle(data, out) : undefined;
      const binary = text ? undefined : decodeBundles(data, out);
      const entries = text?.entries ?? binary?.bundles.flatMap((bundle) => bundle.entries) ?? [];
      const contents = entries.map((e) => ({ span: e.bytes.span(), path: e.id, text: '', role: 'bytes' as const }));
      return [...contents, ...(text ? annotateTextBundle(text, out) : []), ...(binary ? annotateBundles(binary, out) : [])];
    })();
    const parts = [...partition(data, spans, out)];
    expect(out.diagnostics).toEqual([]);
    expect(parts.filter(({ role }) => role === 'gap')).toEqual([]);
    expect(parts.at(-1)?.span.end).toBe(data.length);
  });

  test('is written back byte for byte', () => {
    const data = bytes();
    if (data[0] === 0x43) return; // A compressed one: only what is in it can be written.
    const comment = textBundleComment(new Bytes(data));
    if (comment) {
      const entries = parseTextBundle(data).value.entries.map(({ id, bytes: own }) => ({ id, data: own.data }));
      expect(Buffer.compare(printTextBundle(entries, comment), data)).toBe(0);
      return;
    }
    const { bundles } = readBundles(data).value;
    const written = bundles.map(({ bytes: own, entries }) =>
      writeBundle(
        entries.map(({ id, offset, bytes: content }) => ({ id, offset, data: content.data })),
        { size: own.length },
      ),
    );
    expect(Buffer.compare(Buffer.concat(written), data)).toBe(0);
    // And laid out again it has the same entries.
    const anew = bundles.map(({ entries }) => writeBundle(entries.map(({ id, bytes: content }) => ({ id, data: content.data }))));
    expect(readAny(Buffer.concat(anew)).bundles.map((entries) => entries.map(({ id, bytes: own }) => [id, sha256(own.data)]))).toEqual(
      bundles.map(({ entries }) => entries.map(({ id, bytes: own }) => [id, sha256(own.data)])),
    );
  });
});

const CODES: Readonly<Record<string, string>> = {
  'bundles/bad-ccob-hash.bundle': 'inflate/checksum',
  'bundles/bad-ccob-method-7.bundle': 'bundle/method',
  'bundles/bad-ccob-size.bundle': 'inflate/size',
  'bundles/bad-ccob-version-4.bundle': 'bundle/version',
  'bundles/bad-count.bundle': 'bundle/header',
  'bundles/bad-id-length.bundle': 'bundle/header',
  'bundles/bad-offset-wraps.bundle': 'bundle/entry-range',
  'bundles/bad-truncated.bundle': 'bundle/entry-range',
};

test.each(bad)('$name is refused with its code', { tags: ['corpus'] }, ({ name, bytes }) => {
  const codes = (() => {
    try {
      return readAny(bytes()).diagnostics.map((d) => d.code);
    } catch (error) {
      if (error instanceof FormatError) return [error.diagnostic.code];
      throw error;
    }
  })();
  expect(codes).toContain(CODES[name]);
});

test('an entry is replaced', () => {
  const file = good.find(({ name }) => name === 'bundles/hand-two-bundles.bundle') ?? good.find(({ name }) => name.endsWith('.bundle'));
  const data = writeBundle([
    { id: 'host-x86_64-unknown-linux-gnu-', data: new Uint8Array(0) },
    { id: 'sycl-spir64_gen-unknown-unknown', data: latin1('new') },
  ]);
  expect(file).toBeDefined();
  expect(readAny(data).bundles[0]?.map((e) => [e.id, e.bytes.text()])).toEqual([
    ['host-x86_64-unknown-linux-gnu-', ''],
    ['sycl-spir64_gen-unknown-unknown', 'new'],
  ]);
});

test('places that overlap are refused', () => {
  const entry = (offset: number) => ({ id: 'a', data: latin1('xx'), offset });
  expect(() => writeBundle([entry(100), entry(101)])).toThrow(RangeError);
  expect(() => writeBundle([entry(10)])).toThrow(RangeError);
  expect(writeBundle([entry(100)], { size: 200 })).toHaveLength(200);
  expect(writeBundle([{ id: 'a', data: latin1('xx') }], { align: 4096 })).toHaveLength(4098);
});

test('ids are taken apart into kind and target', () => {
  expect(bundleId('sycl-spir64_gen-unknown-unknown--bmg-g21')).toEqual({ kind: 'sycl', target: 'spir64_gen-unknown-unknown--bmg-g21' });
  expect(bundleId('host-x86_64-unknown-linux-gnu-')).toEqual({ kind: 'host', target: 'x86_64-unknown-linux-gnu' });
  expect(bundleId('host')).toEqual({ kind: 'host', target: '' });
});

test('an empty part of a text bundle is read', () => {
  const text = printTextBundle(
    [
      { id: 'host-x', data: new Uint8Array(0) },
      { id: 'sycl-y', data: latin1('a\n') },
    ],
    ';',
  );
  expect(parseTextBundle(text).value.entries.map((e) => [e.id, e.bytes.text()])).toEqual([
    ['host-x', ''],
    ['sycl-y', 'a\n'],
  ]);
});

describe('hostility', () => {
  const small = writeBundle([
    { id: 'host-x86_64', data: new Uint8Array(0) },
    { id: 'sycl-spir64', data: latin1('0123456789') },
  ]);
  const seeds = [...files.filter((file) => file.bytes().length < 9_000).map((file) => file.bytes()), small];

  const attempt = (data: Uint8Array) => {
    try {
      readAny(data);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  };

  test('prefixes and flips give a value or a FormatError', { tags: ['corpus'] }, () => {
    for (const data of seeds) {
      const step = Math.ceil(data.length / 100);
      for (let length = 0; length < data.length; length += step) attempt(data.slice(0, length));
      for (let seed = 0; seed < 100; seed++) attempt(flip(data, mulberry32(seed)));
    }
  });

  test('entries that all claim the whole file cost no more than the file', () => {
    const data = writeBundle(Array.from({ length: 20_000 }, () => ({ id: '', data: new Uint8Array(0) })));
    const view = new DataView(data.buffer, data.byteOffset);
    for (let i = 0; i < 20_000; i++) {
      view.setUint32(32 + 24 * i, 0, true);
      view.setUint32(32 + 24 * i + 8, data.length, true);
    }
    const { value, diagnostics } = readBundles(data);
    // Entries without anything of their own are more than a file of this size holds: the list ends, and says so.
    expect(value.bundles[0]?.entries.length).toBeLessThan(20_000);
    expect(diagnostics.map((d) => d.code)).toEqual(['limit/work']);
  });

  test('many magics one after another', () => {
    const magics = (count: number) => readBundles(latin1(`__CLANG_OFFLOAD_BUNDLE__${'\0'.repeat(8)}`.repeat(count)));
    expect(magics(1_150)).toMatchObject({ value: { bundles: { length: 1_150 } }, diagnostics: [] });
    // Each is a bundle to list, and so many are far more than bundles of this size hold.
    const { value, diagnostics } = magics(20_000);
    expect(value.bundles.length).toBeLessThan(20_000);
    expect(diagnostics.map((d) => d.code)).toEqual(['limit/work']);
  });
});

describe('what `clang-offload-bundler -list` says', () => {
  const runs = readFileSync(join(FOLDER, 'peers/offload-bundler-list.txt'), 'utf8').split(/^\$ /m).slice(1);
  const listed = runs.flatMap((run) => {
    const [command = '', ...lines] = run.split('\n');
    const file = good.find(({ name }) => command.endsWith(`-input=${name}`));
    const ids = lines.slice(0, lines.indexOf('')).filter((line) => line !== '');
    return file ? [{ name: file.name, file, ids }] : [];
  });

  test('there is something to compare', { tags: ['corpus'] }, () => expect(listed.length).toBeGreaterThan(5));

  test.each(listed)('$name', { tags: ['corpus'] }, ({ file, ids }) => {
    // It lists each id once, in the order of a hash table.
    const own = new Set(readAny(file.bytes()).bundles.flatMap((entries) => entries.map(({ id }) => id)));
    expect([...own].sort()).toEqual([...ids].sort());
  });
});
