/** Waits that are set, not written: always enough, by the checker, which finds hazards another way; and those of `iga64 -Xauto-deps`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { assembleWithWaits, flowOf, hazardsOf } from '../../../src/analysis/instructions/index.ts';
import {
  assemble,
  type Code,
  disassemble,
  type Instruction,
  optionBit,
  type Platform,
  platformNumber,
  printCode,
  readCode,
} from '../../../src/formats/eu/index.ts';
import { disasmStream, inspect } from '../../../src/internal.ts';
import { zebins } from '../../support/corpus.ts';
import { extra, toolPath } from '../../support/tools.ts';
import { codeOf, HAS_CORPUS, sectionsOfCorpus } from './corpus.ts';

const folder = mkdtempSync(join(tmpdir(), 'zebin-auto-waits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LOAD = 'send.ugm (16|M0) r10 r20 null:0 0x0 0x08400580';
const COMPACTED = optionBit('Compacted');
const hasWaits = (platform: string | null): boolean => platform !== null && platformNumber(platform as Platform) >= platformNumber('12p1');

/** What is between braces in each line, and `sync`s by name. */
function waitsOf(platform: Platform, ...lines: readonly string[]): string[] {
  const { value, diagnostics } = assembleWithWaits(lines.join('\n'), platform);
  expect(diagnostics).toEqual([]);
  return disassemble(value, platform)
    .value.split('\n')
    .filter((line) => line !== '' && !line.endsWith(':'))
    .map((line) => `${/sync\.\w+/.exec(line)?.[0] ?? ''}${/\{[^}]*\}/.exec(line)?.[0] ?? ''}`);
}

const hazardsIn = (code: Code): number =>
  hazardsOf(code, flowOf(code)).filter(({ at }) => (code.instructions[at] as Instruction).offset < code.end).length;

const hazardsOfBytes = (bytes: Uint8Array, platform: Platform): number => hazardsIn(readCode(bytes, platform).value);

/** The text of code without waits, tokens and what is after its end. */
function stripped(code: Code): string {
  const instructions = code.instructions
    .filter(({ offset }) => offset < code.end)
    .map((instruction) => ({ ...instruction, scoreboard: undefined, options: instruction.options & ~COMPACTED }));
  const lines = printCode({ ...code, instructions }).split('\n');
  return lines.filter((line) => !/\bsync\.(?:nop|allrd|allwr)\b/.test(line)).join('\n');
}

describe('sets', () => {
  test('the distance to the last conflict, in its pipe or in all', () => {
    const [float, integer] = ['mov (16|M0) r1.0<1>:f 1.0:f', 'mov (16|M0) r5.0<1>:d 1:d'];
    expect(waitsOf('2', float, integer, 'add (16|M0) r3.0<1>:f r1.0<1;1,0>:f 1.0:f')).toEqual(['', '', '{F@1}']);
    expect(waitsOf('2', float, integer, 'add (16|M0) r3.0<1>:f r1.0<1;1,0>:f r5.0<1;1,0>:f')).toEqual(['', '', '{A@1}']);
    expect(waitsOf('12p1', float, integer, 'add (16|M0) r3.0<1>:f r1.0<1;1,0>:f 1.0:f')).toEqual(['', '', '{@2}']);
  });
  test('tokens, and waits for results and sources', () =>
    expect(
      waitsOf('2', LOAD, 'mov (16|M0) r20.0<1>:f 1.0:f', LOAD.replace('r10', 'r30'), 'add (16|M0) r3.0<1>:f r10.0<1;1,0>:f 1.0:f'),
    ).toEqual(['{$0}', '{$0.src}', '{F@1,$1}', '{$0.dst}', 'sync.allrd', 'sync.allwr']));
  test('a wait that does not fit before the instruction', () =>
    expect(waitsOf('2', LOAD, LOAD.replace('r10', 'r14'), 'add (16|M0) r3.0<1>:f r10.0<1;1,0>:f r14.0<1;1,0>:f')).toEqual([
      '{$0}',
      '{$1}',
      'sync.nop{$1.dst}',
      '{$0.dst}',
    ]));
  test('all waits of combined writes of bytes before the first of them', () => {
    const bytes = [
      'mov (16|M0) r1.0<4>:ub r3.0<1;1,0>:ub {Atomic}',
      'mov (16|M0) r1.1<4>:ub r10.0<1;1,0>:ub {Atomic}',
      'mov (16|M0) r1.2<4>:ub r8.0<4;1,0>:ub',
    ];
    expect(waitsOf('2', LOAD, 'mov (16|M0) r8.0<1>:f 1.0:f', ...bytes, 'add (16|M0) r4.0<1>:f r1.0<1;1,0>:f 1.0:f')).toEqual([
      '{$0}',
      '',
      'sync.nop{F@1}',
      '{Atomic,$0.dst}',
      '{Atomic}',
      '',
      '{I@1}',
    ]);
  });
  test('nothing in flight where a block ends', () =>
    expect(waitsOf('2', LOAD, '(f0.0) goto (16|M0) B B', 'B:', 'join (16|M0) C', 'C:', 'nop')).toEqual([
      '{$0}',
      'sync.allrd',
      'sync.allwr',
      '',
      '',
      '',
    ]));
  test('what the text says is not used, and before Xe nothing is set', () => {
    expect(waitsOf('2', 'mov (16|M0) r1.0<1>:f 1.0:f {A@3,$7.dst}')).toEqual(['']);
    const text = 'mov (16|M0) r1.0<1>:f 1.0:f\nadd (16|M0) r2.0<1>:f r1.0<8;8,1>:f 1.0:f';
    expect(assembleWithWaits(text, '9').value).toEqual(assemble(text, '9').value);
  });
});

