import { describe, expect, test } from 'vitest';
import { deviceNamed, findDevice, PCI_DEVICES, PRODUCT_CONFIGS, pciDevicesOf, unknownDevice } from '../../src/devices/index.ts';
import { readTables } from '../../src/driver/index.ts';
import { latin1 } from '../support/build-elf.ts';

const ips = (name: string) => findDevice(name).map(({ ip }) => ip);

describe('a device is found by', () => {
  test.each([
    ['0xe20b', '20.1.0'],
    ['0XE20B', '20.1.0'],
    ['8086:e20b', '20.1.0'],
    ['Intel(R) Graphics [0x56a3]', '12.57.0'],
    ['0x05004000', '20.1.0'],
    ['intel_gpu_bmg_g21', '20.1.0'],
    ['intel_gpu_20_1_4', '20.1.4'],
    ['intel_gpu_acm_g10', '12.55.8'],
    ['bmg-g21-a0', '20.1.0'],
    ['BMG-G21 A0', '20.1.0'],
    ['Arc B580', '20.1.0'],
    ['arc-b580', '20.1.0'],
    ['B580', '20.1.0'],
    ['Intel(R) Arc(TM) B580 Graphics', '20.1.0'],
    ['Intel® Arc™ B580 Graphics', '20.1.0'],
    ['Data Center GPU Max 1550', '12.60.7'],
    ['Flex 170', '12.55.8'],
    ['Arc A770', '12.55.8'],
    ['Pro A50', '12.56.5'],
  ])('%s', (name, ip) => {
    expect(ips(name)).toEqual([ip]);
    expect(deviceNamed(name).device?.ip).toBe(ip);
  });

  test('every PCI id and every name of the table', () => {
    for (const { ip, name, ids } of PCI_DEVICES) {
      for (const id of ids) expect(ips(`0x${id.toString(16)}`)).toEqual([ip]);
      if (name !== undefined) expect(ips(name), name).toContain(ip);
    }
  });

  test('every word of -fsycl-targets: its short names and its IP version', () => {
    for (const { ip, acronyms } of PRODUCT_CONFIGS) {
      for (const word of [ip.replaceAll('.', '_'), ...acronyms.map((name) => name.replaceAll('-', '_'))])
        expect(ips(`intel_gpu_${word}`), word).toContain(ip);
    }
  });

  test('a name of several', () => {
    expect(ips('UHD Graphics 630')).toEqual(['9.2.9', '9.7.0']);
    expect(ips('Arc Graphics').length).toBeGreaterThan(1);
    expect(deviceNamed('Arc Graphics').why).toContain('stands for');
  });

  test.each(['58123', 'e20b', '0x0', '0xffffffffff', 'intel', 'gpu', '', 'Arc B999', '[]', '0x', 'intel_gpu_', '(r)'])(
    'not by %j',
    (name) => {
      expect(ips(name)).toEqual([]);
    },
  );
});

describe('the table of PCI ids', () => {
  test('has each id once, and devices that there are, with the short name of what is sold', () => {
    const ids = PCI_DEVICES.flatMap((row) => row.ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { ip, ids: own } of PCI_DEVICES) {
      const device = PRODUCT_CONFIGS.find((row) => row.ip === ip);
      expect(device, ip).toBeDefined();
      const named = PRODUCT_CONFIGS.some((row) => row.release === device?.release && row.acronyms.length > 0);
      expect(named, ip).toBe((device?.acronyms.length ?? 0) > 0);
      for (const id of own) expect(id).toBeLessThan(0x1_0000);
    }
  });

  test('has the ids of each product family that was sold', () => {
    const without = PRODUCT_CONFIGS.filter(({ acronyms }) => acronyms.length > 0).filter((row) => pciDevicesOf(row).length === 0);
    expect(without.map(({ ip }) => ip)).toEqual([]);
  });
});

describe('an unknown name', () => {
  test.each([
    ['bgm', 'bmg'],
    ['bmgg21', 'bmg-g21'],
    ['pcv', 'pvc'],
    ['alchemst', 'Alchemist'],
    ['arc b508', 'arc b580'],
  ])('%s: %s is suggested', (name, near) => {
    expect(unknownDevice(name)).toContain(`did you mean ${near}?`);
  });

  test('that is like none is answered with examples', () => {
    expect(unknownDevice('xyzzy')).not.toContain('did you mean');
  });
});

test('tables of users add ids and names', () => {
  const pci = [{ ip: '20.1.0', name: 'Example GPU 9000', ids: [0x9999] }];
  const json = { schema: 'zebin/tables/1', date: '2026-11-25', sources: ['a b'], pci };
  const read = (text: unknown) => readTables(latin1(JSON.stringify(text)));
  const { value, diagnostics } = read(json);
  expect(diagnostics).toEqual([]);
  expect(findDevice('0x9999', value.devices).map(({ ip }) => ip)).toEqual(['20.1.0']);
  expect(findDevice('Example 9000', value.devices).map(({ ip }) => ip)).toEqual(['20.1.0']);
  expect(findDevice('0x9999')).toEqual([]);
  for (const row of [
    { ...pci[0], ip: '99.0.0' },
    { ...pci[0], ids: [70_000] },
    { ...pci[0], ids: 1 },
  ])
    expect(read({ ...json, pci: [row] }).diagnostics.map(({ path }) => path.slice(0, 3))).toEqual(['pci']);
});
