// @ts-check
/**
 * The pages of the reference, from what `explain` answers: `reference/FOLDER/` lists what is in a folder, or has all of it, and
 * `reference/FOLDER/NAME/` is about one name.
 */
import { anchorOf, entryFacts } from '../../dist/internal.js';
import { FOLDERS, GROUPS } from './folders.mjs';
import { block, brief, code, escapeHtml, facts, heading, table } from './html.mjs';
import { folderOf } from './names.mjs';

/** @import { Entry } from '../../dist/explain/entry.js' */
/** @import { Example } from './examples.mjs' */
/** @import { Names } from './names.mjs' */

/** @typedef {{ readonly address: string, readonly title: string, readonly entries: Entry[] }} Page */
/** @typedef {{ readonly path: string, readonly text: string }} File */
/** @typedef {{ readonly title: string, readonly page: string }} Guide */

/** Words of a fact that are the name of something, though they could be words of the language: `kernels`, `1.24`. */
const MEANT = /** @type {Readonly<Record<string, readonly string[]>>} */ ({ type: ['block', 'enumeration'], versions: ['version'] });
/** Such words in the sentences of a folder: only those about ze_info name no other versions. */
const MEANT_IN = /** @type {Readonly<Record<string, readonly string[]>>} */ ({
  ...Object.fromEntries(['attribute', 'block', 'enumeration'].map((folder) => [folder, ['version']])),
  ...Object.fromEntries(
    ['device', 'product-family', 'core-family', 'release'].map((folder) => [folder, ['device', 'product-family', 'core-family']]),
  ),
});
const WITH_LINKS = new Set(['type', 'present', 'versions', 'drivers', 'help', 'source']);
/** A page lists up to this many others that name it. */
const MOST_MENTIONS = 60;

export class Reference {
  /** @type {Map<string, Page>} */
  pages = new Map();
  /** Pages by what they name. @type {Map<string, Set<string>>} */
  #links = new Map();

