/** What could not be read counts: damage of every kind is in one list, and files as compilers write them have none. */
import { describe, expect, test } from 'vitest';
import { encodeText } from '../src/core/bytes/index.ts';
import { writeBundle, writeCcob } from '../src/formats/bundle/index.ts';
import { completenessOf, inspect, unreadOf } from '../src/internal.ts';
import { buildAr, buildMember, buildZebin, latin1 } from './support/build-elf.ts';
import { zebins } from './support/corpus.ts';
import { syclFiles } from './support/sycl.ts';

const ZE_INFO = `version: 1.60
kernels:
- name: k
  execution_env:
    simd_size: 16
`;
const image = (zeInfo = ZE_INFO, kernels = ['k']) => buildZebin({ zeInfo, kernels, notes: [{ type: 6, desc: 0x05004000 }] }).bytes;
const archive = (last: Uint8Array, name = '64.lnl/') => buildAr([buildMember('64.bmg/', image()), buildMember(name, last)]);

const unread = (bytes: Uint8Array) => unreadOf(inspect(bytes).value).map(({ address, code }) => [address, code]);

test('an archive that is whole has nothing unread', () => {
  expect(completenessOf(inspect(archive(image())).value)).toEqual({ complete: true, unread: [] });
});

describe('is unread:', () => {
  const whole = archive(image());
  const bundle = writeBundle([
    { id: 'host-x86_64-unknown-linux-gnu-', data: latin1('host') },
    { id: 'sycl-spir64_gen-unknown-unknown-bmg', data: image() },
  ]);
  const packed = writeCcob(bundle, 3);
  const damaged = packed.slice();
  damaged.fill(0xff, packed.length - 60, packed.length - 40);
  const cases: Readonly<Record<string, readonly [Uint8Array, readonly (readonly [address: string, code: string])[]]>> = {
    'a member that is cut': [whole.subarray(0, whole.length - 300), [['!64.lnl', 'inspect/cut']]],
    'what follows a damaged header': [archive(latin1('x'), '64.lnl/').subarray(0, -20), [['', 'ar/header']]],
    'a member of no known format': [archive(latin1('\x7fEL, damaged.')), [['!64.lnl', 'inspect/unread-part']]],
    'an archive in a format that is not opened': [archive(latin1('\xfd7zXZ\0 and more')), [['!64.lnl', 'inspect/unread-part']]],
    'a ZIP archive without its list': [archive(latin1('PK\x03\x04 and more')), [['!64.lnl', 'zip/list']]],
    'a stream that cannot be inflated': [damaged, [['!bundle', 'inflate/data']]],
    'a zebin with errors in its ze_info': [archive(image('version: 1.60\nkernels:\n- name k\n')), [['!64.lnl', 'zeinfo/type']]],
    'code that no kernel describes': [image(ZE_INFO.replace('kernels', 'kernelz')), [['', 'zebin/text-without-kernel']]],
    'code in a zebin without ze_info': [buildZebin({ kernels: ['k'] }).bytes, [['', 'zebin/undescribed']]],
    'a run that reaches a limit': [
      encodeText(`!<arch>\n${`${'a/'.padEnd(48)}${'2'.padEnd(10)}\`\n..`.repeat(6000)}`),
      [['', 'limit/work']],
    ],
    'text of ze_info with bytes that no text has': [image(ZE_INFO.replace('  execution', '\0\0execution')), [['', 'zeinfo/control']]],
    'a member of a thin archive that is not there': [
      encodeText(`!<thin>\n${'a.o/'.padEnd(48)}${'100'.padEnd(10)}\`\n`),
      [['!a.o', 'inspect/cut']],
    ],
  };
  for (const [what, [bytes, expected]] of Object.entries(cases)) test(what, () => expect(unread(bytes)).toEqual(expected));

  test('but not the host’s own entry of a bundle, nor an attribute that is not known', () => {
    expect(unread(bundle)).toEqual([]);
    expect(unread(image(ZE_INFO.replace('simd_size: 16', 'simd_size: 16\n    new_thing: 1')))).toEqual([]);
  });
});

test('one entry for an item says how many findings there are', () => {
  const [only, ...rest] = unreadOf(inspect(image(`${ZE_INFO}${'nothing\n'.repeat(20)}`)).value);
  expect(rest).toEqual([]);
  expect(only?.reason).toMatch(/, and [0-9]+ more findings$/);
});

test('files as compilers write them are read whole', { tags: ['corpus'] }, () => {
  const sycl = ['bundles', 'host', 'offload-binary', 'syclbin']
    .flatMap(syclFiles)
    .filter(({ name, expect }) => !name.includes('/bad-') && !expect.thin);
  const partial = [...zebins(), ...sycl].flatMap((file) => {
    const root = inspect(file.bytes()).value;
    return unreadOf(root).map(({ address, reason }) => `${file.name}${address}: ${reason}`);
  });
  expect(partial).toEqual([]);
});
