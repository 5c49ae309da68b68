import { propsFromJson } from '../../src/change/props-from-json.ts';
import { Bytes } from '../../src/core/bytes/index.ts';
import { type PROPS_CODES, Reporter } from '../../src/core/diag/index.ts';
import { decodeProps, parseProps, propertySets, propsFromBinary, validateProps } from '../../src/formats/props/index.ts';
import { latin1 } from '../support/build-elf.ts';
import { by, type Case, marked } from './case.ts';

const text = (lines: string) => marked(lines, by(parseProps));

/** Of the checks, when nothing is wrong with the text. */
const checked = (lines: string) =>
  marked(lines, (data) => {
    const bytes = new Bytes(data);
    const out = new Reporter(bytes.length);
    return validateProps(propertySets(decodeProps(bytes, out)), bytes.span(), out);
  });

export const PROPS: Record<keyof typeof PROPS_CODES, () => Case> = {
  'props/set-name': () => text('‹[SYCL/misc›\nk=1|1\n'),
  'props/before-set': () => text('‹k›=1|1\n[a/b]\n'),
  'props/key': () => text('[a/b]\n‹no equals sign›\nk=1|1\n'),
  'props/type': () => text('[a/b]\nk=‹7›|1\n'),
  'props/number': () => text('[a/b]\nk=1|‹0x10›\n'),
  'props/base64': () => text('[a/b]\nk=2|IAAAAAAA‹*›AQA\n'),
  'props/ordinary-base64': () => text('[a/b]\nk=2|‹AQIDBA==›\n'),
  'props/json-syntax': () => text('{"SYCL/x":{"k":1‹;›}'),
  'props/json-value': () => text('{"SYCL/x":{"k":‹[1, {"a": "]"}]›}}'),
  'props/missing-key': () => checked('‹[SYCLBIN/ir module metadata]\n›target=2|IAAAAAAAAAQY\n'),
  'props/bit-count': () => text('[a/b]\nk=2|‹AABAAAAAAAQACA›\n'),
  'props/spare-bytes': () => text('[a/b]\nk=2|‹QAAAAAAAAAQEiMDR›\n'),
  'props/blank-line': () => text('[a/b]\n‹\n›k=1|1\n'),
  'props/after-name': () => text('[a/b]‹ more›\n'),
  'props/duplicate-set': () => text('[a/b]\nk=1|1\n‹[a/b]›\n'),
  'props/duplicate-key': () => text('[a/b]\nk=1|1\n‹k›=1|2\n'),
  'props/newer': () => checked('[SYCL/device requirements]\n‹aspects=2|gAAAAAAAAAwJPAAA\n›'),
  'props/raw-type': () => ({
    bytes: latin1('....property'),
    find: (data) => {
      const span = new Bytes(data).span(4, 12);
      return propsFromBinary([{ name: 'a/b', properties: [{ name: 'k', type: 9, size: 0n, span }], span }]).diagnostics;
    },
    span: [4, 12],
  }),
  'props/unknown-set': () => checked('‹[a/b]\n›k=1|1\n'),
  'props/unknown-key': () => checked('[SYCL/misc properties]\n‹optlevel=1|1\n›'),
  'props/value-type': () => checked('[SYCL/misc properties]\n‹sanUsed=1|1\n›'),
  'props/value-size': () => checked('[SYCL/device globals]\n‹k=2|gAAAAAAAAAQASMCN\n›'),
  'props/value': () => checked('[SYCLBIN/global metadata]\n‹state=1|3\n›'),
  'props/default-range': () =>
    checked(
      '[SYCL/specialization constants]\nc=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\n[SYCL/specialization constants default values]\n‹all=2|QAAAAAAAAAQASA\n›',
    ),
  'props/json': () => ({
    bytes: latin1('{"schema":"zebin/props/1","sets":[{"name":"a/b","lines":[{"key":"k"}]}]}'),
    find: (data) => {
      const document = JSON.parse(Buffer.from(data).toString('latin1'));
      return by(() => ({ value: propsFromJson(document), diagnostics: [] }))(data);
    },
    span: [0, 0],
  }),
};
