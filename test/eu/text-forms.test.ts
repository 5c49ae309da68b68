/** Statements that are assembled by their form have the words that the parser and the encoder make of each. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encodeStatement } from '../../src/eu/assemble.ts';
import { assemble, PLATFORMS, type Platform } from '../../src/eu/index.ts';
import { parseInstruction } from '../../src/eu/parse.ts';
import { Statement } from '../../src/eu/statement.ts';
import { platformNumber } from '../../src/eu/table/platforms.ts';
import { textFormsOf } from '../../src/eu/text-forms.ts';

const ROWS = readFileSync(new URL('words.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [Platform, string, string]);

/** Other texts of the same form, some of which are wrong. */
const VARIANTS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/\br(\d+)/g, (_, number) => `r${(Number(number) + 7) % 128}`),
  (text) => text.replace(/\br\d+/, 'r126').replace(/\br\d+(?=[^r]*$)/, 'r300'),
  (text) => text.replace(/\br\d+/g, 'r255'),
  (text) => text.replace(/\b(r\d+)\.\d+/g, '$1.3'),
  (text) => text.replace(/\b(r\d+)\.\d+/g, '$1.33'),
  (text) => text.replace(/ -?0x[0-9A-F]+:/g, ' 0x12:'),
  (text) => text.replace(/ -?0x[0-9A-F]+:/g, ' -1.5:'),
  // The last of these are ends of expressions, which are other numbers in a place of their own.
  ...['-7', '0xFFFFFFFF', '-0x80000000', '40000', '-32769', '70000', '0x123456789', '-0x0', '1e5', '-2139095041']
    .concat(['99 -5', '99 -6', '99 -2139095041', '- 7', '- 1.5', '1.5'])
    .map((number) => (text: string) => text.replace(/ -?(0x[0-9A-F]+|\d+):/g, ` ${number}:`)),
  (text) => text.replace(/\{(.*)\}/, (_, options: string) => `{${options.split(',').reverse().join(' , ')}}`),
  (text) => text.replace(/\{(.*)\}/, (_, options: string) => `{${options.split(',').reverse().join(', ')}}`),
  (text) => text.replace(/\{(.*)\}/, '{$1,@1,$$2.src}'),
  (text) => text.replace(/\{(.*)\}/, ',$1'),
  (text) => text.replace(/[@$]\d+/g, (wait) => `${wait[0]}1`),
  (text) => text.replace(/\$\d+/g, '$17'),
  (text) => text.replace(/ {2,}/g, ' '),
  // These are several statements, or have comments where forms have none.
  (text) => text.replace(/ (?=\S+$)/, ' /* 7:d */ '),
  (text) => `${text}// 7:d`,
  (text) => `${text} // 7:d`,
  (text) => text.replace(/ -?(0x[0-9A-F]+|\d+):/g, ' \t-7:').replaceAll(' {', '{'),
];

/** The words of a statement alone; `undefined` when it is wrong. */
function wordsOf(text: string, platform: Platform): readonly number[] | undefined {
  const statement = new Statement(text, platformNumber(platform));
  const words = new Uint32Array(4);
  try {
    parseInstruction(statement);
    encodeStatement(statement, words);
  } catch {
    return undefined;
  }
  return [...words];
}

test.each(PLATFORMS)('platform %s: a statement has its words, whatever came before it', (platform) => {
  const texts = ROWS.filter(([name, , text]) => name === platform && !/[{,]Compacted|\bL_?N?\d/.test(text)).map(([, , text]) => text);
  let known = 0;
  for (const text of texts) {
    for (const variant of [...VARIANTS, ...VARIANTS]) {
      const line = variant(text.replace(/ \/\/.*/, ''));
      // The last lines of a text are left to the parser.
      const { value, diagnostics } = assemble(`${line}\n\n\n\n`, platform);
      const words = wordsOf(line, platform);
      // Of these some are refused for what they mean together.
      if (words === undefined) expect(diagnostics, line).not.toEqual([]);
      if (diagnostics.length > 0) continue;
      known++;
      expect([...new Uint32Array(value.buffer)], line).toEqual(words);
    }
  }
  expect(known).toBeGreaterThan(texts.length * VARIANTS.length);
});

/** Statements whose numbers are not all those of operands, or are in addresses; and branches. */
const SPECIAL = [
  'mov (16|M0) r60.0<1>:d r[a0.0]<1,0>:d',
  'send.ugm (1|M0) null r126 r4:1 0x80000000:a0.2 0x4200D504 {A@1,$4}',
  'sync.allrd ($7,$8)',
  'ret (8|M0) r127.0 {A@1}',
  '(f0.0) goto (8|M0) L8 L8',
  'mov (8|M0) r38.0<1>:f -qnan(0x3FFFFF):f',
];

test.each(PLATFORMS)('platform %s: what was assembled once is not left to the parser', (platform) => {
  const texts = [...ROWS.filter(([name]) => name === platform).map(([, , text]) => text.trim()), ...(platform === '2' ? SPECIAL : [])];
  const left = texts.filter((text) => {
    const bytes = new TextEncoder().encode(`${text}\n\n\n\n`);
    assemble(bytes, platform);
    return !textFormsOf(platformNumber(platform)).find(new DataView(bytes.buffer), 0, bytes.length - 4, new Uint32Array(4));
  });
  expect(left).toEqual([]);
});
