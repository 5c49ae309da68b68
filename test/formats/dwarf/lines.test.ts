/**
 * Line tables, against readelf and llvm-dwarfdump. Neither knows the relocations of Intel GPUs, so that they count the addresses of a
 * sequence from the beginning of its section, as the rows here do; which section that is, is checked against `.rela.debug_line`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type LineTable, readDwarf } from '../../../src/formats/dwarf/index.ts';
import { type Elf, readElf, symbolsOf } from '../../../src/formats/elf/index.ts';
import { fixture, zebins } from '../../support/corpus.ts';
import { run } from '../../support/run.ts';
import { needs, toolPath } from '../../support/tools.ts';

const scratch = mkdtempSync(join(tmpdir(), 'zebin-dwarf-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const hasLines = (bytes: Uint8Array) => readElf(bytes).value.sections.some((section) => section.name === '.debug_line');
const inline = [fixture('dwarf/inline.elf'), fixture('dwarf/inline-dwarf5.elf')];
const files = [...zebins().filter((file) => hasLines(file.bytes())), ...inline];

/** Rows as text: address, line, column, file, and the flags that are set. */
function rowsOf(tables: readonly LineTable[]): string[][] {
  return tables.map((table) =>
    table.sequences.flatMap(({ rows }) =>
      rows.map((row) => {
        const flags = (['is_stmt', 'basic_block', 'prologue_end', 'epilogue_begin', 'end_sequence'] as const).filter((flag) => row[flag]);
        return [row.address.toString(16), row.line, row.column, row.file, row.isa, row.discriminator, ...flags].join(' ');
      }),
    ),
  );
}

