/** The files of the site: every link leads somewhere, every name and code has its page, and nothing is fetched from elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CODES } from '../../src/core/diag/index.ts';
import { documentEntries } from '../../src/explain/documents.ts';
import { allEntries } from '../../src/explain/explain.ts';
import { anchorOf, diagnosticPage, earlierPageOf } from '../../src/explain/pages.ts';
import { ROOT } from '../support/run.ts';
import { BASE, DIST, fileAt, pages, siteTest } from './site.ts';

const texts = new Map<string, string>();
/** Anchors by file: an element's id. */
const anchors = new Map<string, Set<string>>();

function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

function anchorsOf(file: string): Set<string> {
  const found = anchors.get(file) ?? new Set([...read(file).matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
  anchors.set(file, found);
  return found;
}

/** The viewer makes its links when it runs; its own tests look at them. */
const ours = () => pages().filter((name) => !name.startsWith('viewer/'));

siteTest('every link of every page leads to a page, and to a place in it', () => {
  /** Links by what they lead to: most are on every page. */
  const known = new Map<string, boolean>();
  const dead: string[] = [];
  let links = 0;
  for (const page of ours()) {
    const here = `http://localhost${BASE}${page}`;
    for (const [, raw = ''] of read(join(DIST, page)).matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const target = raw.replaceAll('&amp;', '&');
      if (/^(https?|data):/.test(target)) continue;
      links++;
      const { pathname, hash } = new URL(target, here);
      const key = pathname + hash;
      if (!known.has(key)) {
        const file = fileAt(decodeURIComponent(pathname));
        const id = decodeURIComponent(hash.slice(1));
        known.set(key, file !== undefined && (id === '' || !file.endsWith('.html') || anchorsOf(file).has(id)));
      }
      if (!known.get(key)) dead.push(`${page}: ${target}`);
    }
  }
  expect([...new Set(dead)].slice(0, 40)).toEqual([]);
  expect(ours().length).toBeGreaterThan(1300);
  // Without those of the list on the left, which the browser draws in the pages of the reference: a test in a browser has them.
  expect(links).toBeGreaterThan(25_000);
});

siteTest('no page, script or style fetches anything from elsewhere', () => {
  const wrong = ours().flatMap((page) => {
    const found = read(join(DIST, page)).matchAll(
      /<(?:link|script|img|iframe|source)\b[^>]*\s(?:href|src|srcset)="((?:https?:)?\/\/[^"]*)"/g,
    );
    return [...found].map(([, url]) => `${page}: ${url}`);
  });
  const styles = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.css'));
  const imports = styles.filter((name) => /url\((?!["']?(data:|\/|#))|@import/.test(readFileSync(join(DIST, 'assets', name), 'utf8')));
  expect([...wrong, ...imports]).toEqual([]);
});

siteTest('everything that explain answers for has its place', () => {
  const schemas = readdirSync(join(ROOT, 'schemas')).map((name) => JSON.parse(readFileSync(join(ROOT, 'schemas', name), 'utf8')));
  const missing = [...allEntries(), ...schemas.flatMap(documentEntries)].filter((entry) => {
    const [path = '', anchor] = entry.page.split('#');
    const file = fileAt(`${BASE}${path}`);
    return file === undefined || (anchor !== undefined && !anchorsOf(file).has(anchorOf(entry)));
  });
  expect(missing.map(({ path }) => path)).toEqual([]);
});

siteTest('every address of before pages were joined leads to the place of its entry', () => {
  const first = new Map(
    allEntries()
      .map((entry) => [earlierPageOf(entry), entry.page])
      .reverse() as [string | undefined, string][],
  );
  const earlier = [...first].filter(([address]) => address !== undefined && !address.includes('#'));
  expect(earlier.length).toBeGreaterThan(600);
  const leads = (address = '') => /url=([^"]*)"/.exec(read(fileAt(`${BASE}${address}`) ?? ''))?.[1];
  expect(earlier.filter(([address, page]) => leads(address) !== `${BASE}${page}`)).toEqual([]);
});

siteTest('every diagnostic has a page of its own, with its help and an example', () => {
  for (const [code, { help }] of Object.entries(CODES)) {
    const file = fileAt(`${BASE}${diagnosticPage(code)}`);
    expect(file, code).toBeDefined();
    const text = textOf(read(file ?? ''));
    expect(text).toContain(code);
    expect(text).toContain(help.replace(/`/g, '').replace(/\s+/g, ' '));
    expect(text).toMatch(/Example, from an input of \d+ bytes/);
  }
});

/** What a reader sees of a page. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/`/g, '')
    .replace(/\s+/g, ' ');

siteTest('an attribute says what it means, since when, which driver reads it, and where it is in a real file', () => {
  const text = textOf(read(fileAt(`${BASE}reference/attribute/eu_thread_count/`) ?? ''));
  const [entry] = allEntries().filter(({ path }) => path === 'execution_env/eu_thread_count');
  for (const part of [entry?.doc, entry?.since, entry?.driver?.since, 'execution_env', 'eu_thread_count: 8']) expect(text).toContain(part);
});

siteTest('links go both ways between an attribute, its block, its version and its release', () => {
  const linked = (page = '') => [...read(fileAt(`${BASE}${page.split('#')[0]}`) ?? '').matchAll(/href="([^"]*)/g)].map(([, to]) => to);
  const [entry] = allEntries().filter(({ path }) => path === 'execution_env/eu_thread_count');
  const history = allEntries().filter(({ name }) => name === entry?.since || name === entry?.driver?.since);
  const others = ['reference/block/execution_env/', ...history.map(({ page }) => page)];
  expect(others.length).toBe(3);
  for (const other of others) {
    expect(linked(entry?.page)).toContain(`${BASE}${other}`);
    expect(linked(other)).toContain(`${BASE}${entry?.page}`);
  }
});
