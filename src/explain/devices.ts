/** Entries for the names and numbers of devices, from the dated tables. */
import { hex } from '../core/bytes/index.ts';
import {
  COMPATIBILITY,
  CORE_FAMILIES,
  type CoreFamily,
  coreFamily,
  PRODUCT_CONFIGS,
  PRODUCT_FAMILIES,
  type ProductConfig,
  type ProductFamily,
  pciDevicesOf,
  productFamily,
} from '../devices/index.ts';

export function deviceEntries() {
  return [
    ...(CORE_FAMILIES as readonly CoreFamily[]).map((row) => ({
      kind: 'core family',
      name: row.name,
      path: `gfxcore_family/${row.name}`,
      value: row.value,
      doc: `${row.id}.${row.grfBytes === undefined ? '' : ` Its registers have ${row.grfBytes} bytes.`}${row.doc === '' ? '' : ` ${row.doc}`}`,
    })),
    ...(PRODUCT_FAMILIES as readonly ProductFamily[]).map((row) => ({
      kind: 'product family',
      name: row.name,
      path: `product_family/${row.name}`,
      value: row.value,
      doc: sentences(
        `Product family ${row.acronym}`,
        row.core === undefined ? '' : `Core family ${coreFamily(row.core)?.name}`,
        row.driver === undefined ? 'No public driver has it' : `Drivers have it from ${row.driver.since} on`,
        row.note ?? '',
      ),
    })),
    ...PRODUCT_CONFIGS.map((row) => ({
      kind: 'device',
      name: row.name,
      path: `device/${row.ip}`,
      value: row.value,
      also: [
        row.name.replaceAll(' ', '-').toLowerCase(),
        ...pciDevicesOf(row).flatMap(({ name = '' }) => (GENERIC.test(name) ? [] : [name])),
      ],
      doc: sentences(
        `IP version ${row.ip}`,
        row.acronyms.length > 0 ? `For ocloc: ${row.acronyms.join(', ')}` : '',
        familyText(row),
        pciText(row),
        row.until === undefined ? '' : `ocloc compiles for it until ${row.until}`,
        ...COMPATIBILITY.filter(({ to }) => to === row.ip).map(
          ({ from, since }) => `It runs binaries for ${deviceText(from)} from ${since} on`,
        ),
        ...COMPATIBILITY.filter(({ from }) => from === row.ip).map(
          ({ to, since }) => `${deviceText(to)} runs its binaries from ${since} on`,
        ),
        row.note ?? '',
      ),
    })),
  ];
}

/** Names of many devices: they identify none. */
const GENERIC = /^(Intel\(R\) (UHD |HD |Arc\(TM\) )?Graphics)?$/;

/** The GPUs that are sold, with their PCI ids. */
function pciText(row: ProductConfig): string {
  const texts = pciDevicesOf(row).map(({ name = 'without a name', ids }) => `${name} (${ids.map((id) => hex(id)).join(', ')})`);
  return texts.length === 0 ? '' : `GPUs: ${texts.join('; ')}`;
}

function familyText({ family }: ProductConfig): string {
  const product = productFamily(family);
  if (!product) return '';
  const core = product.core === undefined ? undefined : coreFamily(product.core);
  return `Product family ${product.name}${core ? `, core family ${core.name}` : ''}`;
}

const deviceText = (ip: string): string => {
  const name = PRODUCT_CONFIGS.find((row) => row.ip === ip)?.name;
  return name === undefined ? ip : `${name} (${ip})`;
};

/** The parts as sentences, each with one full stop; empty parts are left out. */
const sentences = (...parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ');
