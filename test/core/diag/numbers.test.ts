/** Numbers in messages are those of the file: no 64-bit field is rounded, or called infinite. */
import { describe, expect, test } from 'vitest';
import { numberText } from '../../../src/core/diag/index.ts';
import { eachItem, FormatError, inspect } from '../../../src/internal.ts';
import { fixture } from '../../support/corpus.ts';

const HUGE = [0xffff_ffff_ffff_fffcn, 0x0666_6666_6666_6667n, 0x20_0000_0000_0003n];

function messagesOf(bytes: Uint8Array): string[] {
  try {
    return [...eachItem(inspect(bytes).value)].flatMap((item) => {
      const messages = item.diagnostics.map(({ code, span, path, message }) => `${code} ${span.source} ${span.start} ${path}: ${message}`);
      // Nor is anything said twice of one item.
      if (new Set(messages).size !== messages.length) expect(messages).toEqual([...new Set(messages)]);
      return item.diagnostics.map(({ message }) => message);
    });
  } catch (error) {
    if (error instanceof FormatError) return [error.diagnostic.message];
    throw error;
  }
}

/** Every 64-bit number that some eight bytes of the file are. */
function numbersIn(bytes: Uint8Array): Set<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return new Set(Array.from({ length: bytes.length - 7 }, (_, at) => String(view.getBigUint64(at, true))));
}

describe.each([
  'sycl/offload-binary/bad-entries-count.bin',
  'sycl/offload-binary/hand-v1.bin',
  'sycl/offload-binary/hand-v3-zlib.bin',
  'sycl/bundles/bad-offset-wraps.bundle',
  'sycl/bundles/hand-ccob-v3-zlib.bundle',
  'sycl/syclbin/v1-runtime-writer.syclbin',
  'decoder-probes/00-base.zebin',
])('%s', (name) => {
  test('as it is, and with a 64-bit number anywhere', () => {
    const original = fixture(name).bytes().slice(0, 2000);
    const wrong = new Set<string>();
    for (let at = 0; at + 8 <= original.length; at += original.length > 800 ? 4 : 1) {
      for (const huge of HUGE) {
        const bytes = original.slice();
        new DataView(bytes.buffer).setBigUint64(at, huge, true);
        let there: Set<string> | undefined;
        for (const message of messagesOf(bytes)) {
          if (/Infinity|NaN|\de\+/.test(message)) wrong.add(message);
          for (const digits of message.match(/\d{16,}/g) ?? []) {
            there ??= numbersIn(bytes);
            if (!there.has(digits)) wrong.add(message);
          }
        }
      }
    }
    expect([...wrong]).toEqual([]);
  });
});

test('an inexact number has no digits', () => {
  expect([1, 2 ** 53, 2n ** 64n - 1n].map(numberText)).toEqual(['1', '2⁵³ or more', '18446744073709551615']);
});
