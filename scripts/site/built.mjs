// @ts-check
/** Whether site/dist/ is up to date, and for which path it was built. */
import { existsSync, readFileSync } from 'node:fs';
import { inputStamp, ROOT } from '../stamp.mjs';

export const SITE = new URL('site/.built', ROOT);
/** What the pages are made of. */
const FOLDERS = ['src', 'cli', 'viewer', 'docs', 'schemas', 'scripts/site', 'site/.vitepress/theme', 'test/codes'];

export const siteStamp = () => inputStamp(FOLDERS);

/** @returns {string | undefined} the path on its server that it was made for; undefined if it is not there, or is of other sources. */
export function builtSite() {
  if (!existsSync(SITE)) return undefined;
  const { stamp, base } = JSON.parse(readFileSync(SITE, 'utf8'));
  return stamp === siteStamp() ? base : undefined;
}
