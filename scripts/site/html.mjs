// @ts-check
/** Parts of the reference pages. They are HTML inside Markdown, so a block must not contain an empty line. */

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text on one line. @param {string} text */
export const escapeHtml = (text) =>
  text.replace(/\s+/g, ' ').replace(/[&<>"]/g, (character) => ENTITIES[/** @type {keyof typeof ENTITIES} */ (character)]);

/** @param {string} text as it is, without links */
export const code = (text) => `<code>${escapeHtml(text)}</code>`;

/**
 * A heading that the list of contents and the search index find.
 *
 * @param {number} level
 * @param {string} id
 * @param {string} html
 */
export const heading = (level, id, html) =>
  `<h${level} id="${id}" tabindex="-1">${html} <a class="header-anchor" href="#${id}" aria-label="Link to ${id}">&#8203;</a></h${level}>`;

/**
 * A table without the columns in which no row has anything.
 *
 * @param {readonly string[]} heading
 * @param {readonly (readonly string[])[]} rows cells in HTML
 */
export function table(heading, rows) {
  const kept = heading.map((_, i) => rows.some((row) => row[i] !== ''));
  const line = (/** @type {readonly string[]} */ cells, /** @type {string} */ tag) =>
    `<tr>${cells.map((cell, i) => (kept[i] ? `<${tag}>${cell}</${tag}>` : '')).join('')}</tr>`;
  return `<table>\n<thead>${line(heading, 'th')}</thead>\n<tbody>\n${rows.map((row) => line(row, 'td')).join('\n')}\n</tbody>\n</table>`;
}

/**
 * Names with what is said of them.
 * @param {readonly (readonly [name: string, html: string])[]} rows
 */
export const facts = (rows) =>
  rows.length === 0
    ? ''
    : `<table class="facts">\n<tbody>\n${rows
        .map(([name, html]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${html}</td></tr>`)
        .join('\n')}\n</tbody>\n</table>`;

/**
 * The same in running text.
 * @param {readonly (readonly [name: string, html: string])[]} rows
 */
export const brief = (rows) =>
  rows.length === 0
    ? ''
    : `<p class="brief">${rows.map(([name, html]) => `<span><b>${escapeHtml(name)}</b> ${html}</span>`).join(' ')}</p>`;

/** @param {string} text @param {string} [language] @param {number} [marked] number of the line that it is about, from 1 */
export const block = (text, language = 'txt', marked) =>
  `\`\`\`${language}${marked === undefined ? '' : `{${marked}}`}\n${text.trimEnd()}\n\`\`\``;
