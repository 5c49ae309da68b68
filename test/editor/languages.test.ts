/** The languages of the extension, in VS Code in a browser. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXTENSION, TRIED_AGAIN, workbench } from './workbench.ts';

const fixture = (path: string) => readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8');

const LOOP = `//.platform XE2
// Sums until the flag is clear.
AGAIN:
        add (16|M0)              r12.0<1>:f    r12.0<1;1,0>:f    r20.0<1;1,0>:f
        cmp (16|M0)   (lt)f0.0   null<1>:f     r12.0<1;1,0>:f    r21.0<1;1,0>:f   {F@1}
(f0.0)  goto (16|M0)                         DONE                  AGAIN
DONE:
(W)     mov (16|M0)              r126.0<1>:f   r12.0<1;1,0>:f
(W)     send.gtwy (1|M0)         null     r126    null:0  0x0            0x02000010           {EOT,F@1,$0}
`;
const SYSTOLIC = fixture('visa/igc1-10840/dg2/visa-misc.systolic.visaasm');
const ZE_INFO = `---
version:         '1.60'
kernels:
  - name:            scale
    execution_env:
      grf_count:       128
      simd_size:       16
kernels_misc_info:
  - name:            scale
    args_info: []
...
`;
const PROPERTIES = fixture('sycl/property-sets/all-sets.prop');

/** A text of 100,000 lines. */
const LARGE = `//.platform XE2\n${`${LOOP.split('\n')[3]}\n`.repeat(99_998)}`;

const lineOf = (text: string, start: string) => text.split('\n').findIndex((line) => line.startsWith(start)) + 1;

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Row {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly title: string;
  /** A word, and what is said of it. */
  readonly hover: Place & { readonly says: string };
  /** What is typed at a place, a word that is offered there, and what it is. */
  readonly complete: Place & { readonly type: string; readonly word: string; readonly is: string };
  /** A name of the text: what is typed at a place offers it. */
  readonly own?: Place & { readonly type: string; readonly word: string; readonly is: string };
  /** What a line is made a comment with. */
  readonly comment?: string;
  /** A word that has a colour of its own. */
  readonly colour: string;
  /** What is typed there makes a fault with this code. */
  readonly wrong: Place & { readonly type: string; readonly code: string };
  /** From a use to its definition, and how many uses lead back. */
  readonly jump?: { readonly from: Place; readonly to: Place; readonly references: number };
  readonly symbol: string;
  /** A line that is folded, and the text that is then hidden. */
  readonly fold: { readonly line: number; readonly hides: string };
  /** What is typed there is undone by layout: the line that is then there. */
  readonly layout: Place & { readonly type: string; readonly line: number; readonly becomes: string };
}

/** Of a variable of vISA: where it is declared, and where it is named. */
const REFERENCES = SYSTOLIC.match(/\bV0045\b/g)?.length ?? 0;
const kernelLine = lineOf(SYSTOLIC, '    shl ');
const ROWS: readonly Row[] = [
  {
    name: 'EU assembly',
    file: 'loop.asm',
    text: LOOP,
    title: 'EU assembly',
    hover: { line: 5, column: 10, says: 'cmp · EU operation' },
    complete: { line: 8, column: 9, type: 'ma', word: 'madm', is: 'EU operation' },
    wrong: { line: 4, column: 9, type: 'q', code: 'eu-text/mnemonic' },
    own: { line: 6, column: 68, type: 'AG', word: 'AGAIN', is: 'label' },
    comment: '//',
    colour: 'cmp',
    jump: { from: { line: 6, column: 68 }, to: { line: 3, column: 1 }, references: 1 },
    symbol: 'AGAIN',
    fold: { line: 3, hides: 'cmp (16|M0)' },
    layout: { line: 8, column: 5, type: '       ', becomes: LOOP.split('\n')[7] ?? '' },
  },
  {
    name: 'vISA text',
    file: 'systolic.visaasm',
    text: SYSTOLIC,
    title: 'vISA text',
    hover: { line: kernelLine, column: 6, says: 'shl · vISA instruction' },
    complete: { line: kernelLine, column: 5, type: 'dp', word: 'dp4', is: 'vISA instruction' },
    wrong: { line: kernelLine, column: 5, type: 'q', code: 'visa-text/' },
    own: { line: kernelLine, column: 18, type: 'V004', word: 'V0045', is: 'variable' },
    comment: '//',
    colour: 'shl',
    jump: { from: { line: kernelLine, column: 19 }, to: { line: lineOf(SYSTOLIC, '.decl V0045'), column: 7 }, references: REFERENCES },
    symbol: 'systolic',
    fold: { line: lineOf(SYSTOLIC, '_main_0_0:'), hides: 'shl (M1' },
    layout: { line: kernelLine, column: 1, type: '      ', becomes: (SYSTOLIC.split('\n')[kernelLine - 1] ?? '').trimEnd() },
  },
  {
    name: 'ze_info',
    file: 'scale.zeinfo',
    text: ZE_INFO,
    title: 'ze_info',
    hover: { line: 6, column: 9, says: 'grf_count · attribute' },
    complete: { line: 7, column: 7, type: 'barr', word: 'barrier_count', is: 'attribute' },
    wrong: { line: 7, column: 7, type: 'q', code: 'zeinfo/unknown-attribute' },
    comment: '#',
    colour: 'grf_count',
    jump: { from: { line: 9, column: 24 }, to: { line: 4, column: 22 }, references: 1 },
    symbol: 'scale',
    fold: { line: 5, hides: 'grf_count' },
    layout: { line: 6, column: 18, type: '     ', becomes: '      grf_count:       128' },
  },
  {
    name: 'property sets',
    file: 'all-sets.prop',
    text: PROPERTIES,
    title: 'SYCL property sets',
    hover: { line: lineOf(PROPERTIES, 'isEsimdImage'), column: 3, says: 'isEsimdImage · property' },
    complete: { line: lineOf(PROPERTIES, 'isEsimdImage'), column: 1, type: 'opt', word: 'optLevel', is: 'property' },
    colour: 'isEsimdImage',
    wrong: { line: lineOf(PROPERTIES, 'optLevel'), column: 10, type: '7', code: 'props/' },
    symbol: 'SYCL/assert used',
    fold: { line: 1, hides: '_ZTSN4demo9threshold' },
    layout: { line: 2, column: 1, type: '\n', becomes: PROPERTIES.split('\n')[1] ?? '' },
  },
];

