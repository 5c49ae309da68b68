/** Names of files that are shown together. */
import { expect, test } from 'vitest';
import { shortPaths } from '../../cli/view/short-paths.ts';

const ends = (...paths: string[]) => [...shortPaths(paths).values()];

test('a path is as long as it must be to differ from the others', () => {
  expect(ends('/build/app.zebin')).toEqual(['app.zebin']);
  expect(ends('/build/app.zebin', '/build/other.zebin')).toEqual(['app.zebin', 'other.zebin']);
  expect(ends('/old/out/app.zebin', '/new/out/app.zebin', '/new/b.zebin')).toEqual(['old/out/app.zebin', 'new/out/app.zebin', 'b.zebin']);
  expect(ends('C:\\old\\app.zebin', 'C:\\new\\app.zebin')).toEqual(['old/app.zebin', 'new/app.zebin']);
});

test('a path that ends another one is whole, and the same path is once', () => {
  expect(ends('app.zebin', 'new/app.zebin')).toEqual(['app.zebin', 'new/app.zebin']);
  expect(ends('/a/app.zebin', '/a/app.zebin')).toEqual(['app.zebin']);
  expect(ends('')).toEqual(['']);
});

test('of many paths with a long common end each begins with the folder that differs', () => {
  const paths = Array.from({ length: 500 }, (_, i) => `/${i}${'/deep'.repeat(40)}/app.zebin`);
  expect(ends(...paths)).toEqual(paths.map((path) => path.slice(1)));
});

test('addresses of images end with what differs', () => {
  const at = ['!a.o!.llvm.offloading!dg2', '!b.o!.llvm.offloading!bmg', '!c.o!tgtimg[0]', '!d.o!tgtimg[0]'];
  expect([...shortPaths(at, '!').values()]).toEqual(['dg2', 'bmg', 'c.o!tgtimg[0]', 'd.o!tgtimg[0]']);
});