/** The same of `llvm-dwarfdump --debug-line`. */
function dumpedRows(path: string): string[][] {
  const { stdout } = run(toolPath('llvmDwarfdump'), ['--debug-line', path]);
  return stdout
    .split(/^debug_line\[/m)
    .slice(1)
    .map((text) =>
      [...text.matchAll(/^0x([0-9a-f]+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) *(.*)$/gm)].map(
        ([, address, line, column, file, isa, discriminator, flags]) =>
          [
            BigInt(`0x${address}`).toString(16),
            line,
            column,
            file,
            isa,
            discriminator,
            ...(flags ?? '').split(' ').filter(Boolean).sort(flagOrder),
          ].join(' '),
      ),
    );
}

const FLAGS = ['is_stmt', 'basic_block', 'prologue_end', 'epilogue_begin', 'end_sequence'];
const flagOrder = (a: string, b: string) => FLAGS.indexOf(a) - FLAGS.indexOf(b);

/** Base name of the file, line and address of `readelf --debug-dump=decodedline`; a line of `-` ends a sequence. */
function readelfRows(path: string): string[] {
  const { stdout } = run(toolPath('readelf'), ['--wide', '--debug-dump=decodedline', path]);
  return [...stdout.matchAll(/^(\S+) +(\d+|-) +(0x[0-9a-f]+|0)(?:\[\d+\])?(?: +\d+)?( +x)?(?: +END)? *$/gm)].map(
    ([, file, line, address, statement]) => [file, line, BigInt(address ?? 0).toString(16), statement ? 'x' : ''].join(' ').trim(),
  );
}

function asReadelf(tables: readonly LineTable[]): string[] {
  return tables.flatMap(({ sequences, file_names }) =>
    sequences.flatMap(({ rows }) =>
      rows.map((row) => {
        const file = file_names[row.file]?.name.replace(/.*\//, '');
        return [file, row.end_sequence ? '-' : row.line, row.address.toString(16), row.is_stmt && !row.end_sequence ? 'x' : '']
          .join(' ')
          .trim();
      }),
    ),
  );
}

test('there are files of every kind: DWARF 4 and 5, 32 and 64 bits, three compilers', () => {
  const kinds = files.flatMap((file) => {
    const elf = readElf(file.bytes()).value;
    return readDwarf(elf).value.lineTables.map(({ version }) => `${version} ${elf.is64 ? 64 : 32}`);
  });
  expect([...new Set(kinds)].sort()).toEqual(['4 32', '4 64', '5 64']);
});

describe.each(files.map((file) => [file.name, file] as const))('%s', { tags: ['corpus'] }, (_, file) => {
  const elf = readElf(file.bytes()).value;
  const { value, diagnostics } = readDwarf(elf);

  test('reads without findings', () => {
    expect(diagnostics).toEqual([]);
    expect(value.lineTables.length).toBeGreaterThan(0);
    expect(value.units).toHaveLength(value.lineTables.length);
  });

  needs('llvmDwarfdump')('every row is that of llvm-dwarfdump', () => {
    expect(rowsOf(value.lineTables)).toEqual(dumpedRows(file.path));
  });

  needs('readelf')('every row is that of readelf', () => {
    expect(asReadelf(value.lineTables)).toEqual(readelfRows(file.path));
  });

  test('each sequence is in the section that its relocation names, and every code section with a kernel has one', () => {
    const named = relocatedSections(elf);
    const sequences = value.lineTables.flatMap((table) => table.sequences);
    expect(named).toHaveLength(sequences.length);
    sequences.forEach((sequence, i) => {
      if (named[i] !== '') expect(elf.sections[sequence.section ?? 0]?.name).toBe(named[i]);
    });
    // Those whose names the compiler has lost are found by their functions: each section is there once.
    const found = sequences.map(({ section }) => section);
    expect(new Set(found).size).toBe(found.length);
    for (const { section, rows } of sequences) {
      expect(elf.sections[section ?? 0]?.name).toMatch(/^\.text\./);
      expect(rows.at(-1)?.address).toBeLessThanOrEqual(elf.sections[section ?? 0]?.sh_size ?? 0);
    }
  });
});

/** Names of the symbols of `.rela.debug_line`, those of addresses (not of file names), by the place of the relocation. */
function relocatedSections(elf: Elf): string[] {
  const table = elf.sections.find((section) => section.name === '.rela.debug_line');
  if (table?.content.kind !== 'relocations') throw new Error('there is no .rela.debug_line');
  const symbols = symbolsOf(elf, table);
  // R_SYM_ADDR, and in 32-bit files R_SYM_ADDR_32 as well; file names are relocated by their offset in a section of their own.
  return [...table.content.relocations]
    .filter(({ r_type }) => r_type === 1 || !elf.is64)
    .sort((a, b) => Number(a.r_offset - b.r_offset))
    .map(({ r_sym }) => symbols[r_sym]?.name ?? '');
}

const PROGRAM = `static inline int twice(int x) { return x * 2 + 1; }
static inline int mix(int a, int b) {
  if (a > b)
    a = twice(a);
  return a ^ twice(b);
}
int first(int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += mix(p[i], i);
  return s;
}
int second(int *p) { return mix(p[0], p[1]) - twice(p[2]); }
`;

describe.each([3, 4, 5])('host code of DWARF %i', (version) => {
  const [source, object] = [join(scratch, `${version}.c`), join(scratch, `${version}.o`)];
  const compile = () => {
    writeFileSync(source, PROGRAM);
    const flags = ['-O2', '-ffunction-sections', `-gdwarf-${version}`, '-gstrict-dwarf', '-c', '-o', object, `${version}.c`];
    expect(run(toolPath('cc'), flags, { cwd: scratch })).toMatchObject({ status: 0 });
    const elf = readElf(new Uint8Array(readFileSync(object))).value;
    return { elf, ...readDwarf(elf) };
  };

  needs('cc', 'llvmDwarfdump')('every row is that of llvm-dwarfdump', () => {
    const { value, diagnostics } = compile();
    expect(diagnostics).toEqual([]);
    expect(value.lineTables.map((table) => table.version)).toEqual([version]);
    expect(rowsOf(value.lineTables)).toEqual(dumpedRows(object));
    expect(value.lineTables[0]?.sequences.length).toBe(2);
  });
});