describe(`the languages of the extension in ${EXTENSION}`, TRIED_AGAIN, () => {
  const vscode = workbench({ ...Object.fromEntries(ROWS.map(({ file, text }) => [file, text])), 'large.asm': LARGE });

  test.each(ROWS)('$name: the meaning of a word is shown on it', async ({ file, title, hover }) => {
    const driver = vscode();
    await driver.openText(file);
    await driver.page.locator('.statusbar-item', { hasText: title }).first().waitFor();
    await driver.goTo(hover.line, hover.column);
    expect(await driver.hover()).toContain(hover.says);
  });

  test.each(ROWS)('$name: a text is opened in its language, and its words have colours', async ({ file, title, colour, hover }) => {
    const driver = vscode();
    await driver.openText(file);
    await driver.page.locator('.statusbar-item', { hasText: title }).first().waitFor();
    await driver.goTo(hover.line, hover.column);
    const word = driver.lines.locator('span > span', { hasText: new RegExp(`^\\s*${colour}$`) }).first();
    const plain = () =>
      driver.page
        .locator('.editor-instance .monaco-editor')
        .first()
        .evaluate((one) => getComputedStyle(one).color);
    await expect.poll(async () => (await word.evaluate((one) => getComputedStyle(one).color)) === (await plain())).toBe(false);
  });

  test.each(ROWS.filter(({ own }) => own !== undefined))('$name: names of the text are offered', async ({ file, own }) => {
    const driver = vscode();
    await driver.openText(file);
    await driver.goTo(own?.line ?? 0, own?.column ?? 0);
    expect(await driver.offered(own?.type ?? '', own?.word ?? '')).toContain(own?.is);
    await driver.revert();
  });

  test.each(ROWS)('$name: words of the tables are offered', async ({ file, complete }) => {
    const driver = vscode();
    await driver.openText(file);
    await driver.goTo(complete.line, complete.column);
    expect(await driver.offered(complete.type, complete.word)).toContain(complete.is);
    await driver.revert();
  });

  test.each(ROWS)('$name: a fault is marked, and listed with its code', async ({ file, wrong }) => {
    const driver = vscode();
    await driver.openText(file);
    await driver.goTo(wrong.line, wrong.column);
    await driver.page.keyboard.type(wrong.type);
    await driver.page.locator('.squiggly-error, .squiggly-warning').first().waitFor();
    expect(await driver.problem(wrong.code)).toContain('zebin');
    await driver.revert();
    await driver.page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    await driver.run('View: Hide Panel');
  });

  test.each(ROWS.filter(({ jump }) => jump !== undefined))('$name: a use leads to its definition', async ({ file, jump }) => {
    const driver = vscode();
    await driver.openText(file);
    await driver.goTo(jump?.from.line ?? 0, jump?.from.column ?? 0);
    await driver.page.keyboard.press('F12');
    await driver.at(jump?.to.line ?? 0, jump?.to.column ?? 0);
  });

  test.each(ROWS.filter(({ jump }) => jump !== undefined))('$name: a definition leads to its uses', async ({ file, jump }) => {
    const driver = vscode();
    await driver.openText(file);
    await driver.goTo(jump?.to.line ?? 0, jump?.to.column ?? 0);
    await driver.page.keyboard.press('Shift+F12');
    // The editor goes to the only one, and lists several.
    if (jump?.references === 1) await driver.at(jump.from.line);
    else await driver.page.locator('.peekview-title', { hasText: `(${jump?.references})` }).waitFor();
    await driver.page.keyboard.press('Escape');
  });

  test.each(ROWS.filter(({ jump }) => jump !== undefined))('$name: a name is marked where it is used', async ({ file, jump }) => {
    const driver = vscode();
    await driver.openText(file);
    await driver.goTo(jump?.from.line ?? 0, jump?.from.column ?? 0);
    await driver.page.locator('.wordHighlight').first().waitFor();
    // Of the editor itself are marks of the same letters.
    expect(await driver.page.locator('.wordHighlightText').count()).toBe(0);
  });

  test.each(ROWS.filter(({ comment }) => comment !== undefined))(
    '$name: a line becomes a comment',
    async ({ file, comment, colour, hover }) => {
      const driver = vscode();
      await driver.openText(file);
      await driver.goTo(hover.line, 1);
      await driver.run('Toggle Line Comment');
      await expect.poll(() => driver.drawn()).toContainEqual(expect.stringMatching(`^ *${comment} ${colour}\\b`));
      await driver.revert();
    },
  );

  test.each(ROWS)('$name: parts are in the list of symbols', async ({ file, symbol }) => {
    const driver = vscode();
    await driver.openText(file);
    await driver.page.keyboard.press('Control+Shift+o');
    await driver.page.keyboard.type(symbol);
    await driver.page.locator('.quick-input-list .monaco-list-row', { hasText: symbol }).first().waitFor();
    await driver.page.keyboard.press('Escape');
  });

  test.each(ROWS)('$name: a block folds into its first line', async ({ file, fold }) => {
    const driver = vscode();
    await driver.openText(file);
    await driver.goTo(fold.line, 1);
    const hidden = driver.lines.filter({ hasText: fold.hides.replaceAll(' ', '\u00a0') });
    await hidden.first().waitFor();
    await driver.page.keyboard.press('Control+Shift+BracketLeft');
    await hidden.first().waitFor({ state: 'detached' });
    await driver.run('Unfold All');
  });

  test.each(ROWS)('$name: a document is laid out', async ({ file, layout }) => {
    const driver = vscode();
    await driver.openText(file);
    await driver.goTo(layout.line, layout.column);
    await driver.page.keyboard.type(layout.type);
    await driver.goTo(layout.line, 1);
    await driver.run('Format Document');
    await expect.poll(() => driver.drawn()).toContain(layout.becomes);
    await driver.revert();
  });

  test('assembly: a register leads to the instruction that gives its value, and is marked where it is used', async () => {
    const driver = vscode();
    await driver.openText('loop.asm');
    await driver.goTo(8, 48);
    await driver.page.keyboard.press('F12');
    await driver.at(4, 34);
    await driver.page.keyboard.press('ArrowRight');
    await expect.poll(() => driver.page.locator('.wordHighlightStrong').count()).toBe(1);
    expect(await driver.page.locator('.wordHighlight').count()).toBe(3);
  });

  test('assembly of 100,000 lines: a fault that is typed at its end is marked, and gone when it is corrected', async () => {
    const driver = vscode();
    await driver.openText('large.asm');
    await driver.goTo(99_999, 9);
    await driver.page.keyboard.type('q');
    await driver.page.locator('.squiggly-error').first().waitFor();
    expect(await driver.problem('qadd is not an operation')).toContain('[Ln 99999, Col 9]');
    await driver.run('View: Hide Panel');
    await driver.revert();
    await driver.page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
  });

  test('assembly: live registers and waits are shown on request', async () => {
    const driver = vscode();
    await driver.openText('loop.asm');
    const hint = driver.lines.filter({ hasText: 'waits\u00a0for\u00a0the\u00a0float\u00a0pipe' }).first();
    expect(await hint.count()).toBe(0);
    await driver.run('zebin: Toggle Live Registers and Waits');
    await hint.waitFor();
    expect(await driver.drawn()).toContainEqual(expect.stringMatching(/cmp .*F@1}\s+3\s+live,\s+waits\s+for\s+the\s+float\s+pipe/));
    await driver.run('zebin: Toggle Live Registers and Waits');
    await hint.waitFor({ state: 'detached' });
  });
});
