/** Items are read when they are looked at, and nothing of them is kept. */
import { expect, test } from 'vitest';
import { decidedImages } from '../../cli/info/images.ts';
import { Budget } from '../../src/core/diag/index.ts';
import {
  Bytes,
  checkDocument,
  checkOfImages,
  completenessOf,
  driverVerdict,
  eachFile,
  eachItem,
  eachKernelRow,
  findItem,
  findingsBy,
  findingsOf,
  type Item,
  imageChecks,
  infoDocument,
  infoImages,
  inspect,
  inspection,
  kernelDetails,
  kernelDocument,
  kernelRows,
  lsDocument,
  lsPass,
  otherRules,
  overviewOf,
  overviewOfImages,
  RELEASES,
  type Source,
  TABLES,
  textLines,
  textStream,
  withVerdicts,
  writeAr,
  zebinRules,
} from '../../src/internal.ts';
import { buildElf } from '../support/build-elf.ts';
import { buildZip } from '../support/build-zip.ts';
import { fixture } from '../support/corpus.ts';
import { childrenOf, plainItem } from '../support/walk.ts';

const CLOCK = new Uint8Array(fixture('zebin/igc2/bmg/clock.zebin').bytes());
/** A member is larger than what a source fetches at once, so that reading it is a read of its own. */
const MEMBER = new Uint8Array(100_000);
MEMBER.set(CLOCK);
const MEMBERS = 20;
const archive = writeAr(Array.from({ length: MEMBERS }, (_, i) => ({ name: `m${i}`, data: MEMBER })));

/** An archive, with the number of reads that brought a whole member. */
function counted(file = archive): Source & { members: number } {
  const source = {
    size: file.length,
    members: 0,
    read(start: number, length: number) {
      if (length === MEMBER.length) source.members++;
      return file.slice(start, start + length);
    },
  };
  return source;
}

test('a pass reads each member when it is its turn', () => {
  const source = counted();
  const root = inspect(source).value;
  expect(source.members).toBe(MEMBERS);
  const pass = eachFile(root);
  for (let seen = 0; seen < 3; seen++) pass.next();
  expect(source.members).toBe(MEMBERS + 2);
});

const question = { release: RELEASES.at(-1) ?? '' };

test('what is decided about each image in the one pass over a file reads each member once', () => {
  const [checked, validated] = [counted(), counted()];
  const rules = [zebinRules];
  const pass = inspection(checked);
  const images = [...imageChecks(pass, question)];
  const document = checkOfImages(pass.whole(), question, images);
  const findings = findingsBy(rules, inspection(validated));
  expect([checked.members, validated.members]).toEqual([MEMBERS, MEMBERS]);
  const root = inspect(archive).value;
  expect(document).toEqual(checkDocument(root, question));
  const said = (all: typeof findings) => all.map(({ diagnostic, item }) => [item.address, diagnostic]);
  expect(said(findings)).toEqual(said(findingsOf(root)));
});

test('rows of images, with what a driver decides about each, read each member once', () => {
  const source = counted();
  const decide = (item: Item) => driverVerdict(item, { tables: TABLES }, { newestOnly: true });
  const pass = inspection(source);
  const rows = overviewOfImages(decidedImages([], infoImages(pass), decide), () => completenessOf(pass.whole()));
  expect(source.members).toBe(MEMBERS);
  const root = inspect(archive).value;
  expect(rows).toEqual(overviewOf(withVerdicts(infoDocument(root), root, decide)));
});

test('rows of a table of kernels are made while a file is read, which reads each member once', () => {
  const source = counted();
  const file = { root: '', path: 'a', size: archive.length, sha256: null };
  const rows = eachKernelRow(file, Bytes.from(source));
  const first = rows.next().value;
  expect(source.members).toBe(1);
  const all = [first, ...rows];
  expect(source.members).toBe(MEMBERS);
  expect(all).toEqual(kernelRows(file, archive));
});

test('the tree of a file is made in the one pass over it', () => {
  const source = counted();
  expect(lsPass(inspection(source))).toEqual(lsDocument(inspect(archive).value));
  expect(source.members).toBe(MEMBERS);
});

test('kernels and lines are made in the one pass over a file, as they are of an item that was inspected', () => {
  const [described, printed] = [counted(), counted()];
  const kernels = [...kernelDetails(inspection(described))];
  const lines = [...textLines(inspection(printed))];
  expect([described.members, printed.members]).toEqual([MEMBERS, MEMBERS]);
  const root = inspect(archive).value;
  expect(kernels).toEqual(kernelDocument(root).kernels);
  expect(lines).toEqual([...textStream(root).lines]);
});

