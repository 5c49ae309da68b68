import type { ZIP_CODES } from '../../src/core/diag/index.ts';
import { readZip } from '../../src/formats/zip/index.ts';
import { latin1 } from '../support/build-elf.ts';
import { buildZip } from '../support/build-zip.ts';
import { by, type Case } from './case.ts';

const data = latin1('some text');

export const ZIP: Record<keyof typeof ZIP_CODES, () => Case> = {
  'zip/not-zip': () => ({ bytes: latin1('PK no'), find: by(readZip), span: [0, 4] }),
  'zip/list': () => {
    const bytes = buildZip([{ name: 'a', data, deflate: false }], { cut: true });
    return { bytes, find: by(readZip), span: [bytes.length, bytes.length] };
  },
  'zip/entry': () => {
    const bytes = buildZip([{ name: 'a', data, deflate: false }], { cut: true }).subarray(0, -2);
    return { bytes, find: by(readZip), span: [31, bytes.length] };
  },
  'zip/method': () => ({
    bytes: buildZip([{ name: 'a', data, deflate: false, method: 93 }]),
    find: by(readZip),
    span: [31, 31 + data.length],
  }),
  'zip/overlap': () => ({
    bytes: buildZip([
      { name: 'a', data, deflate: false },
      { name: 'b', data, deflate: false, at: 0 },
    ]),
    find: by(readZip),
    span: [31, 31 + data.length],
  }),
};