  /**
   * @param {readonly Entry[]} entries
   * @param {Names} names
   * @param {ReadonlyMap<string, Example>} examples
   * @param {ReadonlyMap<string, readonly Guide[]>} guides those that name a page
   */
  constructor(entries, names, examples, guides) {
    this.names = names;
    this.examples = examples;
    this.guides = guides;
    this.byPath = new Map(entries.map((entry) => [entry.path, entry]));
    for (const entry of entries) {
      const [address = ''] = entry.page.split('#');
      const page = this.pages.get(address) ?? { address, title: titleOf(entry), entries: [] };
      page.entries.push(entry);
      this.pages.set(address, page);
    }
    this.whole = new Map(entries.map((entry) => [entry, this.#wholeOf(entry)]));
  }

  /** @returns {File[]} Markdown */
  files() {
    const bodies = [...this.pages.values()].map((page) => ({ page, body: this.#body(page) }));
    const single = bodies.map(({ page, body }) => ({
      path: `${page.address}index.md`,
      text: `${this.#front(page)}<div class="reference">\n\n${body}\n\n${this.#mentions(page)}\n\n</div>\n`,
    }));
    const folders = Object.keys(FOLDERS).filter((folder) => !this.pages.has(`reference/${folder}/`));
    return [...single, ...folders.map((folder) => this.#list(folder)), this.#top()];
  }

  /** @param {string} folder */
  inFolder(folder) {
    const pages = [...this.pages.values()].filter(({ address }) => folderOf(address) === folder);
    return FOLDERS[folder]?.newestFirst ? pages.reverse() : pages;
  }

  /** @param {string} text @param {string} here @param {readonly string[]} [folders] */
  #html(text, here, folders) {
    const onLink = (/** @type {string} */ to) => this.#links.set(here, (this.#links.get(here) ?? new Set()).add(bare(to)));
    return this.names.html(text, { here, onLink, ...(folders ? { folders } : {}) });
  }

  /** The block of an attribute, the enumeration of a word, the set of a property. @param {Entry} entry */
  #wholeOf({ path }) {
    const prefix = path.slice(0, path.lastIndexOf('/'));
    return [prefix, `ze_info/${prefix}`, `enumeration/${prefix}`].map((whole) => this.byPath.get(whole)).find((whole) => whole);
  }

  /** @param {Page} page */
  #front({ address, title, entries }) {
    const folder = FOLDERS[folderOf(address)];
    const [first] = entries;
    const about = `${title}: ${folder?.one}. ${first?.doc ?? ''}`.slice(0, 200);
    const siblings = this.inFolder(folderOf(address));
    const at = siblings.findIndex((page) => page.address === address);
    const near = (/** @type {Page | undefined} */ page) =>
      page ? JSON.stringify({ text: page.title, link: `/${page.address}` }) : 'false';
    return `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(about)}\nprev: ${near(siblings[at - 1])}\nnext: ${near(siblings[at + 1])}\n${BELOW}---\n\n`;
  }

  /** @param {Page} page */
  #body(page) {
    const folder = folderOf(page.address);
    const entries = page.entries.filter((entry) => isOwn(entry));
    const parts = page.entries.filter((entry) => !isOwn(entry));
    const title = entries.length > 0 ? code(page.title) : escapeHtml(page.title);
    const isFolder = page.address === `reference/${folder}/`;
    const about = FOLDERS[folder] ?? { title: '', one: '', about: '' };
    const list = isFolder ? '' : ` › ${this.names.link(`reference/${folder}/`, escapeHtml(about.title))}`;
    return [
      `<p class="up">${this.names.link('reference/', 'Reference')}${list}</p>`,
      heading(1, 'top', `${title}${isFolder ? '' : ` <small>${escapeHtml(about.one)}</small>`}`),
      ...(isFolder ? [`<p>${this.names.html(about.about)} ${page.entries.length} in all.</p>`] : []),
      ...(entries.length === 1 ? this.#entry(entries[0], page) : entries.flatMap((entry) => this.#section(entry, page, 2))),
      ...(folder === 'document' ? [this.#members(parts)] : this.#sections(parts, page)),
    ].join('\n\n');
  }

  /** What is in a page with other things, by kind where there are several. @param {readonly Entry[]} entries @param {Page} page */
  #sections(entries, page) {
    const kinds = [...new Set(entries.map(({ kind }) => kind))];
    return kinds.flatMap((kind) => [
      ...(kinds.length > 1 ? [heading(2, `kind-${kind.replace(/[^a-z0-9]+/gi, '-')}`, escapeHtml(kind))] : []),
      ...entries.filter((entry) => entry.kind === kind).flatMap((entry) => this.#section(entry, page, kinds.length > 1 ? 3 : 2)),
    ]);
  }

  /** @param {Entry} entry @param {Page} page @param {number} level */
  #section(entry, page, level) {
    const whole = this.whole.get(entry);
    const name = isOwn(entry) && whole ? `in ${code(whole.name)}` : code(entry.name.slice(entry.name.lastIndexOf(' ') + 1));
    return [heading(level, anchorOf(entry), name), ...this.#entry(entry, page)];
  }

  /** @param {Entry | undefined} entry @param {Page} page */
  #entry(entry, page) {
    if (!entry) return [];
    const whole = this.whole.get(entry);
    const rows = entryFacts(entry).map(([name, text]) => {
      if (entry.kind === 'driver release' && name === 'also') return /** @type {const} */ (['alike', escapeHtml(text)]);
      return /** @type {const} */ ([name, WITH_LINKS.has(name) ? this.#html(text, page.address, MEANT[name]) : escapeHtml(text)]);
    });
    const up = whole && bare(whole.page) !== page.address ? [/** @type {const} */ (['in', this.#link(whole, page)])] : [];
    const example = this.examples.get(entry.path);
    return [
      `<p>${this.#html(entry.doc, page.address, MEANT_IN[folderOf(page.address)])}</p>`,
      isOwn(entry) ? facts([...up, ...rows]) : brief([...up, ...rows]),
      this.#parts(entry, page),
      ...(example
        ? [`<p class="example">Example, from ${escapeHtml(example.from)}:</p>`, block(example.text, example.language, example.marked)]
        : []),
    ].filter((part) => part !== '');
  }

  /** @param {Entry} entry @param {Page} from */
  #link(entry, from) {
    this.#links.set(from.address, (this.#links.get(from.address) ?? new Set()).add(bare(entry.page)));
    return this.names.link(entry.page, code(entry.name));
  }

  /** What a thing is made of, where that has pages of its own. @param {Entry} entry @param {Page} page */
  #parts(entry, page) {
    const parts = [...this.whole].filter(([part, whole]) => whole === entry && bare(part.page) !== page.address).map(([part]) => part);
    return parts.length === 0 ? '' : this.#table(parts, page);
  }

  /** @param {readonly Entry[]} entries @param {Page} page */
  #table(entries, page) {
    return table(
      ['Name', 'Value', 'Meaning', 'Versions', 'Drivers from', 'In'],
      entries.map((entry) => {
        const text = new Map(entryFacts(entry));
        const whole = this.whole.get(entry);
        return [
          this.#link(entry, page),
          entry.value === undefined ? '' : String(entry.value),
          this.#html(firstSentence(entry.doc), page.address),
          this.#html(text.get('versions') ?? '', page.address, MEANT.versions),
          this.#html(entry.driver?.since ?? '', page.address),
          whole && bare(whole.page) !== page.address ? this.#link(whole, page) : '',
        ];
      }),
    );
  }

  /** @param {readonly Entry[]} entries members of a document */
  #members(entries) {
    return table(
      ['Member', 'Of', 'Type', 'Meaning'],
      entries.map((entry) => {
        const steps = entry.path.split('/').slice(3, -1);
        return [
          `<span id="${anchorOf(entry)}">${code(entry.name)}</span>`,
          steps.map(code).join(' '),
          escapeHtml(entry.type ?? ''),
          escapeHtml(entry.doc),
        ];
      }),
    );
  }

  /** @param {Page} page */
  #mentions(page) {
    const linked = this.#links.get(page.address) ?? new Set();
    const guides = (this.guides.get(page.address) ?? []).map((guide) => this.names.link(guide.page, escapeHtml(guide.title)));
    const pages = [...this.pages.values()].filter(
      (other) => other !== page && !linked.has(other.address) && this.#links.get(other.address)?.has(page.address),
    );
    const shown = pages.slice(0, MOST_MENTIONS).map((other) => this.names.link(other.address, code(other.title)));
    const more = pages.length > shown.length ? `, and ${pages.length - shown.length} more` : '';
    return [
      ...(guides.length > 0 ? [`<p class="mentions"><strong>Guides</strong> ${guides.join(' · ')}</p>`] : []),
      ...(pages.length > 0 ? [`<p class="mentions"><strong>Named by</strong> ${shown.join(', ')}${more}</p>`] : []),
    ].join('\n\n');
  }

  /** @param {string} name of a folder @returns {File} */
  #list(name) {
    const pages = this.inFolder(name);
    const folder = FOLDERS[name];
    if (!folder || pages.length === 0) throw new Error(`scripts/site/folders.mjs has no row for reference/${name}/, or nothing is in it`);
    const here = { address: `reference/${name}/`, title: folder.title, entries: [] };
    const areaOf = (/** @type {Page} */ { title }) => (name === 'diagnostic' ? (title.split('/')[0] ?? '') : '');
    const tables = [...new Set(pages.map(areaOf))].flatMap((area) => [
      ...(area === '' ? [] : [heading(2, area, code(area))]),
      this.#listed(
        pages.filter((page) => areaOf(page) === area),
        here,
      ),
    ]);
    const body = [
      `<p class="up">${this.names.link('reference/', 'Reference')}</p>`,
      heading(1, 'top', escapeHtml(folder.title)),
      `<p>${this.names.html(folder.about)} ${pages.length} in all.</p>`,
      ...tables,
    ];
    return {
      path: `reference/${name}/index.md`,
      text: `---\ntitle: ${JSON.stringify(folder.title)}\nprev: false\nnext: false\n${BELOW}---\n\n<div class="reference">\n\n${body.join('\n\n')}\n\n</div>\n`,
    };
  }

  /** @param {readonly Page[]} pages @param {Page} here */
  #listed(pages, here) {
    const pageEntries = pages.flatMap(({ entries }) => entries.filter(isOwn));
    if (pageEntries.length > 0) return this.#table(pageEntries, here);
    return `<ul>\n${pages.map((page) => `<li>${this.names.link(page.address, code(page.title))}</li>`).join('\n')}\n</ul>`;
  }

  /** @returns {File} */
  #top() {
    const groups = GROUPS.map(([group, folders]) => {
      const rows = Object.entries(folders).map(([folder, { title, about }]) => {
        const count = this.inFolder(folder).reduce((sum, { entries }) => sum + entries.length, 0);
        return [this.names.link(`reference/${folder}/`, escapeHtml(title)), String(count), this.names.html(about)];
      });
      return `${heading(2, group.replaceAll(' ', '-').toLowerCase(), escapeHtml(group))}\n\n${table(['What', 'Names', 'About'], rows)}`;
    });
    const text = [
      heading(1, 'top', 'Reference'),
      '<p>Everything that <code>zebin explain</code> answers, from the tables that the library reads, writes and checks with. Every page has the meaning of a name, the versions of the format that have it, the driver releases that read it, and an example from a real file where there is one.</p>',
      ...groups,
    ].join('\n\n');
    return {
      path: 'reference/index.md',
      text: `---\ntitle: Reference\nprev: false\nnext: false\n${LAYOUT}---\n\n<div class="reference">\n\n${text}\n\n</div>\n`,
    };
  }
}

/** Tables are wide, and most pages too short for a list of their contents. */
const LAYOUT = 'aside: false\npageClass: wide\n';
/** Of pages that lead to the list of all folders: see site/.vitepress/late.mjs. */
const BELOW = `${LAYOUT}lateList: true\n`;

const bare = (/** @type {string} */ page) => page.split('#')[0] ?? '';

/** Whether the page has the name of the entry. @param {Entry} entry */
const isOwn = (entry) => !entry.page.includes('#');

/** Title of the page of an entry. @param {Entry} entry */
function titleOf(entry) {
  if (isOwn(entry)) return entry.name;
  const [, folder = '', name = ''] = bare(entry.page).split('/');
  return name === '' ? (FOLDERS[folder]?.title ?? folder) : name;
}

const firstSentence = (/** @type {string} */ text) => /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
