/**
 * GitHub's Markdown from text of a file that is not trusted. No part of a name becomes markup, a link or a mention. No character stays
 * invisible. Folders of the machine on which the file was made are not shown.
 */

/** Characters shown of a name. Names of templates can be pages long. */
const NAME = 160;
/** Characters of a report. A comment on GitHub has at most 65,536. */
const REPORT = 65_000;
/** Reserved for the sentence about omitted rows. */
const RESERVED = 1_000;

/** What is not visible, as for terminals in cli/visible.ts. Unassigned characters are invisible too. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** The beginning of an absolute path, up to its last separator; what follows an ellipsis is a part of a path. */
const FOLDERS = /(?<![\w.…\])}])(?:[A-Za-z]:)?[\\/](?:[^\\/\n"'`<>|]*[\\/])+/g;

/**
 * Text of a file as code, cut in the middle when it is longer than `most` characters. Of absolute paths only the last part stays.
 * Characters that a code span in a table cannot contain are written as character references.
 */
export function code(text: string, most = NAME): string {
  const shown = shownText(text, most);
  if (shown === '') return '–';
  if (/^[ -~…]*$/.test(shown) && !/[`\\|]/.test(shown) && shown.trim() === shown) return `\`${shown}\``;
  return html(shown);
}

/** The text without folders and invisible characters, of at most `most` characters. */
function shownText(text: string, most: number): string {
  const short = text.replace(FOLDERS, '…/');
  const cut = short.length <= most ? short : `${short.slice(0, most / 2)}…${short.slice(-most / 2)}`;
  return cut.replace(UNSEEN, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
}

function html(shown: string): string {
  return `<code>${shown.replace(/[^A-Za-z0-9 ,;()/+-]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`;
}

/** The last part of a path, as code. */
export function baseName(path: string): string {
  return code(path.split(/[\\/]/).at(-1) ?? '');
}

/** A part of a report, of which rows can be left out. */
export interface Block {
  /** The address of the item that the block is about; empty for the whole file. */
  readonly of: string;
  readonly title: string;
  /** Whether the reader has to click to see the block. */
  readonly folded?: boolean;
  /** Lines above the rows: a sentence, the heading of a table. */
  readonly head: readonly string[];
  readonly rows: readonly string[];
  /** Name of the rows, in the plural. */
  readonly what: string;
}

/** Lines of a table's heading. A title that ends in `#` is for a column of numbers. */
export function tableHead(...titles: readonly string[]): readonly string[] {
  const rule = titles.map((title) => (title.endsWith('#') ? '---:' : '---'));
  return [tableRow(titles.map((title) => title.replace(/ ?#$/, ''))), tableRow(rule)];
}

export function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The blocks in order, as many as fit. A sentence at the end counts the rest. */
export function reportMarkdown(heading: string, blocks: readonly Block[], most = REPORT): string {
  const parts = [`### ${heading}`];
  const left = new Map<string, number>();
  let space = most - RESERVED - heading.length;
  for (const block of blocks) {
    const fixed = blockText(block, []).length + 2;
    let end = 0;
    let size = fixed;
    while (end < block.rows.length && size + (block.rows[end]?.length ?? 0) + 1 <= space) size += (block.rows[end++]?.length ?? 0) + 1;
    if (end < block.rows.length) left.set(block.what, (left.get(block.what) ?? 0) + block.rows.length - end);
    if (size > space || (end === 0 && block.rows.length > 0)) continue;
    parts.push(blockText(block, block.rows.slice(0, end)));
    space -= size;
  }
  if (left.size > 0) {
    const counts = [...left].map(([what, count]) => `${count} ${what}`);
    parts.push(`Left out, since a report has at most ${most} characters: ${counts.join(', ')}.`);
  }
  return `${parts.join('\n\n')}\n`;
}

function blockText({ of, title, folded, head, rows }: Block, shown: readonly string[]): string {
  const body = [...head, ...shown].join('\n');
  if (!folded) return title === '' ? body : `**${of === '' ? '' : `${code(of)}: `}${title}**\n\n${body}`;
  // A summary is HTML: Markdown has no effect in it.
  const about = of === '' ? '' : `${html(shownText(of, NAME))}: `;
  return `<details><summary>${about}${title} (${rows.length})</summary>\n\n${body}\n\n</details>`;
}
