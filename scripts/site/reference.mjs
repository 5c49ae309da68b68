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
/** A name lists up to this many others that name it. */
const MOST_MENTIONS = 60;
/** A page with more sections begins with a list of them. */
const FEW_SECTIONS = 7;

/** A part of a page, or what gives it when it is known which places name which. @typedef {string | ((named: Map<string, string[]>) => string)} Part */

export class Reference {
  /** @type {Map<string, Page>} */
  pages = new Map();
  /** What is named, by the place that names it. @type {Map<string, Set<string>>} */
  #links = new Map();
  /** The names of places. @type {Map<string, string>} */
  #titles = new Map();
  /** The parts of a thing that have places of their own. @type {Map<Entry, Entry[]>} */
  #partsOf = new Map();
  /** Pages by their folder. @type {Map<string, Page[]>} */
  #inFolder = new Map();

  /**
   * @param {readonly Entry[]} entries
   * @param {Names} names
   * @param {ReadonlyMap<string, Example>} examples
   * @param {ReadonlyMap<string, readonly Guide[]>} guides those that name a place
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
      this.#titles.set(entry.page, entry.name);
      this.pages.set(address, page);
    }
    for (const page of this.pages.values()) {
      if (FOLDERS[folderOf(page.address)]?.newestFirst) page.entries.reverse();
      add(this.#inFolder, folderOf(page.address), page);
    }
    this.whole = new Map(entries.map((entry) => [entry, this.#wholeOf(entry)]));
    for (const [part, whole] of this.whole) if (whole) add(this.#partsOf, whole, part);
  }

  /** @returns {File[]} Markdown */
  files() {
    const bodies = [...this.pages.values()].map((page) => ({ page, body: this.#body(page) }));
    /** Places by what they name. @type {Map<string, string[]>} */
    const named = new Map();
    for (const [from, all] of this.#links) for (const to of all) add(named, to, from);
    const single = bodies.map(({ page, body }) => {
      const parts = body.map((part) => (typeof part === 'string' ? part : part(named))).filter((part) => part !== '');
      return {
        path: `${page.address}index.md`,
        text: `${this.#front(page)}<div class="reference">\n\n${parts.join('\n\n')}\n\n</div>\n`,
      };
    });
    const folders = Object.keys(FOLDERS).filter((folder) => !this.pages.has(`reference/${folder}/`));
    return [...single, ...folders.map((folder) => this.#list(folder)), this.#top()];
  }

  /** @param {string} folder */
  inFolder(folder) {
    return this.#inFolder.get(folder) ?? [];
  }

  /** @param {string} text @param {string} here the place that it is about @param {readonly string[]} [folders] */
  #html(text, here, folders) {
    const onLink = (/** @type {string} */ to) => this.#links.set(here, (this.#links.get(here) ?? new Set()).add(to));
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

  /** @param {Page} page @returns {Part[]} */
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
      ...(isFolder && parts.length > FEW_SECTIONS ? [contents(parts)] : []),
      ...(entries.length === 1 ? this.#entry(entries[0], page) : entries.flatMap((entry) => this.#section(entry, page, 2))),
      ...(folder === 'document' ? [this.#members(parts)] : this.#sections(parts, page)),
      (named) => this.#mentions(page.address, named),
    ];
  }

  /** What is in a page with other things, by kind where there are several. @param {readonly Entry[]} entries @param {Page} page */
  #sections(entries, page) {
    const kinds = [...new Set(entries.map(({ kind }) => kind))];
    return kinds.flatMap((kind) => [
      ...(kinds.length > 1 ? [heading(2, `kind-${kind.replace(/[^a-z0-9]+/gi, '-')}`, escapeHtml(kind))] : []),
      ...entries.filter((entry) => entry.kind === kind).flatMap((entry) => this.#section(entry, page, kinds.length > 1 ? 3 : 2)),
    ]);
  }

  /** @param {Entry} entry @param {Page} page @param {number} level @returns {Part[]} */
  #section(entry, page, level) {
    const whole = this.whole.get(entry);
    const name = isOwn(entry) && whole ? `in ${code(whole.name)}` : code(entry.name);
    /** @type {Part[]} */
    const mentions = isOwn(entry) ? [] : [(named) => this.#mentions(entry.page, named)];
    return [heading(level, anchorOf(entry), name), ...this.#entry(entry, page), ...mentions];
  }

  /** @param {Entry | undefined} entry @param {Page} page */
  #entry(entry, page) {
    if (!entry) return [];
    const whole = this.whole.get(entry);
    const rows = entryFacts(entry).map(([name, text]) => {
      if (entry.kind === 'driver release' && name === 'also') return /** @type {const} */ (['alike', escapeHtml(text)]);
      return /** @type {const} */ ([name, WITH_LINKS.has(name) ? this.#html(text, entry.page, MEANT[name]) : escapeHtml(text)]);
    });
    const up = whole && bare(whole.page) !== page.address ? [/** @type {const} */ (['in', this.#link(whole, entry.page)])] : [];
    const example = this.examples.get(entry.path);
    return [
      `<p>${this.#html(entry.doc, entry.page, MEANT_IN[folderOf(page.address)])}</p>`,
      isOwn(entry) ? facts([...up, ...rows]) : brief([...up, ...rows]),
      this.#parts(entry, page),
      ...(example
        ? [`<p class="example">Example, from ${escapeHtml(example.from)}:</p>`, block(example.text, example.language, example.marked)]
        : []),
    ].filter((part) => part !== '');
  }

  /** @param {Entry} entry @param {string} from the place that names it */
  #link(entry, from) {
    this.#links.set(from, (this.#links.get(from) ?? new Set()).add(entry.page));
    return this.names.link(entry.page, code(entry.name));
  }

  /** What a thing is made of, where that has pages of its own. @param {Entry} entry @param {Page} page */
  #parts(entry, page) {
    const parts = (this.#partsOf.get(entry) ?? []).filter((part) => bare(part.page) !== page.address);
    return parts.length === 0 ? '' : this.#table(parts, entry.page);
  }

  /** @param {readonly Entry[]} entries @param {string} here the place that it is about */
  #table(entries, here) {
    return table(
      ['Name', 'Value', 'Meaning', 'Versions', 'Drivers from', 'In'],
      entries.map((entry) => {
        const text = new Map(entryFacts(entry));
        const whole = this.whole.get(entry);
        return [
          this.#link(entry, here),
          entry.value === undefined ? '' : String(entry.value),
          this.#html(firstSentence(entry.doc), here),
          this.#html(text.get('versions') ?? '', here, MEANT.versions),
          this.#html(entry.driver?.since ?? '', here),
          whole && bare(whole.page) !== bare(here) ? this.#link(whole, here) : '',
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

  /** What names a place, and is not named there. @param {string} here @param {Map<string, string[]>} named */
  #mentions(here, named) {
    const linked = this.#links.get(here) ?? new Set();
    const guides = (this.guides.get(here) ?? []).map((guide) => this.names.link(guide.page, escapeHtml(guide.title)));
    const others = (named.get(here) ?? []).filter((from) => from !== here && !linked.has(from));
    const shown = others.slice(0, MOST_MENTIONS).map((from) => this.names.link(from, code(this.#titles.get(from) ?? from)));
    const more = others.length > shown.length ? `, and ${others.length - shown.length} more` : '';
    return [
      ...(guides.length > 0 ? [`<p class="mentions"><strong>Guides</strong> ${guides.join(' · ')}</p>`] : []),
      ...(others.length > 0 ? [`<p class="mentions"><strong>Named by</strong> ${shown.join(', ')}${more}</p>`] : []),
    ].join('\n\n');
  }

  /** @param {string} name of a folder @returns {File} */
  #list(name) {
    const pages = this.inFolder(name);
    const folder = FOLDERS[name];
    if (!folder || pages.length === 0) throw new Error(`scripts/site/folders.mjs has no row for reference/${name}/, or nothing is in it`);
    const here = `reference/${name}/`;
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

  /** @param {readonly Page[]} pages @param {string} here */
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

/** @template K, V @param {Map<K, V[]>} lists @param {K} key @param {V} value */
function add(lists, key, value) {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Links to the sections of a page. @param {readonly Entry[]} entries */
const contents = (entries) =>
  `<p class="contents">${entries.map((entry) => `<a href="#${anchorOf(entry)}">${code(entry.name)}</a>`).join(' ')}</p>`;

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
