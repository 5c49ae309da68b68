/** What an editor asks about assembly. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { assemble, assembleFile, Bytes, readText } from './library.ts';

const LISTING = readFileSync(new URL('../fixtures/dwarf/bmg-basic-saxpy.asm', import.meta.url), 'utf8');
const XE2 = '2';
const LOOP = `//.platform XE2
// Sums until the flag is clear.
AGAIN:
         add (16|M0)              r12.0<1>:f    r12.0<1;1,0>:f    r20.0<1;1,0>:f
         cmp (16|M0)   (lt)f0.0   null<1>:f     r12.0<1;1,0>:f    r21.0<1;1,0>:f   {F@1}
(f0.0)   goto (16|M0)                         DONE                  AGAIN
DONE:
(W)      mov (16|M0)              r126.0<1>:f   r12.0<1;1,0>:f
(W)      send.gtwy (1|M0)         null     r126    null:0  0x0            0x02000010           {EOT,F@1,$0}
`;
const place = (text: string, word: string, nth = 0) => {
  let at = -1;
  for (let i = 0; i <= nth; i++) at = text.indexOf(word, at + 1);
  const before = text.slice(0, at).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
};
const lines = (ranges: readonly { start: { line: number } }[]) => ranges.map(({ start }) => start.line);

describe('assembly in an editor', () => {
  test('has the findings of the command, at their places', () => {
    const text = '        moov (16|M0) r1.0<1>:f r2.0<1;1,0>:f\n        mov (16|M0) r1.0<1>:zz r2.0<1;1,0>:f\n        jmpi NOWHERE\n';
    const { findings } = readText('eu-assembly', text, { platform: 'xe2' });
    const { document } = assembleFile(Bytes.from(new TextEncoder().encode(text)), '2', {});
    expect(findings.length).toBe(3);
    expect(findings.map(({ code, severity, message }) => ({ code, severity, message }))).toEqual(
      document.diagnostics.map(({ code, severity, message }) => ({ code, severity, message })),
    );
    expect(findings.map(({ range: { start } }) => [start.line + 1, start.character + 1])).toEqual(
      document.diagnostics.map(({ line, column }) => [line, column]),
    );
  });

  test('is read for the device that a comment of the compiler names, else for the one that is asked for', () => {
    expect(readText('eu-assembly', LISTING, { platform: XE2 }).findings).toEqual([]);
    expect(readText('eu-assembly', LISTING, { platform: 'gen9' }).findings.length).toBeGreaterThan(10);
    expect(readText('eu-assembly', `//.platform XE2\n${LISTING}`, { platform: 'gen9' }).findings).toEqual([]);
  });

  test('columns count what an editor counts, after characters of several bytes', () => {
    const [finding] = readText('eu-assembly', '/* \u00e9\u{1f600} */ moov (1|M0) r1.0<1>:d 1:w').findings;
    expect(finding?.range).toEqual({ start: { line: 0, character: 10 }, end: { line: 0, character: 14 } });
  });

  test('a label leads to its definition, and has its uses', () => {
    const model = readText('eu-assembly', LOOP);
    expect(model.findings).toEqual([]);
    expect(lines(model.definitions(place(LOOP, 'DONE')))).toEqual([6]);
    expect(lines(model.definitions(place(LOOP, 'AGAIN', 1)))).toEqual([2]);
    expect(model.uses(place(LOOP, 'AGAIN')).map(({ range, role }) => [range.start.line, role])).toEqual([
      [2, 'write'],
      [5, 'read'],
    ]);
  });

  test('a register leads to the instructions that give its value, around the loop too', () => {
    const model = readText('eu-assembly', LOOP);
    // The first source of `add`: what `add` wrote in the iteration before. At the destination it is the instruction itself.
    expect(lines(model.definitions(place(LOOP, 'r12.0', 1)))).toEqual([3]);
    expect(lines(model.definitions(place(LOOP, 'r12.0', 3)))).toEqual([3]);
    expect(lines(model.definitions(place(LOOP, 'f0', 1)))).toEqual([4]);
    expect(model.uses(place(LOOP, 'r12.0')).map(({ range, role }) => [range.start.line, role])).toEqual([
      [3, 'write'],
      [3, 'read'],
      [4, 'read'],
      [7, 'read'],
    ]);
    expect(model.definitions(place(LOOP, 'r20'))).toEqual([]);
  });

  test('has its labels as outline, with what can be folded', () => {
    const model = readText('eu-assembly', LOOP);
    expect(model.outline().map(({ name, detail }) => `${name}: ${detail}`)).toEqual(['AGAIN: 3 instructions', 'DONE: 2 instructions']);
    expect(model.blocks()).toEqual([
      { first: 2, last: 5 },
      { first: 6, last: 8 },
    ]);
  });

  test('says live registers and waits at the end of each instruction', () => {
    const hints = readText('eu-assembly', LOOP).hints();
    expect(hints.map(({ place: { line }, text }) => `${line}: ${text}`)).toEqual([
      '3: 3 live',
      '4: 3 live, waits for the float pipe',
      '5: 3 live',
      '7: 1 live',
      '8: 1 live, waits for the float pipe',
    ]);
    expect(hints[1]?.tip).toContain('line 4 add');
  });

  test('layout changes blanks only, and is that of the compiler', () => {
    const squeezed = LISTING.split('\n')
      .map((line) => line.replace(/[ \t]+/g, ' ').trim())
      .join('\n');
    const formatted = readText('eu-assembly', squeezed, { platform: XE2 }).formatted() ?? '';
    expect(formatted.replace(/\s+/g, '')).toBe(LISTING.replace(/\s+/g, ''));
    expect(assemble(formatted, XE2).value).toEqual(assemble(LISTING, XE2).value);
    const trimmed = (text: string) => text.split('\n').map((line) => line.trimEnd());
    expect(trimmed(formatted)).toEqual(trimmed(LISTING));
    expect(readText('eu-assembly', formatted, { platform: XE2 }).formatted()).toBe(formatted);
  });
});
