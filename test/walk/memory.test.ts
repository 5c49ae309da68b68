/** Items are read when they are looked at, and nothing of them is kept. */
import { expect, test } from 'vitest';
import { eachFile, eachItem, findItem, inspect, type Source, writeAr } from '../../src/internal.ts';
import { buildElf } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';
import { childrenOf, plainItem } from '../support/walk.ts';

const CLOCK = new Uint8Array(fixture('zebin/igc2/bmg/clock.zebin').bytes());
/** A member is larger than what a source fetches at once, so that reading it is a read of its own. */
const MEMBER = new Uint8Array(100_000);
MEMBER.set(CLOCK);
const MEMBERS = 20;
const archive = writeAr(Array.from({ length: MEMBERS }, (_, i) => ({ name: `m${i}`, data: MEMBER })));

/** The archive, with the number of reads that brought a whole member. */
function counted(): Source & { members: number } {
  const source = {
    size: archive.length,
    members: 0,
    read(start: number, length: number) {
      if (length === MEMBER.length) source.members++;
      return archive.slice(start, start + length);
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

test('an item at an address is read without the others', () => {
  const source = counted();
  const root = inspect(source).value;
  source.members = 0;
  expect(findItem(root, '!m7')?.kind).toBe('zebin');
  expect(source.members).toBe(1);
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
