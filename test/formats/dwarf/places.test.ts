/** Places in the source with what is inlined: against addr2line for host code, and as written for the code of a GPU. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Reporter } from '../../../src/core/diag/index.ts';
import { readDwarf, type SourcePlace, sourceMaps } from '../../../src/formats/dwarf/index.ts';
import { type Elf, readElf } from '../../../src/formats/elf/index.ts';
import { fixture } from '../../support/corpus.ts';
import { run } from '../../support/run.ts';
import { needs, toolPath } from '../../support/tools.ts';

const scratch = mkdtempSync(join(tmpdir(), 'zebin-dwarf-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const text = (places: readonly SourcePlace[]) => places.map((place) => `${place.function} ${place.file}:${place.line}`).join(' < ');

function mapOf(elf: Elf, name: string) {
  const section = elf.sections.find((one) => one.name === name);
  const map = sourceMaps(readDwarf(elf).value).get(section?.index ?? -1);
  if (!section || !map) throw new Error(`${name} has no lines`);
  return { section, map };
}

describe.each(['dwarf/inline.elf', 'dwarf/inline-dwarf5.elf'])('%s', (name) => {
  const elf = readElf(fixture(name).bytes()).value;

  test('calls that are inlined two deep', () => {
    const { map } = mapOf(elf, '.text.blur');
    const at = (address: number) => text(map.at(BigInt(address)));
    expect(at(0)).toBe('blur inline.cl:14');
    expect(at(0x110)).toBe('blend inline.cl:8 < blur inline.cl:16');
    expect(at(0x188)).toBe('weight inline.cl:4 < blend inline.cl:8 < blur inline.cl:16');
    expect(at(0x1b0)).toBe('blend inline.cl:9 < blur inline.cl:16');
    expect(at(0x1c0)).toBe('weight inline.cl:4 < blend inline.cl:10 < blur inline.cl:16');
    // Backwards too, and after the code.
    expect(at(0x110)).toBe('blend inline.cl:8 < blur inline.cl:16');
    expect(at(0x2c0)).toBe('');
  });

  test('both files say the same of every address', () => {
    const other = readElf(fixture('dwarf/inline.elf').bytes()).value;
    for (const section of ['.text.blur', '.text.plain']) {
      const [mine, theirs] = [mapOf(elf, section), mapOf(other, section)];
      for (let at = 0n; at < 0x340n; at += 8n) expect(text(mine.map.at(at))).toBe(text(theirs.map.at(at)));
    }
  });
});

describe('names of files', () => {
  const row = { op_index: 0, line: 1, column: 0, is_stmt: true, basic_block: false, end_sequence: false };
  const rest = { prologue_end: false, epilogue_begin: false, isa: 0, discriminator: 0 };
  const count = 1_000;
  const directory = 'd'.repeat(60_000);
  const rows = Array.from({ length: count + 1 }, (_, i) => ({ ...row, ...rest, address: BigInt(i * 16), file: i % count }));
  const file_names = Array.from({ length: count }, (_, i) => ({ name: `f${i}`, directory_index: 1 }));
  const table = { offset: 0, version: 4, include_directories: ['', directory], file_names, sequences: [{ section: 1, rows }] };
  const dwarf = { kind: 'dwarf', lineTables: [table], units: [] } as const;

  test('each is charged once, with its directory', () => {
    const out = new Reporter(1_000_000);
    const map = sourceMaps(dwarf, out).get(1);
    expect(map?.at(0n)[0]?.file).toBe(`${directory}/f0`);
    expect(map?.at(BigInt((count - 1) * 16))[0]).toMatchObject({ file: '', line: 1 });
    expect(out.diagnostics.map(({ code }) => code)).toEqual(['limit/work']);
  });
});

test('names of files and functions are shortened, in calls too', () => {
  const elf = readElf(fixture('dwarf/inline.elf').bytes()).value;
  const section = elf.sections.find(({ name }) => name === '.text.blur');
  const map = sourceMaps(readDwarf(elf).value, undefined, 5).get(section?.index ?? -1);
  expect(text(map?.at(0x188n) ?? [])).toBe('we... in...:4 < blend in...:8 < blur in...:16');
});

const PROGRAM = `extern int sink;
static inline __attribute__((always_inline)) int twice(int x) {
  sink = x;
  return x * 2 + 1;
}
static inline __attribute__((always_inline)) int mix(int a, int b) {
  if (a > b)
    a = twice(a);
  sink = b;
  return a ^ twice(b);
}
int first(int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += mix(p[i], i);
  return s;
}
int second(int *p) {
  return mix(p[0], p[1]) - twice(p[2]);
}
`;

describe.each([4, 5])('host code of DWARF %i', (version) => {
  needs('cc', 'addr2line')('the places of every address are those of addr2line', () => {
    writeFileSync(join(scratch, 'a.c'), PROGRAM);
    const flags = ['-O1', '-ffunction-sections', `-gdwarf-${version}`, '-gno-column-info', '-c', '-o', 'a.o', 'a.c'];
    expect(run(toolPath('cc'), flags, { cwd: scratch })).toMatchObject({ status: 0 });
    const elf = readElf(new Uint8Array(readFileSync(join(scratch, 'a.o')))).value;
    for (const name of ['.text.first', '.text.second']) {
      const { section, map } = mapOf(elf, name);
      // -p puts a place and what is around it into one line each.
      for (let at = 0; at < section.sh_size; at++) {
        const { stdout } = run(toolPath('addr2line'), ['-i', '-f', '-e', 'a.o', '-j', name, `0x${at.toString(16)}`], { cwd: scratch });
        const lines = stdout.trim().split('\n');
        const theirs = lines.flatMap((line, i) =>
          i % 2 === 0 ? [`${line} ${(lines[i + 1] ?? '').replace(/^.*\//, '').replace(/ \(discriminator \d+\)/, '')}`] : [],
        );
        const mine = map.at(BigInt(at)).map((place) => `${place.function} ${place.file.replace(/^.*\//, '')}:${place.line}`);
        expect(mine, `${name}+${at}`).toEqual(theirs);
      }
    }
  });
});

test('places are the same in any order, and one array where they are those of the last address', () => {
  const elf = readElf(fixture('dwarf/inline.elf').bytes()).value;
  const { section, map } = mapOf(elf, '.text.blur');
  const addresses = Array.from({ length: section.bytes.length }, (_, i) => BigInt(i));
  const rising = addresses.map((address) => map.at(address));
  for (const [i, address] of addresses.entries()) expect(mapOf(elf, '.text.blur').map.at(address)).toEqual(rising[i]);
  for (const address of [...addresses].reverse()) expect(map.at(address)).toEqual(rising[Number(address)]);
  expect(new Set(rising).size).toBeLessThan(rising.length / 2);
});
