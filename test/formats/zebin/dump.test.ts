/** A dump has every byte of a file in exactly one span: for real files, for damaged ones, and for sections that overlap. */
import { describe, expect, test } from 'vitest';
import { type DumpDocument, dumpDocument, dumpParts, FormatError, findItem, inspect } from '../../../src/internal.ts';
import { buildAr, buildElf, buildMember, buildZebin, latin1, SHT } from '../../support/build-elf.ts';
import { archives, probes, zebins } from '../../support/corpus.ts';
import { flip, mulberry32 } from '../../support/mutate.ts';

const dump = (bytes: Uint8Array) => dumpDocument(inspect(bytes).value);

/** The first place where a span does not begin where the one before it ended; undefined when all is well. */
function tear({ spans, offset, size }: DumpDocument): string | undefined {
  let at = offset;
  for (const span of spans) {
    if (span.offset !== at || span.end <= span.offset) return `${span.path} is ${span.offset} to ${span.end}, after ${at}`;
    at = span.end;
  }
  return at === offset + size ? undefined : `ends at ${at} of ${offset + size}`;
}

test.each([...zebins(), ...probes(), ...archives()])('$name is accounted for, byte for byte', { tags: ['corpus'] }, (file) => {
  const bytes = file.bytes();
  const document = dump(bytes);
  expect(tear(document)).toBeUndefined();
  expect(document.offset).toBe(0);
  expect(document.size).toBe(bytes.length);
  expect(document.gap_bytes).toBe(0);
  expect(document.diagnostics.filter((d) => d.code === 'inspect/overlap' || d.code.startsWith('limit/'))).toEqual([]);
});

describe('a damaged file', () => {
  const small = [...zebins(), ...probes()].filter((file) => file.bytes().length < 5_000).slice(0, 40);

  test.each(small)('made of $name is accounted for too', { tags: ['corpus'] }, (file) => {
    const original = file.bytes();
    for (let n = 0; n < 100; n++) {
      const bytes = flip(original, mulberry32(n));
      try {
        const document = dump(bytes);
        const found = tear(document);
        expect(found === undefined ? undefined : `case ${n}: ${found}`).toBeUndefined();
        expect(document.size).toBe(bytes.length);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
      }
    }
  });
});

