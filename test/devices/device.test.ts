import { describe, expect, test } from 'vitest';
import { compareVersions } from '../../src/core/schema/index.ts';
import {
  COMPATIBILITY,
  CORE_FAMILIES,
  type Compatibility,
  type CoreFamily,
  compatibleWith,
  coreFamily,
  DEVICE_DATA,
  fallbacksOf,
  findDevice,
  ipValue,
  ipVersion,
  PRODUCT_CONFIGS,
  PRODUCT_FAMILIES,
  type ProductFamily,
  productConfig,
  productFamily,
  RELEASES,
  targetGroups,
} from '../../src/devices/index.ts';

const cores: readonly CoreFamily[] = CORE_FAMILIES;
const families: readonly ProductFamily[] = PRODUCT_FAMILIES;
const compatibility: readonly Compatibility[] = COMPATIBILITY;
const plain = (name: string) => name.toLowerCase().replace(/[-_ ]/g, '');
const ips = (rows: readonly { ip: string }[]) => rows.map((row) => row.ip);

function expectUnique(values: readonly unknown[]): void {
  expect(values.filter((value, i) => values.indexOf(value) !== i)).toEqual([]);
}

describe('IP versions', () => {
  test('have their parts at their bits', () => {
    expect(ipVersion(0x05004000)).toEqual({ architecture: 20, release: 1, revision: 0, reserved: 0, text: '20.1.0' });
    expect(ipVersion(0x02400009).text).toBe('9.0.9');
    expect(ipVersion(0xffffffff)).toEqual({ architecture: 1023, release: 255, revision: 63, reserved: 255, text: '1023.255.63' });
  });

  test('come from text without a sign', () => {
    expect(ipValue('20.1.0')).toBe(0x05004000);
    expect(ipValue('1023.255.63')).toBe(0xffffc03f);
  });

  test.each(['', '20.1', '20.1.0.0', '1024.0.0', '20.256.0', '20.1.64', '20.1.x', ' 20.1.0', '-1.0.0', '99999999999.1.1'])(
    'refuse %j',
    (text) => expect(ipValue(text)).toBeUndefined(),
  );
});

describe('the tables', () => {
  test('say when they were made, and from what', () => {
    expect(DEVICE_DATA.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const source of DEVICE_DATA.sources) expect(source).toMatch(/^intel\/[a-z-]+ /);
  });

  test('have each number and each name once', () => {
    for (const rows of [cores, families, PRODUCT_CONFIGS]) {
      expectUnique(rows.map((row) => row.value));
      expectUnique(rows.map((row) => row.name));
    }
    for (const rows of [cores, families]) expectUnique(rows.map((row) => row.id));
    expectUnique(families.map((row) => plain(row.acronym)));
    expectUnique(PRODUCT_CONFIGS.flatMap((row) => [...new Set([row.name, ...row.acronyms].map(plain))]));
    expectUnique(RELEASES.map((row) => row.name));
  });

  test('are in order', () => {
    for (const rows of [cores, families, PRODUCT_CONFIGS]) {
      expect(rows.map((row) => row.value)).toEqual(rows.map((row) => row.value).sort((a, b) => a - b));
    }
  });

  test('refer to each other', () => {
    for (const row of families) if (row.core !== undefined) expect(coreFamily(row.core), row.name).toBeDefined();
    for (const row of PRODUCT_CONFIGS) {
      const family = productFamily(row.family);
      expect(family, row.name).toBeDefined();
      expect(coreFamily(family?.core ?? 0)?.grfBytes, row.name).toBeDefined();
      expect(RELEASES.some((release) => release.name === row.release)).toBe(true);
    }
    for (const { name } of RELEASES)
      expect(
        PRODUCT_CONFIGS.some((row) => row.release === name),
        name,
      ).toBe(true);
  });

  test('have IP texts that give their values back', () => {
    for (const row of PRODUCT_CONFIGS) {
      expect(ipVersion(row.value)).toMatchObject({ text: row.ip, reserved: 0 });
      expect(ipValue(row.ip)).toBe(row.value);
    }
  });

  test('have remarks that are sentences', () => {
    const texts = [...cores.map((row) => row.doc), ...families.map((row) => row.note), ...PRODUCT_CONFIGS.map((row) => row.note)];
    for (const text of texts) if (text !== undefined) expect(text).toMatch(/^\S.*\.$/);
  });

  test('have a one-way compatibility map between devices of one register width', () => {
    const width = (ip: string) => coreFamily(productFamily(productConfig(ipValue(ip) ?? 0)?.family ?? 0)?.core ?? 0)?.grfBytes;
    for (const { from, to, since } of compatibility) {
      expect(productConfig(ipValue(from) ?? 0), from).toBeDefined();
      expect(productConfig(ipValue(to) ?? 0), to).toBeDefined();
      expect(width(from)).toBe(width(to));
      expect(compatibility.some((row) => row.from === to && row.to === from)).toBe(false);
      expect(compareVersions(since, '24.45.31740')).toBeGreaterThanOrEqual(0);
    }
    expectUnique(compatibility.map((row) => `${row.from} ${row.to}`));
  });

  test('have groups whose members exist', () => {
    expectUnique(targetGroups().map((row) => `${row.kind} ${row.name}`));
    for (const { name, ips: members } of targetGroups()) {
      expect(members.length, name).toBeGreaterThan(0);
      for (const ip of members) expect(productConfig(ipValue(ip) ?? 0), ip).toBeDefined();
    }
  });

  test('return nothing for an unknown number', () => {
    expect([productConfig(0), productFamily(0), coreFamily(0), productConfig(-1), productFamily(2000)]).toEqual(Array(5).fill(undefined));
  });
});

