import { Bytes } from '../../src/core/bytes/index.ts';
import { type OFFLOAD_CODES, Reporter } from '../../src/core/diag/index.ts';
import {
  decodeOffload,
  layoutOffload,
  type OffloadImage,
  readOffload,
  reportOffload,
  writeOffload,
} from '../../src/formats/offload/index.ts';
import { latin1, type Range } from '../support/build-elf.ts';
import { by, type Case } from './case.ts';

const IMAGE: OffloadImage = { image_kind: 6, offload_kind: 8, flags: 0, strings: [{ key: 'arch', value: 'x' }], image: latin1('an image') };

/** A blob of one image, with this 64-bit number at this offset. */
function changed(version: number, at: number, value: bigint, span: Range): Case {
  const bytes = writeOffload({ blobs: layoutOffload([IMAGE], version) });
  new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(at, value, true);
  return { bytes, find: by(readOffload), span };
}

const checked = (image: Partial<OffloadImage>, span: Range): Case => ({
  bytes: writeOffload({ blobs: layoutOffload([{ ...IMAGE, ...image }]) }),
  find: (data) => {
    const out = new Reporter(data.length);
    reportOffload(decodeOffload(new Bytes(data), out), out);
    return out.diagnostics;
  },
  span,
});

/** Where the parts of a blob of version 2 with {@link IMAGE} lie: header 32, entry 40, string entry 24, strings 8. */
const SECOND = { strings: 72, image: 104, end: 112 };

export const OFFLOAD: Record<keyof typeof OFFLOAD_CODES, () => Case> = {
  'offload/not-offload': () => ({ bytes: latin1('IBYS'), find: by(readOffload), span: [0, 4] }),
  'offload/header': () => ({ bytes: latin1('\x10\xff\x10\xad\x02\0\0\0\x20'), find: by(readOffload), span: [9, 9] }),
  'offload/version': () => ({ bytes: latin1(`\x10\xff\x10\xad\x04\0\0\0${'\0'.repeat(40)}`), find: by(readOffload), span: [4, 8] }),
  'offload/size': () => changed(2, 8, 1n << 62n, [8, 16]),
  'offload/entry-size': () => changed(1, 24, 48n, [24, 32]),
  'offload/entries': () => changed(2, 24, 0x0666_6666_6666_6667n, [16, 32]),
  'offload/strings': () => changed(2, 48, 1n << 60n, [40, 56]),
  'offload/string': () => changed(2, SECOND.strings + 16, 1000n, [SECOND.strings + 8, SECOND.strings + 24]),
  'offload/image-range': () => changed(2, 64, 9n, [56, 72]),
  'offload/inflated-size': () => changed(3, 32, 8n, [32, 40]),
  'offload/rest': () => ({
    bytes: Buffer.concat([writeOffload({ blobs: layoutOffload([IMAGE]) }), latin1('more')]),
    find: by(readOffload),
    span: [SECOND.end, SECOND.end + 4],
  }),
  'offload/unknown-kind': () => checked({ image_kind: 99 }, [SECOND.image, SECOND.end]),
  'offload/metadata-only': () => checked({ flags: 1 }, [SECOND.image, SECOND.end]),
};
