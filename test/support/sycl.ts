/**
 * Files of the SYCL containers with what must be read from them: those in test/fixtures/sycl, and all of ZEBIN_CORPUS_SYCL when it is
 * set. What is expected is in the manifest of the folder, or in a file next to the file.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIXTURES } from './corpus.ts';

export interface SyclFile {
  /** Path within its folder: `bundles/hand-sycl.bundle`. */
  readonly name: string;
  readonly path: string;
  bytes(): Uint8Array;
  /** Facts of the manifest; `verdict` is `error` for a file that must be refused. */
  // biome-ignore lint/suspicious/noExplicitAny: the expectations of each kind of file have a form of their own.
  readonly expect: any;
}

const { ZEBIN_CORPUS_SYCL } = process.env;
export const FOLDER = ZEBIN_CORPUS_SYCL ?? join(FIXTURES, 'sycl');

interface Row {
  readonly path: string;
  readonly expect?: object;
  readonly expectFile?: string;
  readonly verdict?: string;
}

let rows: Row[] | undefined;

/** The files below `folder` of the corpus: `host`, `bundles`. Throws when there are none. */
export function syclFiles(folder: string): SyclFile[] {
  rows ??= JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')).files as Row[];
  const files = rows.filter((row) => row.path.startsWith(`${folder}/`) && existsSync(join(FOLDER, row.path)));
  if (files.length === 0) throw new Error(`${FOLDER} has no ${folder}`);
  return files.map((row) => {
    const separate = row.expectFile ? JSON.parse(readFileSync(join(FOLDER, row.expectFile), 'utf8')) : {};
    const path = join(FOLDER, row.path);
    return {
      name: row.path,
      path,
      bytes: () => new Uint8Array(readFileSync(path)),
      expect: { ...row.expect, ...separate, ...(row.verdict === undefined ? {} : { verdict: row.verdict }) },
    };
  });
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
