/** Newer devices and releases from a file, as well as those built in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Devices, findDevice, type ProductConfig, type Release, targetGroups } from '../../src/devices/index.ts';
import { readTables, TABLES } from '../../src/driver/index.ts';
import { BEHAVIOURS } from '../../src/formats/zebin/index.ts';
import {
  checkDocument,
  coverageDocument,
  FormatError,
  findingsBy,
  type Item,
  infoDocument,
  inspect,
  passOver,
  withDevices,
  zebinRules,
} from '../../src/internal.ts';
import { buildZebin, latin1 } from '../support/build-elf.ts';
import { ROOT } from '../support/run.ts';

const example = readFileSync(join(ROOT, 'examples/newer-tables.json'), 'utf8');
const read = (text: string) => readTables(latin1(text));
const { value: tables, diagnostics } = read(example);
const changed = (change: (json: Record<string, unknown>) => void) => {
  const json = JSON.parse(example);
  change(json);
  return read(JSON.stringify(json)).diagnostics.map(({ code, path }) => [code, path]);
};

const EXL = (20 << 22) | (9 << 14);
const built = (ip: number) =>
  buildZebin({
    zeInfo: "version: '1.73'\nkernels:\n  - name: k\n    execution_env:\n      grf_count: 128\n      simd_size: 16\n",
    kernels: ['k'],
    notes: [{ type: 6, desc: ip }],
  }).bytes;

describe('the example', () => {
  test('is that of the documentation, and has nothing wrong', () => {
    expect(readFileSync(join(ROOT, 'docs/checking.md'), 'utf8')).toContain(`\`\`\`json\n${example}\`\`\``);
    expect(diagnostics).toEqual([]);
  });

  test('adds a device, its release, and what it runs, and changes nothing built in', () => {
    const [device] = findDevice('exl', tables.devices);
    expect([device?.name, device?.value]).toEqual(['EXL A0', EXL]);
    expect(findDevice('exl', TABLES.devices)).toEqual([]);
    expect(tables.releases.at(-1)).toBe('26.40.40000.1');
    expect(findDevice('bmg', tables.devices)).toEqual(findDevice('bmg', TABLES.devices));
  });

  test('info, check, validate and coverage take it', () => {
    const root = withDevices(inspect(built(EXL)).value, tables.devices);
    const [image] = infoDocument(root).images;
    expect([image?.target.names, image?.target.grf_bytes]).toEqual([['EXL A0', 'Example Lake', 'Xe2'], 64]);
    const document = (release: string) => checkDocument(root, { release, tables });
    expect([document('26.40.40000.1')?.device?.name, document('26.40.40000.1')?.verdict]).toEqual(['EXL A0', 'accepted']);
    expect(document('26.31.39395.13')?.reason?.code).toBe('driver/device');
    expect(document('26.40.40000.1')?.support.first_release).toBe('26.40.40000.1');
    const codes = (item: Item) => findingsBy([zebinRules], passOver(item), undefined, tables).map(({ diagnostic }) => diagnostic.code);
    expect(codes(root)).toEqual(codes(inspect(built(0x05004000)).value));
    const { devices } = coverageDocument(inspect(built(0x05004000)).value, { tables });
    expect(devices.map(({ name, native, fallback }) => [name, native, fallback])).toContainEqual(['EXL A0', 0, 1]);
  });
});

describe('a row with the key of one built in', () => {
  test('takes its place', () => {
    const row = { ip: '20.1.0', name: 'OTHER', family: 1274, release: 'xe2-hpg', acronyms: [] };
    const { value } = read(JSON.stringify({ ...JSON.parse(example), devices: [row], compatibility: [] }));
    expect(value.devices.config(0x05004000)?.name).toBe('OTHER');
    expect(value.devices.rows.configs).toHaveLength(TABLES.devices.rows.configs.length);
  });
});

test.each<[string, (json: Record<string, unknown>) => void, [string, string][]]>([
  [
    'a member that there is not',
    (json) => {
      json.device = [];
    },
    [['tables/row', 'device']],
  ],
  [
    'no date',
    (json) => {
      delete json.date;
    },
    [['tables/row', 'date']],
  ],
  [
    'no source',
    (json) => {
      json.sources = [];
    },
    [['tables/row', 'sources']],
  ],
  [
    'no list',
    (json) => {
      json.cores = {};
    },
    [['tables/row', 'cores']],
  ],
  [
    'no row',
    (json) => {
      json.cores = [null];
    },
    [['tables/row', 'cores[0]']],
  ],
  [
    'a release that is none',
    (json) => {
      json.driver_releases = ['26.40', 1];
    },
    [
      ['tables/row', 'driver_releases[0]'],
      ['tables/row', 'driver_releases[1]'],
    ],
  ],
  [
    'a device of no product',
    (json) => {
      json.families = [];
    },
    [
      ['tables/reference', 'devices'],
      ['tables/reference', 'compatibility'],
    ],
  ],
  [
    'a prototype',
    (json) => {
      json.cores = [JSON.parse('{"__proto__": {}, "value": 1}')];
    },
    [['tables/row', 'cores[0]']],
  ],
])('%s is said, and left out', (_, change, expected) => expect(changed(change)).toEqual(expected));

test.each(['', '[]', '{', 'null', '{"schema": 1}', `${'['.repeat(100_000)}`])('a text that is not tables is refused: %s', (text) => {
  expect(() => read(text)).toThrow(FormatError);
});

test('every difference between releases is used by the decision, or by a row that names its release', () => {
  const texts = ['src/driver', 'src/formats/zebin/table'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
  );
  const isUsed = (name: string) => texts.some((text) => text.includes(`does('${name}')`) || text.includes(`BEHAVIOURS.${name}.`));
  expect(
    Object.keys(BEHAVIOURS).filter((name) => !isUsed(name)),
    "src/formats/zebin/table/behaviours.ts has these rows, and nothing in src/driver/ asks does('NAME')",
  ).toEqual([]);
});

describe('a file crafted to be work', () => {
  const head = '{"schema":"zebin/tables/1","date":"2026-11-21","sources":["a"]';
  const codeOf = (text: string): string | undefined => {
    try {
      read(text);
      return undefined;
    } catch (error) {
      return error instanceof FormatError ? error.diagnostic.code : 'another error';
    }
  };

  test.each([
    ['nested lists', `${head},"cores":${'['.repeat(100)}${']'.repeat(100)}}`, 'limit/depth'],
    ['nested lists that do not end', `${head},"cores":${'['.repeat(1_000_000)}`, 'limit/depth'],
  ])('%s end at a limit', (_, text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  test('brackets in what is not JSON do not', () => {
    expect(codeOf(`!<arch>\n${'['.repeat(1_000_000)}`)).toBe('tables/not-tables');
  });

  test('groups are made of each row once', () => {
    let looks = 0;
    const counted = <T extends object>(row: T, key: string, value: string): T =>
      Object.defineProperty(row, key, {
        get: () => {
          looks++;
          return value;
        },
      });
    const { rows } = TABLES.devices;
    const [config, release] = [rows.configs[0] as ProductConfig, rows.releases[0] as Release];
    const names = Array.from({ length: 100 }, (_, i) => `n${i}`);
    const groups = targetGroups(
      new Devices({
        ...rows,
        releases: names.map((name) => counted({ ...release, name }, 'family', `f${name}`)),
        configs: names.map((name) => counted({ ...config, acronyms: [name] }, 'release', name)),
      }),
    );
    expect(groups.length).toBe(200);
    expect(looks).toBeLessThan(1000);
  });
});