describe('spans', () => {
  const rows = (bytes: Uint8Array) => dump(bytes).spans.map(({ offset, end, path, role }) => [offset, end, path, role]);

  test('of overlapping sections belong to the one that begins first', () => {
    const built = buildElf({
      sections: [
        { name: 'first', data: 'abcdefgh' },
        { name: 'inside', header: { sh_offset: 66, sh_size: 2 } },
        { name: 'across', header: { sh_offset: 70, sh_size: 6 } },
      ],
    });
    const document = dump(built.bytes);
    expect(tear(document)).toBeUndefined();
    expect(rows(built.bytes)).toContainEqual([64, 72, 'first', 'bytes']);
    // Four bytes of .shstrtab, which comes after the first section.
    expect(rows(built.bytes)).toContainEqual([72, 76, 'across', 'bytes']);
    expect(document.diagnostics.map((d) => [d.code, d.offset, d.end])).toEqual([
      ['inspect/overlap', 66, 68],
      ['inspect/overlap', 70, 72],
      ...document.diagnostics.slice(2).map((d) => [d.code, d.offset, d.end]),
    ]);
  });

  test('distinguish padding from bytes that no structure claims', () => {
    const built = buildElf({ sections: [{ name: 'first', data: `${'\0'.repeat(8)}hidden!!`, header: { sh_size: 1 } }] });
    const document = dump(built.bytes);
    expect(rows(built.bytes)).toContainEqual([65, 80, '', 'gap']);
    expect(document.gap_bytes).toBe(15);
    const padded = buildElf({
      sections: [
        { name: 'first', data: 'x' },
        { name: 'second', data: 'y' },
      ],
    });
    expect(rows(padded.bytes)).toContainEqual([65, 72, '', 'padding']);
    expect(dump(padded.bytes).gap_bytes).toBe(0);
  });

  test('name the attribute that a line writes', () => {
    const text = 'version: 1.60\nkernels:\n  - name: k\n    execution_env: {grf_count: 128}\n# end\n';
    const built = buildZebin({ zeInfo: text, kernels: ['k'] });
    const [start] = built.content('.ze_info');
    const found = dump(built.bytes).spans.filter((span) => span.offset >= start && span.end <= start + text.length);
    expect(found.map((span) => [span.path, span.text])).toEqual([
      ['.ze_info/version', 'version: 1.60'],
      ['.ze_info/kernels', 'kernels:'],
      ['.ze_info/kernels[0]/name', '- name: k'],
      ['.ze_info/kernels[0]/execution_env', 'execution_env: {grf_count: 128}'],
      ['.ze_info:5', '# end'],
    ]);
  });

  test('in a member begin with its address, and offsets count in the whole file', () => {
    const inner = buildZebin({ zeInfo: 'version: 1.60\n' });
    const bytes = buildAr([buildMember('odd/', latin1('x')), buildMember('64.20.1.0/', inner.bytes)]);
    const document = dump(bytes);
    expect(tear(document)).toBeUndefined();
    const at = 8 + 60 + 2 + 60;
    expect(document.spans.find((span) => span.path === '64.20.1.0!.ze_info/version')?.offset).toBe(at + inner.content('.ze_info')[0]);
    expect(document.spans.find((span) => span.path === 'members[1]/ar_name')).toMatchObject({ offset: 70, text: '64.20.1.0/' });
  });

  test('of a part begin where it does', () => {
    const inner = buildZebin({ zeInfo: 'version: 1.60\n' });
    const root = inspect(buildAr([buildMember('a/', inner.bytes)])).value;
    const part = findItem(root, '!a');
    const section = findItem(root, '!a!.ze_info');
    if (!part || !section) throw new Error('not found');
    const document = dumpDocument(part);
    expect(tear(document)).toBeUndefined();
    expect([document.offset, document.size]).toEqual([68, inner.bytes.length]);
    expect(tear(dumpDocument(section))).toBeUndefined();
    expect(dumpDocument(section).offset).toBe(68 + inner.content('.ze_info')[0]);
  });

  test('are one for a table when there would be too many', () => {
    const built = buildElf({ sections: [{ name: 'names', type: SHT.strtab, data: '\0'.repeat(300_000) }] });
    const document = dump(built.bytes);
    expect(tear(document)).toBeUndefined();
    // Of the dump, then of reading.
    expect(document.diagnostics.map((d) => d.code)).toEqual(['limit/spans', 'zebin/no-ze-info']);
    const [offset, end] = built.content('names');
    expect(document.spans.filter((span) => span.path === 'names')).toMatchObject([{ offset, end, role: 'bytes' }]);
    expect(document.spans.filter((span) => span.path.startsWith('.shstrtab'))).not.toEqual([]);
  });

  test('come one at a time, or all together', { tags: ['corpus'] }, () => {
    for (const file of archives()) {
      const { value } = inspect(file.bytes());
      const { spans, ...rest } = dumpDocument(value);
      const parts = dumpParts(value);
      expect([...parts.spans]).toEqual(spans);
      expect({ ...parts.head, gap_bytes: parts.gapBytes(), diagnostics: parts.diagnostics() }).toEqual(rest);
    }
  });

  test('read an image when they reach it, and not before', { tags: ['corpus'] }, () => {
    for (const file of archives()) {
      const { value } = inspect(file.bytes());
      const opened: number[] = [];
      const children = value.children.map((child) => ({
        ...child,
        open: () => {
          opened.push(child.stored.base);
          return child.open();
        },
      }));
      for (const { offset } of dumpParts({ ...value, children }).spans) expect(opened.filter((base) => base > offset)).toEqual([]);
      expect(opened).toHaveLength(children.length);
    }
  });

  test('of a field say its name, its number and what it means', () => {
    const built = buildZebin({ is64: false, zeInfo: 'version: 1.60\n', notes: [{ type: 1, desc: 1274 }] });
    const spans = dump(built.bytes).spans;
    const text = (path: string) => spans.find((span) => span.path === path)?.text;
    expect(text('e_ident/EI_CLASS')).toBe('1 32-bit');
    expect(text('header/e_machine')).toBe('205 (0xcd) EM_INTELGT');
    expect(text('sections[1]/sh_name')).toContain('.ze_info');
    expect(text('.note.intelgt.compat[0]/desc')).toBe('NT_INTELGT_PRODUCT_FAMILY: 1274 (0x4fa)');
  });
});