/** What compilers really wrote: note 1, note 2, note 6 of files for the device. */
const WRITTEN = [
  { device: 'bdw', family: 16 },
  { device: 'skl', family: 18, core: 12, config: 0x2400009 },
  { device: 'glk', family: 23 },
  { device: 'icllp', family: 26, core: 15, config: 0x2c00000 },
  { device: 'ehl', family: 28 },
  { device: 'tgllp', family: 29, core: 18, config: 0x3000000 },
  { device: 'adl-p', family: 32 },
  { device: 'dg1', family: 1210, core: 18, config: 0x3028000 },
  { device: 'dg2', family: 1270, core: 0xc07, config: 0x30dc008 },
  { device: 'pvc', family: 1271, core: 0xc08, config: 0x30f0007 },
  { device: 'pvc-vg', family: 1271, core: 0xc08, config: 0x30f4007 },
  { device: 'mtl-h', family: 1272, core: 0xc07, config: 0x311c004 },
  { device: 'arl-h', family: 1273, core: 0xc07, config: 0x3128004 },
  { device: 'bmg', family: 1274, core: 0xc09, config: 0x5004000 },
  { device: 'bmg-g31', family: 1274, core: 0xc09, config: 0x5008000 },
  { device: 'lnl-m', family: 1275, core: 0xc09, config: 0x5010004 },
  { device: 'ptl-h', family: 1300, core: 0x1e00, config: 0x7800004 },
  { device: 'wcl', family: 1300, core: 0x1e00, config: 0x780c001 },
  { device: 'nvl-s', family: 1340, core: 0x1e00, config: 0x7810004 },
  { device: 'nvl-p', family: 1360, core: 0x2300, config: 0x8c28004 },
  { device: 'cri', family: 1380, core: 0x2300, config: 0x8c2c000 },
];

test.each(WRITTEN)('$device is what compilers write for it', ({ device, family, core, config }) => {
  const row = findDevice(device)[0];
  expect(row).toMatchObject({ family });
  if (config !== undefined) expect(row?.value).toBe(config);
  if (core !== undefined) expect(productFamily(family)?.core).toBe(core);
});

test('xe_hp_sdv is known as a product only', () => {
  expect(productFamily(1250)?.name).toBe('Xe-HP SDV');
  expect(findDevice('xe_hp_sdv').map((row) => row.ip)).toEqual(['12.50.4']);
});

describe('findDevice', () => {
  test.each([
    ['20.1.0', ['20.1.0']],
    ['83902464', ['20.1.0']],
    ['20.1', ['20.1.0', '20.1.1', '20.1.4']],
    ['12.5', []],
    ['bmg', ['20.1.0']],
    ['BMG-G21', ['20.1.0']],
    ['bmg_g21', ['20.1.0']],
    ['bmg-g21-a0', ['20.1.0']],
    ['BMG-G21 A0', ['20.1.0']],
    ['dg2', ['12.55.8']],
    ['dg2-g10-a1', ['12.55.1']],
    ['ats-m150', ['12.55.8']],
    ['adlp', ['12.3.0']],
    ['pvc-xt-c0-vg', ['12.61.7']],
    ['xe2', ['20.1.0', '20.2.0', '20.4.4']],
    ['xe2-hpg', ['20.1.0', '20.2.0']],
    ['xe-hpg', ['12.55.8', '12.56.5', '12.57.0']],
    ['gen12lp', ['12.0.0', '12.1.0', '12.2.0', '12.3.0', '12.4.0', '12.10.0']],
    ['gen12lp_core', ['12.0.0', '12.1.0', '12.2.0', '12.3.0', '12.4.0', '12.10.0']],
    ['xe-hp', ['12.50.4']],
    ['Lunar Lake', ['20.4.0', '20.4.1', '20.4.4']],
    ['lnl', ['20.4.4']],
    ['arl', ['12.74.4']],
    ['64.20.1.0', ['20.1.0']],
    ['32.9.0.9', ['9.0.9']],
    ['64.dg2', ['12.55.8']],
    ['64.bmg', ['20.1.0']],
    ['64.tgllp.0', ['12.0.0']],
  ])('takes %s for these devices', (name, expected) => expect(ips(findDevice(name))).toEqual(expected));

  test.each(['', '64.', 'generic_ir', 'pad_0', '99.9.9', '4294967295', '.', '__proto__', 'constructor', '-', '_core'])(
    'has nothing for %j',
    (name) => expect(findDevice(name)).toEqual([]),
  );
});

test('compatibility is one-way and not transitive', () => {
  expect(ips(compatibleWith(0x05004000))).toEqual(['20.2.0', '20.4.4']);
  expect(compatibleWith(0x05010004)).toEqual([]);
  expect(ips(fallbacksOf(0x05010004))).toEqual(['20.1.0', '20.1.1', '20.1.4']);
  expect(ips(compatibleWith(0x07800004))).toEqual(['30.1.0', '30.3.1', '30.4.4', '30.5.4']);
  expect(compatibleWith(0xffffffff)).toEqual([]);
});
