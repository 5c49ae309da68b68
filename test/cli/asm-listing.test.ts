/** What `disasm` prints for people is assembled to the bytes that it was printed from: `asm` skips what is added, and reads notes. */
import { describe, expect, test } from 'vitest';
import { printListing } from '../../cli/code/disasm-text.ts';
import { SourceFiles } from '../../cli/input/source-files.ts';
import { PLATFORMS, type Platform } from '../../src/formats/eu/index.ts';
import { assembleFile, Budget, Bytes, disasmStream, inspect, type ListingStream, rawDisasmStream } from '../../src/internal.ts';
import { HAS_CORPUS, sectionsOfCorpus } from '../analysis/instructions/corpus.ts';
import { zebins } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';

const VIEW = {
  hex: false,
  sources: new SourceFiles(undefined, fakeIo()),
  views: { live: false, waits: false, flow: false, samples: false },
};

/** The bytes that the text of a listing is assembled to. */
function assembled(listing: ListingStream): Buffer {
  const io = fakeIo();
  printListing(listing, 'x.zebin', VIEW, io);
  const text = Bytes.from(new TextEncoder().encode(io.printed()));
  const { bytes, diagnostics } = assembleFile(text, listing.platform as Platform, { budget: new Budget(text.length) });
  expect(diagnostics).toEqual([]);
  return Buffer.from(bytes ?? []);
}

/** Checks all code of a file; how many sections there are, and of which instruction sets. */
function checkFile(bytes: Uint8Array, name: string, seen: Set<string>): number {
  let sections = 0;
  for (const listing of disasmStream(inspect(bytes).value, { notes: true, instructions: false }).code) {
    if (listing.size === 0 || listing.platform === null) continue;
    sections++;
    seen.add(listing.platform);
    const code = Buffer.from(bytes.subarray(listing.offset, listing.offset + listing.size));
    if (!assembled(listing).equals(code)) expect(`${name}: ${listing.name}`).toBe('as it was');
  }
  return sections;
}

test('listings of the fixtures give back their code', { tags: ['corpus'] }, () => {
  const seen = new Set<string>();
  for (const file of zebins()) if (!file.name.startsWith('corpus:')) checkFile(file.bytes(), file.name, seen);
  expect(PLATFORMS.filter((platform) => !seen.has(platform))).toEqual(['10']);
});

test.each(PLATFORMS)('words that are nothing, and bytes at the end, on %s', (platform) => {
  const code = Uint8Array.from({ length: 4_011 }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 13) & 255);
  const [listing] = rawDisasmStream(Bytes.from(code), platform, { notes: true }).code;
  expect(assembled(listing as ListingStream).equals(Buffer.from(code))).toBe(true);
});

describe.skipIf(!HAS_CORPUS)('the larger corpus [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]', { tags: ['corpus'] }, () => {
  test('listings of all sections give back their code', () => {
    const seen = new Set<string>();
    const names = new Set(sectionsOfCorpus().map(({ zebin }) => `corpus:zebin/${zebin}.zebin`));
    let sections = 0;
    for (const file of zebins())
      if (names.has(file.name) || names.has(`corpus:${file.name}`)) sections += checkFile(file.bytes(), file.name, seen);
    expect(sections).toBe(sectionsOfCorpus().length);
  }, 600_000);
});