test('a kernel that is chosen by a pattern is chosen among the names of the whole file', () => {
  const two = writeAr([
    { name: 'a', data: new Uint8Array(fixture('zebin/igc2/bmg/loops-cost.zebin').bytes()) },
    { name: 'b', data: CLOCK },
  ]);
  const query = { pattern: 'clo' };
  const kernels = [...kernelDetails(inspection(two), query)];
  expect(kernels.map(({ address, name }) => [address, name])).toEqual([['!b', 'clock']]);
  expect(kernels).toEqual(kernelDocument(inspect(two).value, query).kernels);
});

test('the lines of what is shown as a whole are not followed by those of its parts, and those of a zip begin with what its pass finds', () => {
  const object = new Uint8Array(fixture('visa/igc1-10840/dg2/functions-ptr.Intel_Symbol_Table_Void_Program.isa').bytes());
  const zip = buildZip([
    { name: 'a.txt', data: new TextEncoder().encode('text of nothing') },
    {
      name: 'b.bin',
      data: writeAr([
        { name: 'object', data: object },
        { name: 'clock', data: CLOCK },
      ]),
    },
  ]);
  for (const file of [zip, object, buildZip([{ name: 'a.txt', data: new TextEncoder().encode('text of nothing') }])]) {
    const lines = [...textLines(inspection(file))];
    expect(lines).toEqual([...textStream(inspect(file).value).lines]);
    expect(lines.filter((line) => line.startsWith('== ')).at(-1)).toMatch(/^== (!b\.bin!clock|\(file\)|!a\.txt)$/);
  }
});

test('a member that a driver finds by its name is not read again for the rule about names', () => {
  const source = counted(writeAr([{ name: '64.20.1.0', data: MEMBER }]));
  findingsOf(inspect(source).value);
  // By `inspect`, for what it offers to devices, and for its own rules.
  expect(source.members).toBe(3);
});

test('the rules of containers wait for the end of the pass, and use nothing of its limits', () => {
  const fat = writeAr([
    { name: 'pad_temp', data: new Uint8Array(8) },
    { name: '64.20.1.0', data: CLOCK },
    { name: 'clock', data: CLOCK },
  ]);
  const zip = buildZip([{ name: 'a.bin', data: fat }]);
  const [passed, inspected] = [new Budget(zip.length), new Budget(zip.length)];
  const findings = findingsBy([zebinRules, otherRules], inspection(zip, { budget: passed }));
  const root = inspect(zip, { budget: inspected }).value;
  expect(findings.map(({ diagnostic }) => diagnostic)).toEqual(findingsOf(root).map(({ diagnostic }) => diagnostic));
  expect(findings.map(({ diagnostic }) => diagnostic.code)).toContain('coverage/never-chosen');
  expect(passed.remaining('inflated')).toBe(inspected.remaining('inflated'));
});

test('a file whose pass finds no code says so', () => {
  const zip = buildZip([{ name: 'a.txt', data: new TextEncoder().encode('text of nothing') }]);
  const pass = inspection(zip);
  expect(pass.root.diagnostics).toEqual([]);
  expect([...pass.below].map(({ address }) => address)).toEqual(['!a.txt']);
  expect(pass.whole()).toMatchObject({ diagnostics: [{ code: 'inspect/no-images' }], unreadBelow: [] });
});

test('an item at an address is read without the others', () => {
  const source = counted();
  const root = inspect(source).value;
  source.members = 0;
  expect(findItem(root, '!m7')?.kind).toBe('zebin');
  expect(source.members).toBe(1);
});

test('nothing that was fetched for a member is kept with its closed item', () => {
  const file = writeAr(Array.from({ length: 100 }, (_, i) => ({ name: `m${i}`, data: MEMBER })));
  let reads = 0;
  const root = inspect({
    size: file.length,
    read: (start, length) => {
      reads++;
      return file.slice(start, start + length);
    },
  }).value;
  // The first member is no longer among the pages that the file keeps.
  reads = 0;
  root.children[0]?.stored.u8(0);
  expect(reads).toBe(1);
});

test('opening an item again returns the same', () => {
  const root = inspect(archive).value;
  const first = [...eachItem(root)].map(plainItem);
  expect([...eachItem(root)].map(plainItem)).toEqual(first);
  for (const item of childrenOf(root)) {
    expect(plainItem(item.open())).toEqual(plainItem(item));
    expect(item.open()).not.toBe(item.open());
  }
});

test('opening an item again stops at the limits of its file again', () => {
  // Each of the symbol tables claims the same bytes.
  const tables = Array.from({ length: 60 }, () => ({ name: 's', type: 2, header: { sh_offset: 64, sh_size: 24_000 } }));
  const { bytes } = buildElf({ sections: [{ name: 'first', data: 'x'.repeat(24_000) }, ...tables], header: { e_type: 0xff12 } });
  for (const item of childrenOf(inspect(writeAr([{ name: 'm', data: bytes }])).value)) {
    expect(item.diagnostics.map(({ code }) => code)).toContain('limit/work');
    expect(item.open().diagnostics).toEqual(item.diagnostics);
  }
});
