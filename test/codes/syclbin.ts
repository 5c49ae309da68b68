import { Bytes, encodeText } from '../../src/core/bytes/index.ts';
import { Reporter, type SYCLBIN_CODES } from '../../src/core/diag/index.ts';
import { layoutOffload, type OffloadImage, writeOffload } from '../../src/formats/offload/index.ts';
import { buildSyclbin, decodeSyclbin, readSyclbin, reportSyclbin } from '../../src/formats/syclbin/index.ts';
import { latin1, type Range } from '../support/build-elf.ts';
import { by, type Case } from './case.ts';

const METADATA = encodeText('[SYCLBIN/ir module metadata]\ntype=1|0\n');
const IMAGE = { metadata: METADATA, bytes: latin1('an image') };
const PARTS = { metadata: latin1(''), modules: [{ metadata: latin1(''), ir: [IMAGE], native: [] }] };

/** Version 1 of one IR module, with this 32-bit number at this offset. */
function first(at: number, value: number, span: Range): Case {
  const bytes = buildSyclbin(PARTS, 1);
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, value, true);
  return { bytes, find: by(readSyclbin), span };
}

/** An entry of version 2. */
const entry = (
  role: string,
  image: Uint8Array,
  strings: readonly [string, string][] = [],
  image_kind = 7,
  offload_kind = 8,
): OffloadImage => ({
  image_kind,
  offload_kind,
  flags: 0,
  strings: [['sycl_format_version', '2'], ['role', role], ...strings].map(([key = '', value = '']) => ({ key, value })),
  image,
});

const NUMBER: [string, string] = ['am_index', '0'];
const GLOBAL = entry('global_metadata', latin1(''));
const MODULE = entry('am_metadata', latin1(''), [NUMBER]);

/** Version 2 of these entries; the finding is where this text is. */
function second(entries: readonly OffloadImage[], text: string): Case {
  const bytes = writeOffload({ blobs: layoutOffload(entries) });
  const at = Buffer.from(bytes).lastIndexOf(Buffer.from(text, 'latin1'));
  return { bytes, find: by(readSyclbin), span: [at, at + text.length] };
}

/** As {@link second}, for what is checked. */
function findingsOf(entries: readonly OffloadImage[], text: string): Case {
  return {
    ...second(entries, text),
    find: (data) => {
      const out = new Reporter(data.length);
      reportSyclbin(decodeSyclbin(new Bytes(data), out), out);
      return out.diagnostics;
    },
  };
}

const framed = (metadata: Uint8Array) => new Uint8Array([metadata.length, 0, 0, 0, 0, 0, 0, 0, ...metadata]);

export const SYCLBIN: Record<keyof typeof SYCLBIN_CODES, () => Case> = {
  'syclbin/not-syclbin': () => ({ bytes: latin1('IBYT and more'), find: by(readSyclbin), span: [0, 4] }),
  'syclbin/header': () => ({ bytes: buildSyclbin(PARTS, 1).slice(0, 100), find: by(readSyclbin), span: [8, 20] }),
  'syclbin/version': () => first(4, 2, [4, 8]),
  'syclbin/range': () => first(32, 1000, [32, 40]),
  'syclbin/index': () => first(56 + 20, 7, [56 + 16, 56 + 24]),
  'syclbin/image-kind': () => ({ ...second([GLOBAL, entry('am_metadata', latin1(''), [NUMBER], 6)], ''), span: [72, 74] }),
  'syclbin/role': () => second([GLOBAL, MODULE, entry('unheard-of', latin1(''), [NUMBER])], 'unheard-of'),
  'syclbin/metadata-size': () => second([GLOBAL, MODULE, entry('ir', latin1('\x09\0\0\0\0\0\0\0text'), [NUMBER])], '\x09\0\0\0\0\0\0\0'),
  'syclbin/strings': () =>
    findingsOf([GLOBAL, MODULE, entry('ir', framed(METADATA), [NUMBER, ['ir_type', '1']])], Buffer.from(METADATA).toString('latin1')),
  'syclbin/offload-kind': () => findingsOf([entry('global_metadata', latin1('[a/b]\n'), [], 7, 4), MODULE], '[a/b]\n'),
  'syclbin/missing-string': () =>
    findingsOf([GLOBAL, MODULE, entry('ir', framed(METADATA), [NUMBER])], Buffer.from(METADATA).toString('latin1')),
  'syclbin/set-place': () => findingsOf([entry('global_metadata', latin1('[SYCL/misc properties]\n')), MODULE], '[SYCL/misc properties]\n'),
  'syclbin/missing-set': () => findingsOf([entry('global_metadata', latin1('[SYCL/kernel names]\n')), MODULE], '[SYCL/kernel names]\n'),
};
