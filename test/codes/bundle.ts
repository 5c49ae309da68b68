import { deflateSync } from 'node:zlib';
import { Bytes, type Compressed } from '../../src/core/bytes/index.ts';
import { type BUNDLE_CODES, Reporter } from '../../src/core/diag/index.ts';
import { inflate } from '../../src/core/inflate/index.ts';
import { parseTextBundle, readBundles, readCcobs, writeBundle } from '../../src/formats/bundle/index.ts';
import { latin1 } from '../support/build-elf.ts';
import { by, type Case } from './case.ts';

const inflated =
  (how: Compressed): Case['find'] =>
  (bytes) => {
    const out = new Reporter(bytes.length);
    inflate(new Bytes(bytes), how, '!x', out);
    return out.diagnostics;
  };
const stored = new Uint8Array(deflateSync(latin1('twelve bytes')));
const bundle = (data: string) => writeBundle([{ id: 'sycl-x', data: latin1(data) }]);
/** After magic, count, the entry's three numbers and its id. */
const CONTENT = 24 + 8 + 24 + 6;

export const BUNDLE: Record<keyof typeof BUNDLE_CODES, () => Case> = {
  'inflate/data': () => ({
    bytes: latin1('\x28\xb5\x2f\xfd\0\x48\x07\0\0'),
    find: inflated({ method: 'zstd' }),
    span: [6, 9],
  }),
  'inflate/size': () => ({ bytes: stored, find: inflated({ method: 'zlib', inflatedSize: 3 }), span: [0, stored.length] }),
  'inflate/checksum': () => ({ bytes: stored, find: inflated({ method: 'zlib', md5Half: 0n }), span: [0, stored.length] }),
  'bundle/not-bundle': () => ({ bytes: latin1('__CLANG'), find: by(readBundles), span: [0, 7] }),
  'bundle/header': () => ({ bytes: bundle('').slice(0, 40), find: by(readBundles), span: [24, 32] }),
  'bundle/entry-range': () => ({ bytes: bundle('abc').slice(0, CONTENT + 2), find: by(readBundles), span: [32, 48] }),
  'bundle/text-end': () => ({
    bytes: latin1('\n// __CLANG_OFFLOAD_BUNDLE____START__ host-x\nint a;\n'),
    find: by(parseTextBundle),
    span: [1, 44],
  }),
  'bundle/version': () => ({ bytes: latin1(`CCOB\x04\0\0\0${'\0'.repeat(24)}`), find: by(readCcobs), span: [4, 6] }),
  'bundle/method': () => ({ bytes: latin1(`CCOB\x01\0\x07\0${'\0'.repeat(12)}`), find: by(readCcobs), span: [6, 8] }),
};