test('errors of a text are those of the assembler', () => {
  const { diagnostics } = assembleWithWaits('moov (16|M0) r1.0<1>:f 1.0:f', '2');
  expect(diagnostics.map(({ code, span }) => [code, span.start, span.end])).toEqual([['eu-text/mnemonic', 0, 4]]);
});

test('the code of the fixtures, written without waits, has none that is missing', { tags: ['corpus'] }, () => {
  let sections = 0;
  for (const file of zebins()) {
    if (file.name.startsWith('corpus:')) continue;
    const bytes = file.bytes();
    for (const { platform, offset, size, name } of disasmStream(inspect(bytes).value, { instructions: false }).code) {
      if (size === 0 || platform === null || !hasWaits(platform)) continue;
      const { value: code } = readCode(bytes.subarray(offset, offset + size), platform as Platform);
      const text = stripped(code);
      // Some of what iga64 prints for Xe3P no assembler reads.
      if (assemble(text, platform as Platform).diagnostics.length > 0) continue;
      const { value, diagnostics } = assembleWithWaits(text, platform as Platform);
      expect([file.name, name, diagnostics, hazardsOfBytes(value, platform as Platform)]).toEqual([file.name, name, [], 0]);
      sections++;
    }
  }
  expect(sections).toBeGreaterThan(100);
});

describe.skipIf(!HAS_CORPUS)('the larger corpus [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]', { tags: ['corpus'] }, () => {
  test('is safe with our waits', () => {
    const unsafe: string[] = [];
    let sections = 0;
    for (const section of sectionsOfCorpus()) {
      const { platform, zebin, index } = section;
      if (!hasWaits(platform) || section.rc !== 0) continue;
      const { value, diagnostics } = assembleWithWaits(stripped(codeOf(section)), platform);
      expect(diagnostics).toEqual([]);
      if (hazardsOfBytes(value, platform) > 0) unsafe.push(`${zebin} ${index}`);
      sections++;
    }
    expect(unsafe).toEqual([]);
    expect(sections).toBeGreaterThan(1_600);
  });

  extra('iga64Xe2')(
    'is safe with those of iga64',
    () => {
      const counts: Record<string, { sections: number; equal: number; ours: number; theirs: number; refused: number }> = {};
      const unsafe: string[] = [];
      const [text, out] = [join(folder, 'x.asm'), join(folder, 'x.bin')];
      for (const section of sectionsOfCorpus()) {
        const { platform, zebin, index } = section;
        if (!hasWaits(platform) || section.rc !== 0) continue;
        counts[platform] ??= { sections: 0, equal: 0, ours: 0, theirs: 0, refused: 0 };
        const count = counts[platform];
        count.sections++;
        const written = stripped(codeOf(section));
        const { value } = assembleWithWaits(written, platform);
        count.ours += value.length;
        writeFileSync(text, written);
        if (spawnSync(toolPath('iga64Xe2'), ['-a', '-p', platform, text, '-Xauto-deps', '-o', out]).status !== 0) {
          count.refused++;
          continue;
        }
        const theirs = readFileSync(out);
        count.theirs += theirs.length;
        if (theirs.equals(value)) count.equal++;
        else if (hazardsOfBytes(theirs, platform) > 0) unsafe.push(`${zebin} ${index}`);
      }
      if (process.env.ZEBIN_REPORT) console.log(counts);
      expect(unsafe).toEqual([]);
      // `madm` with accumulators of Xe-HPC, which iga64 prints and does not read.
      expect(Object.values(counts).reduce((sum, { refused }) => sum + refused, 0)).toBe(1);
    },
    900_000,
  );
});
