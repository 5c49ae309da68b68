// @ts-check
/** Finds the names of the tables in text, and where the site has them. */
import { code, escapeHtml } from './html.mjs';

/** @import { Entry } from '../../dist/explain/entry.js' */

/** Of names that several tables have, that of the first of these folders is meant. */
const ORDER = [
  'attribute',
  'block',
  'section',
  'symbol',
  'note',
  'section-type',
  'relocation',
  'property',
  'property-set',
  'diagnostic',
  'enumeration',
  'number',
  'structure',
];

/** A word that cannot be meant as one of the language: `grf_count`, `.ze_info`, `elf/header`, `SHT_ZEBIN_ZEINFO`, a release. */
const isName = (/** @type {string} */ text) =>
  text.length > 3 && /[A-Za-z0-9]_[A-Za-z0-9]|^[.%_][a-z]|[a-z]\/[a-z]|^\d\d\.\d\d\.\d{4}/.test(text);

const TOKEN = /`[^`]+`|(?<![\w./-])[.%_]?[A-Za-z_]\w*(?:[./-]+[A-Za-z_{][\w{}]*)*|(?<![\w.])\d+\.\d+(?:\.\d+)*(?![\w])/g;

/** @param {string} page */
export const folderOf = (page) => page.split('/')[1] ?? '';

export class Names {
  /** @param {readonly Entry[]} entries @param {string} base path of the site on its server */
  constructor(entries, base) {
    this.base = base;
    /** Pages by name, the one that is most often meant first. @type {Map<string, string[]>} */
    this.pages = new Map();
    const rank = (/** @type {Entry} */ { page }) => {
      const index = ORDER.indexOf(folderOf(page));
      return index < 0 ? ORDER.length : index;
    };
    for (const entry of entries.toSorted((a, b) => rank(a) - rank(b))) {
      // A release is also named by those that decide like it.
      const others = entry.kind === 'driver release' ? (entry.also ?? []) : [];
      for (const name of new Set([entry.path, entry.name, ...others])) this.pages.set(name, [...(this.pages.get(name) ?? []), entry.page]);
    }
  }

  /**
   * Where a name is, if it cannot be anything else.
   *
   * @param {string} name
   * @param {readonly string[]} [folders] in which any name counts, also a word of the language
   */
  find(name, folders = []) {
    const pages = this.pages.get(name) ?? [];
    return pages.find((page) => folders.includes(folderOf(page))) ?? (isName(name) ? pages[0] : undefined);
  }

  /** @param {string} page @param {string} html */
  link(page, html) {
    return `<a href="${this.base}${page}">${html}</a>`;
  }

  /**
   * Text as HTML, with links where a name has a page.
   *
   * @param {string} text
   * @param {object} [options]
   * @param {string} [options.here] address of the place that the text is about, which is not linked
   * @param {readonly string[]} [options.folders] as for {@link find}
   * @param {(page: string) => void} [options.onLink]
   */
  html(text, { here = '', folders = [], onLink = () => {} } = {}) {
    const [around] = here.split('#');
    let html = '';
    let end = 0;
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      const quoted = token.startsWith('`');
      const name = quoted ? token.slice(1, -1) : token;
      const page = this.find(name, folders);
      if (!quoted && page === undefined) continue;
      html += escapeHtml(text.slice(end, index));
      end = index + token.length;
      const shown = /^\d/.test(name) ? escapeHtml(name) : code(name);
      if (page === undefined || page === here) html += shown;
      else {
        onLink(page);
        html += page.startsWith(`${around}#`) ? `<a href="${page.slice(around?.length)}">${shown}</a>` : this.link(page, shown);
      }
    }
    return html + escapeHtml(text.slice(end));
  }
}
