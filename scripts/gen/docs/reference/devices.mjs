// @ts-check
import * as device from '../../../../dist/devices/index.js';
import { code, codes, hex, page, prose, table } from '../../markdown.mjs';

/** @import { CoreFamily, ProductFamily } from '../../../../dist/devices/index.js' */

export default function devicesPage() {
  /** @param {string} ip */
  const deviceName = (ip) => device.PRODUCT_CONFIGS.find((row) => row.ip === ip)?.name ?? '';
  const products = /** @type {readonly ProductFamily[]} */ (device.PRODUCT_FAMILIES);
  const cores = /** @type {readonly CoreFamily[]} */ (device.CORE_FAMILIES);
  return page(
    'Devices',
    `From public sources, as of ${device.DEVICE_DATA.date}. A number that is not listed belongs to a newer or unpublished device.`,
    device.DEVICE_DATA.sources.map((source) => `- ${prose(source)}`).join('\n'),
    '## Devices by IP version',
    'Note 6 of a zebin, and the names in an archive of ocloc. "Compiled until" is the first release whose ocloc no longer compiles for it.',
    table(
      ['IP version', 'Value', 'Device', 'Product', 'Release', 'Names for ocloc', 'Compiled until', 'Remarks'],
      device.PRODUCT_CONFIGS.map((row) => [
        row.ip,
        hex(row.value),
        row.name,
        device.productFamily(row.family)?.name ?? String(row.family),
        code(row.release),
        codes(row.acronyms),
        row.until ?? '',
        prose(row.note ?? ''),
      ]),
    ),
    '## PCI ids and names',
    'The device is the stepping that is sold. The driver reports an id without a name as "Intel(R) Graphics" with the id.',
    table(
      ['IP version', 'Device', 'Sold as', 'PCI ids'],
      device.PCI_DEVICES.map(({ ip, name = '', ids }) => [ip, deviceName(ip), name, codes(ids.map((id) => hex(id)))]),
    ),
    '## Limits',
    `What kernels can have on the devices of a core family, as of ${device.EXECUTION_DATE}; SIMD 1 and no barrier are possible everywhere. A ` +
      'work-group has to fit into one core. Threads are those that fit on an execution unit.',
    table(
      [
        'Devices',
        'Registers of a thread: threads',
        'SIMD sizes',
        'Local memory of a work-group',
        'Barriers of a work-group',
        'Execution units of a core',
        'Scratch buffer of a thread',
      ],
      device.EXECUTION.map((row) => [
        (row.families
          ? row.families.map((family) => device.productFamily(family)?.name ?? '')
          : row.cores.map((core) => device.coreFamily(core)?.name ?? '')
        ).join(', ') +
          (!row.families && device.EXECUTION.some((other) => other.families && other.cores.some((core) => row.cores.includes(core)))
            ? ' (others)'
            : ''),
        row.threadsPerEu.map(({ grf, threads }) => `${grf}: ${threads}`).join(', '),
        row.simdSizes.join(', '),
        `${row.slmBytes / 1024} KiB, in ${row.slmSizes.map((size) => size / 1024).join(', ')} KiB`,
        row.barrierCounts.join(', '),
        row.eusPerCore === undefined ? '' : String(row.eusPerCore),
        row.scratchBytes < 1024 * 1024 ? `${row.scratchBytes / 1024} KiB` : `${row.scratchBytes / 1024 / 1024} MiB`,
      ]),
    ),
    '## Which binaries run on which other device',
    'Compatibility is one-way and not transitive.',
    table(
      ['Made for', 'Runs on', 'From driver'],
      device.COMPATIBILITY.map(({ from, to, since }) => [`${from} ${deviceName(from)}`, `${to} ${deviceName(to)}`, since]),
    ),
    '## Groups',
    'Names of `ocloc -device` that stand for several devices.',
    table(
      ['Name', 'Devices'],
      device.targetGroups().map((row) => [code(row.name), row.ips.map((ip) => `${ip} ${deviceName(ip)}`).join(', ')]),
    ),
    '## Products',
    'Note 1 of a zebin.',
    table(
      ['Value', 'Product', 'Acronym', 'In the headers', 'Core family', 'Remarks'],
      products.map((row) => {
        const core = row.core === undefined ? undefined : device.coreFamily(row.core);
        return [String(row.value), row.name, row.acronym, code(row.id), core?.name ?? '', prose(row.note ?? '')];
      }),
    ),
    '## Core families',
    'Note 2 of a zebin.',
    table(
      ['Value', 'Family', 'In the headers', 'Register, bytes', 'Remarks'],
      cores.map((row) => [hex(row.value), row.name, code(row.id), row.grfBytes === undefined ? '' : String(row.grfBytes), prose(row.doc)]),
    ),
  );
}
