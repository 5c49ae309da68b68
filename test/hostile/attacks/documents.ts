/** JSON documents that verbs read: baselines, newer tables, property sets. */
import { attacks, text } from './attack.ts';

const list = (count: number, each: (i: number) => string): string => Array.from({ length: Math.ceil(count) }, (_, i) => each(i)).join();

const baseline = (members: (scale: number) => string) => ({
  make: (scale: number) => text(`{"schema":"zebin/baseline/2",${members(scale)}}`),
  verbs: ['compare'],
  kind: 'baselines' as const,
});
const tables = (members: (scale: number) => string) => ({
  make: (scale: number) => text(`{"schema":"zebin/tables/1","date":"2026-01-01","sources":["a"],${members(scale)}}`),
  verbs: ['coverage'],
  kind: 'tables' as const,
});
const props = (lines: (scale: number) => string) => ({
  make: (scale: number) => text(`{"sets":[{"name":"SYCL/device requirements","lines":[${lines(scale)}]}]}`),
  verbs: ['props'],
  kind: 'properties in JSON' as const,
});
const decoded = (key: string, value: string): string => `{"key":"${key}","decoded":${value}}`;
const ipOf = (i: number): string => `${40 + (i >> 14)}.${(i >> 6) & 255}.${i & 63}`;
const release = (i: number): string => `{"name":"n${i}","family":"f${i}"}`;

export const DOCUMENTS = attacks('documents', {
  'a baseline of empty kernels': baseline((scale) => `"kernels":[${list(500 * scale, () => '{}')}]`),
  'a baseline of kernels with names': baseline((scale) => `"kernels":[${list(200 * scale, (i) => `{"name":"k${i}"}`)}]`),
  'a baseline of kernels with one name': baseline((scale) => `"kernels":[${list(200 * scale, () => '{"name":"k"}')}]`),
  'a kernel of many members': baseline((scale) => `"kernels":[{${list(300 * scale, (i) => `"m${i}":0`)}}]`),
  'thresholds for kernels': baseline(
    (scale) =>
      `"thresholds":[${list(200 * scale, () => '"code_bytes=2%"')}],"kernels":[${list(100 * scale, (i) => `{"name":"k${i}","code_bytes":${i}}`)}]`,
  ),
  'lists that nest': baseline((scale) => `"kernels":${'['.repeat(1000 * scale)}${']'.repeat(1000 * scale)}`),
  'releases of families': tables((scale) => `"device_releases":[${list(100 * scale, release)}]`),
  'releases with devices': tables(
    (scale) =>
      `"device_releases":[${list(40 * scale, release)}],"devices":[${list(40 * scale, (i) => `{"ip":"${ipOf(i)}","name":"n","family":1274,"release":"n${i}","acronyms":["z${i}"]}`)}]`,
  ),
  'releases of the driver': tables((scale) => `"driver_releases":[${list(200 * scale, (i) => `"26.30.${i % 999_999}"`)}]`),
  'members that no table has': tables((scale) => list(200 * scale, (i) => `"m${i}":0`)),
  'rows that do not fit': tables((scale) => `"cores":[${list(500 * scale, () => '1')}]`),
  'lines of properties': props((scale) => list(100 * scale, (i) => `{"key":"k${i}","hex":"ab"}`)),
  'lines of text': props((scale) => list(200 * scale, () => '{"text":""}')),
  'numbers of a property': props((scale) => decoded('aspects', `{"kind":"uint32s","values":[${list(1000 * scale, () => '1')}]}`)),
  'the kind of a value': props((scale) => decoded('aspects', `{"kind":"${'\\u0001'.repeat(300 * scale)}"}`)),
  'argument masks in JSON': {
    make: (scale) =>
      text(
        `{"sets":[{"name":"SYCL/kernel param opt","lines":[${list(2 * scale, () => decoded('a', '{"kind":"mask","count":65536,"removed":[]}'))}]}]}`,
      ),
    verbs: ['props'],
    kind: 'properties in JSON',
  },
  'the layout of sets': {
    make: (scale) => text(`{"form":"json","layout":"{\\"SYCL/a\\":{${list(200 * scale, (i) => `\\"a${i}\\":1`)}}}","sets":[]}`),
    verbs: ['props'],
    kind: 'properties in JSON',
  },
});
