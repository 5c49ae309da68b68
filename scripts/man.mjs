// @ts-check
/**
 * The manual pages, `dist/man/zebin.1` and one for each verb, from the rows that make the help. Called by the build.
 *
 * Their language is man(7) of groff: https://man7.org/linux/man-pages/man7/groff_man.7.html
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

/** @import { CommandSpec } from '../cli/command.ts' */
/** @typedef {Awaited<ReturnType<typeof import('../cli/run.ts').manualRows>>} Rows */

const SECTION = '1';
const MANUAL = 'zebin manual';

/** Writes the pages, and returns their names. */
export async function writeManual() {
  /** @type {typeof import('../cli/run.ts')} */
  const { manualRows } = createRequire(import.meta.url)(fileURLToPath(new URL('dist/cli/run.js', ROOT)));
  const program = await manualRows();
  const commands = program.GROUPS.flatMap(({ verbs }) => verbs);
  const pages = [topPage(program), ...commands.map((command) => verbPage(command, program))];
  const folder = fileURLToPath(new URL('dist/man/', ROOT));
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of pages) writeFileSync(`${folder}${name}.${SECTION}`, text);
  return pages.map(({ name }) => name);
}

/** @param {Rows} program */
function topPage({ GROUPS, COMMON_OPTIONS, DESCRIPTION, EXIT_STATUS, SHORTHANDS, VERSION, VERSION_OPTION }) {
  return page('zebin', 'tool for Intel GPU program binaries', VERSION, [
    ['SYNOPSIS', [`${typed('zebin [options] <verb> [arguments]')}\n.br\n${typed('zebin <file>')}`]],
    ['DESCRIPTION', [roff(DESCRIPTION), ...SHORTHANDS.map(([words, does]) => `.PP\n${typed(words)} ${roff(does)}`)]],
    ['VERBS', GROUPS.flatMap(({ title, verbs }) => [`.SS ${roff(title)}`, ...verbs.map(verbTerm)])],
    ['OPTIONS', options([...COMMON_OPTIONS, VERSION_OPTION])],
    ['EXIT STATUS', EXIT_STATUS.map(([code, meaning]) => term(typed(code), meaning))],
    ['ENVIRONMENT', [term(typed('NO_COLOR'), 'if it is set, output has no colour unless --color says otherwise')]],
    [
      'SEE ALSO',
      [
        GROUPS.flatMap(({ verbs }) => verbs)
          .map(({ name }) => `.BR ${roff(`zebin-${name}`)} (${SECTION})`)
          .join(',\n'),
      ],
    ],
  ]);
}

/** @param {CommandSpec} verb */
const verbTerm = ({ name, summary }) => term(`${typed(`zebin-${name}`)}(${SECTION})`, summary);

/**
 * @param {CommandSpec} command
 * @param {Rows} program
 */
function verbPage({ name, summary, arguments: words, options: verbOptions, examples }, { COMMON_OPTIONS, EXIT_STATUS, VERSION }) {
  return page(`zebin-${name}`, summary, VERSION, [
    ['SYNOPSIS', [typed(['zebin', name, '[options]', ...words.map((word) => word.name)].join(' '))]],
    ['ARGUMENTS', words.map((word) => term(typed(word.name), word.summary))],
    ['OPTIONS', options([...verbOptions, ...COMMON_OPTIONS])],
    ['EXAMPLES', [examples.map(([line, shows]) => `${roff(sentence(shows))}\n.PP\n.RS 4\n.EX\n${roff(line)}\n.EE\n.RE`).join('\n.PP\n')]],
    ['EXIT STATUS', EXIT_STATUS.map(([code, meaning]) => term(typed(code), meaning))],
    ['SEE ALSO', [`.BR zebin (${SECTION})`]],
  ]);
}

/**
 * @param {string} name
 * @param {string} summary
 * @param {string} version
 * @param {[heading: string, parts: readonly string[]][]} sections
 */
function page(name, summary, version, sections) {
  const parts = sections.filter(([, lines]) => lines.length > 0).flatMap(([heading, lines]) => [`.SH ${heading}`, ...lines]);
  const title = `.TH ${roff(name.toUpperCase())} ${SECTION} "" "zebin ${version}" "${MANUAL}"`;
  return { name, text: `${[title, '.SH NAME', `${roff(name)} \\- ${roff(summary)}`, ...parts].join('\n')}\n` };
}

/** @param {readonly { readonly flags: string, readonly summary: string }[]} rows */
const options = (rows) => rows.map(({ flags, summary }) => term(typed(flags), summary));

/**
 * @param {string} tag
 * @param {string} text
 */
const term = (tag, text) => `.TP\n${tag}\n${roff(sentence(text))}`;

/**
 * A command line, or a part of one: names of what is to be given are in italics, the rest in bold.
 * @param {string} words
 */
const typed = (words) =>
  words
    .split(/(<[^>]*>|\[[^\]]*\]|[ ,]+)/)
    .map((word) => (/^[<[]/.test(word) ? `\\fI${roff(word)}\\fR` : /^[ ,]*$/.test(word) ? word : `\\fB${roff(word)}\\fR`))
    .join('');

/** @param {string} text */
const sentence = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.:]$/.test(text) ? '' : '.'}`;

/**
 * Text without meaning to groff.
 * @param {string} text
 */
function roff(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '\\(ga')
    .replaceAll("'", '\\(aq')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replace(/[^\x00-\x7f]/gu, (c) => `\\[u${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/^\./gm, '\\&.');
}
