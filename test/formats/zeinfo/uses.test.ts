/** What reading counts tells validation no less than the records: a copied container, of which nothing was counted, is checked the same. */
import { expect, test } from 'vitest';
import { encodeText } from '../../../src/core/bytes/index.ts';
import { driverNeeds, readZebin, validateZebin, type Zebin } from '../../../src/formats/zebin/index.ts';
import { countedUses, NEWEST, printZeInfo, readZeInfo, validateZeInfo, type ZeInfo } from '../../../src/formats/zeinfo/index.ts';
import { fixtureFiles } from '../../support/corpus.ts';
import { generateZeInfo, VERSIONS } from '../../support/generate-zeinfo.ts';
import { mulberry32 } from '../../support/mutate.ts';

const uncounted = (zeInfo: ZeInfo): ZeInfo => ({ ...zeInfo, container: { ...zeInfo.container } });

function findingsOfBoth(zebin: Zebin, zeInfo: ZeInfo, version: (typeof VERSIONS)[number]) {
  const options = { version: version as '1.0' };
  return [zeInfo, uncounted(zeInfo)].map((one) => [
    validateZeInfo(one, options.version),
    validateZebin({ ...zebin, zeInfo: one }, options),
  ]);
}

const files = fixtureFiles().filter(({ name }) => name.endsWith('.zebin'));

test.each(files.map((file) => [file.name, file] as const))(
  'a copy of what was read is checked the same, for %s',
  { tags: ['corpus'] },
  (_, file) => {
    const zebin = readZebin(file.bytes()).value;
    if (!zebin.zeInfo) return;
    for (const version of ['1.0', '1.12', '1.39', NEWEST] as const) {
      const [counted, plain] = findingsOfBoth(zebin, zebin.zeInfo, version);
      expect(counted).toEqual(plain);
    }
    expect(driverNeeds(zebin)).toEqual(driverNeeds({ ...zebin, zeInfo: uncounted(zebin.zeInfo) }));
  },
);

/** Texts from the rows, and what they become when lines are lost, doubled or exchanged, and words are put in quotes or changed. */
test('texts that lost their order are checked the same', () => {
  const zebin = readZebin(files[0]?.bytes() ?? new Uint8Array(0)).value;
  const random = mulberry32(9);
  const at = (count: number) => random() % count;
  let fitting = 0;
  let others = 0;
  for (let seed = 0; seed < 120; seed++) {
    const version = VERSIONS[at(VERSIONS.length)] ?? NEWEST;
    const lines = printZeInfo(generateZeInfo(seed, { version, kernels: ['k', 'l'] })).split('\n');
    for (let change = seed % 4; change > 0; change--) {
      const i = at(lines.length);
      const line = lines[i] ?? '';
      const made = [[], [line, line], [line.replace(/: *(\S+)$/, ": '$1'")], [line.replace(/\w+$/, 'x')], [line.replace(/\d+/, '-7')]];
      lines.splice(i, 1, ...(made[at(made.length)] ?? []));
    }
    const zeInfo = readZeInfo(encodeText(lines.join('\n'))).value;
    const by = seed % 3 === 0 ? (VERSIONS[at(VERSIONS.length)] ?? version) : version;
    const [counted, plain] = findingsOfBoth(zebin, zeInfo, by);
    expect(counted).toEqual(plain);
    if (counted?.[0]?.length === 0) fitting++;
    else others++;
  }
  expect(fitting).toBeGreaterThan(10);
  expect(others).toBeGreaterThan(10);
});

test('only what was read is counted', () => {
  const zeInfo = readZeInfo(encodeText("version: '1.73'\n")).value;
  expect(countedUses(zeInfo)).toBeDefined();
  expect(countedUses(uncounted(zeInfo))).toBeUndefined();
});
