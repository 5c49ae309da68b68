/**
 * Markdown as GitHub shows it, from text that a file may have made up: nothing in a name is markup, a link or a mention, nothing of it
 * is unseen, and no folder of the machine that the file was made on is shown.
 */

/** Characters of a name: those of templates can be pages long. */
const NAME = 160;
/** Comments of GitHub have room for 65,536 characters. */
const REPORT = 65_000;
/** Of these for the sentence about what was left out. */
const RESERVED = 1_000;

/** As the command has it for terminals, in cli/visible.ts; what has no meaning yet is not seen either. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** Letters from which an absolute path begins, up to its last separator. */
const FOLDERS = /(?<![\w.\])}])(?:[A-Za-z]:)?[\\/](?:[^\\/\n"'`<>|]*[\\/])+/g;

/**
 * Text of a file as code, cut in the middle when it is longer than `most` characters. Of absolute paths in it the last part stays. What
 * a code span of a table cannot hold is written as references to characters.
 */
export function code(text: string, most = NAME): string {
  const shown = shownText(text, most);
  if (shown === '') return '–';
  if (/^[ -~…]*$/.test(shown) && !/[`\\|]/.test(shown) && shown.trim() === shown) return `\`${shown}\``;
  return html(shown);
}

/** Without folders, without what is not seen, and not longer than there is room for. */
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
  /** The address of what it is about, when that is not the whole file. */
  readonly of: string;
  readonly title: string;
  /** Shown when it is clicked on. */
  readonly folded?: boolean;
  /** Lines above the rows: a sentence, the heading of a table. */
  readonly head: readonly string[];
  readonly rows: readonly string[];
  /** What the rows are, in the plural. */
  readonly what: string;
}

/** Lines of a table's heading; a title that ends in `#` is of numbers. */
export function tableHead(...titles: readonly string[]): readonly string[] {
  const rule = titles.map((title) => (title.endsWith('#') ? '---:' : '---'));
  return [tableRow(titles.map((title) => title.replace(/ ?#$/, ''))), tableRow(rule)];
}

export function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The blocks in order, as far as they fit; a sentence at the end counts the rest. */
export function reportMarkdown(heading: string, blocks: readonly Block[], most = REPORT): string {
  const parts = [`### ${heading}`];
  const left = new Map<string, number>();
  let room = most - RESERVED - heading.length;
  for (const block of blocks) {
    const fixed = blockText(block, []).length + 2;
    let end = 0;
    let size = fixed;
    while (end < block.rows.length && size + (block.rows[end]?.length ?? 0) + 1 <= room) size += (block.rows[end++]?.length ?? 0) + 1;
    if (end < block.rows.length) left.set(block.what, (left.get(block.what) ?? 0) + block.rows.length - end);
    if (size > room || (end === 0 && block.rows.length > 0)) continue;
    parts.push(blockText(block, block.rows.slice(0, end)));
    room -= size;
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
  // Within a summary nothing is Markdown.
  const about = of === '' ? '' : `${html(shownText(of, NAME))}: `;
  return `<details><summary>${about}${title} (${rows.length})</summary>\n\n${body}\n\n</details>`;
}
