// @ts-check
import { readFileSync } from 'node:fs';
import { late } from './late.mjs';
import { searchInBrowser } from './search.mjs';
import { slug } from './slug.mjs';

/**
 * What scripts/site.mjs found: where the names of the tables are, and what the lists on the left have.
 * @type {{ base: string, names: Record<string, string>, guides: import('vitepress').DefaultTheme.SidebarItem[], reference: import('vitepress').DefaultTheme.SidebarItem[] }}
 */
const site = JSON.parse(readFileSync(new URL('../.stage/site.json', import.meta.url), 'utf8'));

/** Tables that have every name, which a search would find before its page. */
const TABLES = /^docs\/(reference\/|diagnostics\.md)/;

/** @type {import('vitepress').UserConfig<import('vitepress').DefaultTheme.Config>} */
export default {
  base: site.base,
  srcDir: '.stage',
  outDir: 'dist',
  cacheDir: '.stage/cache',
  title: 'zebin',
  description: 'Intel GPU program binaries: what is in them, what they need, and which drivers accept them.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  ignoreDeadLinks: false,
  metaChunk: true,
  markdown: {
    // Names such as .text.{kernel} have braces.
    attrs: { disable: true },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slug },
    config: (markdown) => void markdown.core.ruler.push('names', linkNames),
  },
  // What the data of the page has anyway.
  transformPageData: ({ frontmatter: { title, description, ...frontmatter } }) => ({ frontmatter }),
  vite: {
    build: { chunkSizeWarningLimit: 8000, reportCompressedSize: false },
    publicDir: 'public',
    plugins: [late, searchInBrowser],
  },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/README', activeMatch: '^/(docs|README|CHANGELOG|examples)' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      { text: 'Viewer', link: '/viewer/index.html', target: '_self' },
    ],
    sidebar: { '/reference/': site.reference, '/': site.guides },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render(text, env, markdown) {
          if (TABLES.test(env.relativePath)) return '';
          // It is HTML, except for the marks of examples.
          return env.relativePath.startsWith('reference/') ? text.replace(/^```.*$/gm, '') : markdown.render(text, env);
        },
        miniSearch: {
          options: {
            // A name is found as a whole and by its words.
            tokenize: (text) => {
              const words = text.split(/[\s,;:()"'`<>|=]+/).filter((word) => word !== '');
              return words.flatMap((word) => {
                const parts = word.split(/[^A-Za-z0-9]+/).filter((part) => part !== '' && part !== word);
                return [word.replace(/[.!?]+$/, ''), ...parts];
              });
            },
          },
          searchOptions: { boost: { title: 6, titles: 2, text: 1 }, fuzzy: 0.15, prefix: true },
        },
      },
    },
  },
};

/** @typedef {import('markdown-it').Token} Token */

/**
 * Makes a link of each name in code that has a page, outside of headings and other links.
 * @param {{ tokens: Token[], Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token }} state
 */
function linkNames({ tokens, Token }) {
  for (const [i, token] of tokens.entries()) {
    // A path that does not say that it is relative would be the name of a package.
    for (const html of [token, ...(token.children ?? [])]) {
      if (html.type.startsWith('html_')) html.content = html.content.replace(/(src|srcset)="(?=\w+\/)/g, '$1="./');
    }
    if (token.type !== 'inline' || !token.children || tokens[i - 1]?.type === 'heading_open') continue;
    let inside = 0;
    token.children = token.children.flatMap((child) => {
      if (child.type === 'link_open') inside++;
      if (child.type === 'link_close') inside--;
      const page = child.type === 'code_inline' && inside === 0 ? site.names[child.content] : undefined;
      if (page === undefined) return [child];
      const open = new Token('link_open', 'a', 1);
      open.attrs = [['href', `/${page}`]];
      return [open, child, new Token('link_close', 'a', -1)];
    });
  }
}
