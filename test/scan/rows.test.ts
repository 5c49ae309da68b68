/** The rows of files are what `info --json` and `validate` say of them. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readElf } from '../../src/formats/elf/index.ts';
import {
  Bytes,
  type Cell,
  completeness,
  eachItem,
  FormatError,
  findingsOf,
  type Item,
  infoDocument,
  inspect,
  isZebinInfo,
  KERNEL_COLUMNS,
  type KernelColumn,
  type KernelColumnName,
  kernelLabel,
  kernelRows,
  validateDocument,
} from '../../src/internal.ts';
import { archives, type CorpusFile, fixture, patchTokens, probes, zebins } from '../support/corpus.ts';
import { syclFiles } from '../support/sycl.ts';

const digest = (bytes: Bytes) => createHash('sha256').update(bytes.data).digest('hex');

type Row = Record<KernelColumnName, Cell>;

function rowsOf(data: Uint8Array, path = 'file'): Row[] {
  const file = { root: 'tree', path, size: data.length, sha256: digest(Bytes.from(data)) };
  return kernelRows(file, Bytes.from(data)).map(
    (cells) => Object.fromEntries(KERNEL_COLUMNS.map(({ name }, i) => [name, cells[i]])) as Row,
  );
}

function inspected(data: Uint8Array): Item | undefined {
  try {
    return inspect(data).value;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

describe('columns', () => {
  const columns: readonly KernelColumn[] = KERNEL_COLUMNS;

  test('every resource of a kernel in info has a column of its name', () => {
    const { images } = infoDocument(inspect(fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').bytes()).value);
    const kernel = images[0]?.kernels[0];
    expect(Object.keys(kernel ?? {}).filter((key) => columns.every(({ name }) => name !== key))).toEqual([]);
  });

  test('names are unique, and each has a description', () => {
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
    for (const { doc } of columns) expect(doc).toMatch(/^[A-Z].*\.$/);
  });
});

describe('rows', () => {
  const containers = ['host', 'bundles', 'offload-binary', 'syclbin'].flatMap((folder) => syclFiles(folder));
  const files: Pick<CorpusFile, 'name' | 'bytes'>[] = [...zebins(), ...probes(), ...archives(), ...patchTokens(), ...containers];

  test.each(files.map((file) => [file.name, file] as const))('of %s have what its documents say', { tags: ['corpus'] }, (_, file) => {
    const data = file.bytes();
    const root = inspected(data);
    const rows = rowsOf(data);
    if (!root) {
      for (const row of rows) expect([row.name, typeof row.error_code]).toEqual([null, 'string']);
      return;
    }
    const { images, ...read } = infoDocument(root, { labelOf: kernelLabel });
    const unread = new Set(read.unread.map(({ address }) => address));
    const items = new Map([...eachItem(root)].map((item) => [item.address, item]));
    for (const image of images) {
      const own = rows.filter((row) => row.address === image.address);
      // An image that was not read whole has, besides its kernels, a row with the reason.
      const isPartial = (isZebinInfo(image) ? image.kernels : image.kernel_names).length > 0 && unread.has(image.address);
      const [damage] = isPartial ? own.slice(-1) : [];
      if (damage) expect([damage.name, typeof damage.error_code]).toEqual([null, 'string']);
      const found = own.slice(0, own.length - (damage ? 1 : 0));
      const { kernels } = image;
      const item = items.get(image.address);
      if (!isZebinInfo(image)) {
        if (found.some((row) => row.name !== null)) expect(found.map((row) => row.name)).toEqual(image.kernel_names);
        continue;
      }
      expect(found).toHaveLength(Math.max(kernels.length, 1));
      const { errors, warnings } = validateDocument(findingsOf(item as Item), completeness([]));
      for (const row of found) {
        expect(row).toMatchObject({
          root: 'tree',
          path: 'file',
          container: root.kind,
          format: 'zebin',
          image_size: image.size,
          image_sha256: digest((item as Item).bytes),
          version: image.version,
          zebin_version: image.target.zebin_version,
          device: image.target.names[0] ?? null,
          ip: image.target.product_config?.ip ?? null,
          has_ir: image.has_ir,
          read_errors: image.verdict.errors,
          read_warnings: image.verdict.warnings,
          drivers_since: image.verdict.names.since,
          validate_errors: errors,
          validate_warnings: warnings,
        });
      }
      for (const [i, { defaults, name, ...resources }] of kernels.entries()) {
        // Bytes that are not UTF-8 are escapes in the table.
        const text = name.replace(/[\udc80-\udcff]/g, (c) => `\\x${(c.charCodeAt(0) - 0xdc00).toString(16)}`);
        expect(found[i]).toMatchObject({ kernel_index: i, name: text, defaults: defaults.join(', '), ...resources, error_code: null });
      }
    }
  });
});

describe('files without kernels', () => {
  test.each([
    ['text', 'int main;\n'],
    ['nothing', ''],
    ['a picture', '\x89PNG\r\n\x1a\nrest'],
    ['data of no kind', '\x01\x02\x03\x04'],
  ])('%s has no row, compressed or not', (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(rowsOf(bytes)).toEqual([]);
    expect(rowsOf(gzipSync(bytes))).toEqual([]);
  });

  test('an image without kernels has one', () => {
    const [row, ...more] = rowsOf(fixture('zebin/igc1/dg2/library.zebin').bytes());
    expect(more).toEqual([]);
    expect(row).toMatchObject({ format: 'zebin', name: null, error_code: null });
  });

  test('a file that is cut has one that says so', () => {
    const data = fixture('fat/basic-dg2-bmg.ar').bytes();
    const rows = rowsOf(data.subarray(0, 20_000));
    expect(rows.filter((row) => row.error_code !== null).length).toBeGreaterThan(0);
    expect(rows.every((row) => row.container === 'ar')).toBe(true);
  });

  test('an unsupported compression is reported, not ignored', () => {
    expect(rowsOf(Buffer.from('\xfd7zXZ\0rest', 'latin1'))).toMatchObject([{ container: 'xz', error_code: 'detect/not-readable' }]);
  });

  test.each([7, 40, 64, 200, 4096])('any beginning of a zebin (%i bytes) gives rows, and throws nothing', (length) => {
    const data = fixture('zebin/igc2/bmg/clock.zebin').bytes();
    expect(rowsOf(data.subarray(0, length)).every((row) => row.error_code !== null)).toBe(true);
  });
});

test('a size from a damaged file is null if no table format can hold it', () => {
  const data = fixture('zebin/igc2/bmg/clock.zebin').bytes();
  const { header, sections } = readElf(data).value;
  const section = sections.find(({ name }) => name === '.text.clock');
  new DataView(data.buffer).setBigUint64(Number(header.e_shoff) + (section?.index ?? 0) * 64 + 32, 0xff00_0000_0000_0300n, true);
  const rows = rowsOf(data);
  expect(rows.map((row) => [row.code_size, row.error_code])).toEqual([
    [null, null],
    [null, 'elf/unsafe-integer'],
  ]);
});
