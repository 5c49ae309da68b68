import { type Code, diagnostic, FormatError, type INSPECT_CODES } from '../../src/core/diag/index.ts';
import { layoutOffload, writeOffload } from '../../src/formats/offload/index.ts';
import { printValue } from '../../src/formats/props/index.ts';
import { coverageDocument, damageOf, inspect, replaceItem } from '../../src/internal.ts';
import { buildAr, buildElf, buildMember, buildZebin, concat, latin1, type Range } from '../support/build-elf.ts';
import { buildProgram } from '../support/build-host.ts';
import { childrenOf } from '../support/walk.ts';
import { by, type Case } from './case.ts';

const ZE_INFO = `version: 1.60
kernels:
- name: k
  user_attributes:
    intel_reqd_sub_group_size: 16
    reqd_work_group_size: [8, 4, 1]
  execution_env:
    simd_size: 16
  payload_arguments:
  - arg_type: arg_byvalue
    offset: 0
    size: 4
    arg_index: 2
`;
/** For this IP version. */
const imageFor = (ip: number) => buildZebin({ zeInfo: ZE_INFO, kernels: ['k'], notes: [{ type: 6, desc: ip }] }).bytes;
const BMG = 0x05004000;
const LNL = 0x05010004;

const byCoverage: Case['find'] = (bytes) =>
  coverageDocument(inspect(bytes).value).diagnostics.map((d) => ({
    ...diagnostic(d.code as Code, d.message, { source: '', start: d.offset, end: d.end }, d.path),
    severity: d.severity,
  }));

/** An archive; the finding is at the member of this number. */
function archive(members: readonly (readonly [name: string, image: Uint8Array])[], at: number): Case {
  const built = members.map(([name, image]) => buildMember(`${name}/`, image));
  const start = 8 + built.slice(0, at).reduce((sum, member) => sum + member.length, 0) + 60;
  const size = members[at]?.[1].length ?? 0;
  return { bytes: buildAr(built), find: byCoverage, span: [start, start + size] };
}

/** An image with a line of property text; the finding is at the attributes, or where the image begins. */
function joined(set: string, line: string, symbols = ''): Case {
  const image = imageFor(BMG);
  const strings = [
    { key: 'triple', value: 'spir64_gen' },
    { key: set, value: `${line}\n` },
    { key: 'symbols', value: symbols },
  ].filter(({ value }) => value.trim() !== '');
  const bytes = writeOffload({ blobs: layoutOffload([{ image_kind: 1, offload_kind: 8, flags: 0, strings, image }]) });
  const [item] = childrenOf(inspect(bytes).value);
  const text = item?.children.find((child) => child.name === '.ze_info')?.stored.span();
  const span: Range = symbols === '' ? [text?.start ?? 0, text?.end ?? 0] : [item?.bytes.base ?? 0, item?.bytes.base ?? 0];
  return { bytes, find: by(inspect), span };
}

export const INSPECT: Record<keyof typeof INSPECT_CODES, () => Case> = {
  'inspect/no-images': () => ({ bytes: buildElf({ header: { e_machine: 62 } }).bytes, find: by(inspect), span: [0, 0] }),
  'coverage/never-chosen': () =>
    archive(
      [
        ['64.bmg', imageFor(BMG)],
        ['20.1.0', imageFor(BMG)],
      ],
      1,
    ),
  'coverage/prefix': () =>
    archive(
      [
        ['64.20.4.40', imageFor(BMG)],
        ['64.20.4.4', imageFor(LNL)],
      ],
      1,
    ),
  'replace/fixed': () => {
    const { bytes } = buildProgram({ images: [{ target: 'spir64_gen', data: imageFor(BMG) }] });
    const image = childrenOf(inspect(bytes).value)[0]?.bytes.span();
    const find: Case['find'] = (data) => {
      const root = inspect(data).value;
      try {
        // Shorter content fits there; longer content does not.
        const longer = new Uint8Array((childrenOf(root)[0]?.bytes.length ?? 0) + 1);
        replaceItem(root, root.children[0]?.address ?? '', longer);
      } catch (error) {
        if (error instanceof FormatError) return [error.diagnostic];
        throw error;
      }
      return [];
    };
    return { bytes, find, span: [image?.start ?? 0, image?.end ?? 0] };
  },
  'inspect/unread-part': () => {
    const bytes = buildAr([buildMember('64.bmg/', imageFor(BMG)), buildMember('64.lnl/', latin1('\x7fEL damaged.'))]);
    return { bytes, find: by(inspect), span: [bytes.length - 12, bytes.length] };
  },
  'inspect/cut': () => {
    const whole = buildAr([buildMember('a/', latin1('some text'))]);
    const find: Case['find'] = (data) => damageOf(inspect(data).value, '!a');
    return { bytes: whole.subarray(0, whole.length - 6), find };
  },
  'inspect/rest': () => {
    const image = imageFor(BMG);
    return { bytes: concat([image, latin1('\0\0rest\0'), image]), find: by(inspect), span: [image.length + 2, image.length + 6] };
  },
  'join/sub-group-size': () => joined('SYCL/program metadata', 'k@reqd_sub_group_size=1|32'),
  'join/work-group-size': () => joined('SYCL/program metadata', 'k@reqd_work_group_size=2|gBAAAAAAAAQAAAAACAAAAQAAAAA'),
  'join/arguments': () => joined('SYCL/kernel param opt', `k=${printValue({ type: 2, bits: 3, data: Uint8Array.of(2) })}`),
  'join/kernel': () => joined('SYCL/misc properties', 'optLevel=1|2', 'k\nother'),
};
