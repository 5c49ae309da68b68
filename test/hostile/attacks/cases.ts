/** Files of cases, and manifests of them: what `run` and `test` read besides kernels. */
import { attacks, text, times } from './attack.ts';

const list = (count: number, each: (i: number) => string): string => Array.from({ length: Math.ceil(count) }, (_, i) => each(i)).join();
const one = (name: string, args: string, more = ''): string =>
  `{"name":"${name}","kernel":"k","global":[8],"local":[8],"args":[${args}]${more}}`;
const file = (cases: (scale: number) => string) => (scale: number) => text(`{"cases":[${cases(scale)}]}`);
const buffer = (more: string): string => `{"kind":"buffer","type":"int","count":4,${more}}`;

export const CASES = attacks(
  'cases',
  {
    'cases of no arguments': file((scale) => list(50 * scale, (i) => one(`c${i}`, ''))),
    'cases of one name': file((scale) => list(50 * scale, () => one('c', ''))),
    'cases that are wrong': file((scale) => list(1_000 * scale, () => '1')),
    'cases for kernels of many names': file((scale) => list(50 * scale, (i) => one(`c${i}`, '').replace('"k"', `"k${i}"`))),
    'arguments of one case': file((scale) =>
      one(
        'c',
        list(Math.min(100 * scale, 4_096), () => '{"kind":"null"}'),
      ),
    ),
    'arguments of many cases': file((scale) =>
      list(scale, (i) =>
        one(
          `c${i}`,
          list(200, () => '{"kind":"null"}'),
        ),
      ),
    ),
    'addresses of one buffer': file((scale) =>
      one('c', `${buffer('"fill":null')},${list(Math.min(100 * scale, 4_095), () => '{"kind":"address","arg":0}')}`),
    ),
    'what is known of a case': file((scale) => one('c', '', `,"known":{${list(200 * scale, (i) => `"k${i}":""`)}}`)),
    'keys that there are not': file((scale) => one('c', '', `,${list(200 * scale, (i) => `"k${i}":""`)}`)),
    'values of a buffer': file((scale) => one('c', buffer(`"fill":{"values":[${list(1_000 * scale, () => '1')}]}`))),
    'large numbers': file((scale) => one('c', buffer(`"fill":{"values":[${list(100 * scale, () => '1234567890123456789')}]}`))),
    'pointers of a buffer': file((scale) =>
      one('c', buffer(`"pointers":[${list(100 * scale, () => '{"at":0,"arg":0}')}]`).replace('"count":4', '"count":1000000')),
    ),
    'bytes in hexadecimal digits': file((scale) => one('c', buffer(`"fill":{"hex":"${'ab'.repeat(1_000 * scale)}"}`))),
    'bytes in Base64': file((scale) => one('c', buffer(`"fill":{"base64":"${'QUJD'.repeat(1_000 * scale)}"}`))),
    'values of a large buffer at random': {
      make: file((scale) =>
        one('c', '{"kind":"buffer","type":"int","count":100000000,"fill":{"random":1,"lo":0,"hi":9}}', `,"${'x'.repeat(20 * scale)}":1`),
      ),
      long: true,
    },
    'a large buffer in each case': {
      make: file((scale) => list(scale, (i) => one(`c${i}`, '{"kind":"buffer","type":"int","count":100000000,"fill":null}'))),
      long: true,
    },
    'a large buffer that is expected': {
      make: file((scale) =>
        list(scale, (i) =>
          one(
            `c${i}`,
            '{"kind":"buffer","type":"int","count":100000000,"fill":null}',
            ',"outputs":[{"arg":0,"class":"exact","type":"int","expect":{"base64":""}}]',
          ),
        ),
      ),
      long: true,
    },
    'outputs of one argument': file((scale) =>
      one('c', buffer('"fill":null'), `,"outputs":[${list(Math.min(50 * scale, 4_096), () => '{"arg":0,"expect":{"base64":""}}')}]`),
    ),
    'ranges that are not compared': file((scale) =>
      one('c', buffer('"fill":null'), `,"outputs":[{"arg":0,"skip":[${list(Math.min(100 * scale, 4_096), () => '[0,4]')}]}]`),
    ),
    // The number lets marks of strings be looked for.
    'a string that does not end': (scale) => text(`{"cases":[{"name":1234567890123456,"k":"${'\\"'.repeat(2_000 * scale)}`),
    'a string of escapes': file((scale) => one(`${'\\n'.repeat(2_000 * scale)}1234567890123456`, '')),
    'lists that nest': (scale) => text(`{"cases":${'['.repeat(1_000 * scale)}`),
    'the type of a scalar': file((scale) => one('c', `{"kind":"scalar","type":"${'int*'.repeat(500 * scale)}","value":1}`)),
    'a number of many digits': file((scale) => one('c', `{"kind":"scalar","type":"int","value":"${'1'.repeat(2_000 * scale)}"}`)),
  },
  { kind: 'cases', verbs: ['run', 'debug', 'test'] },
);

export const MANIFESTS = attacks(
  'cases',
  {
    'lines that name a file that is not there': (scale) =>
      text(times(50 * scale, (i) => `{"zebin":"a","kernel":"k","file":"none","case":"c${i}"}\n`)),
    'empty lines of a manifest': (scale) => text('\n'.repeat(4_000 * scale)),
  },
  { kind: 'cases', verbs: ['run'] },
);
