/** Times of a profiler, joined with the rows of the table of kernels by name and device. */
import { DEVICES, type ProductConfig } from '../devices/index.ts';
import { type KernelTime, summed } from '../formats/samples/index.ts';
import { type Cell, KERNEL_COLUMNS, type KernelColumnName } from './kernel-columns.ts';
import { TIME_COLUMNS } from './time-columns.ts';

/** Times, and the devices that the kernels ran on; `undefined` if nothing says it. */
export interface TimesOf {
  readonly kernels: readonly KernelTime[];
  readonly devices: readonly ProductConfig[] | undefined;
}

/** A kernel of a profiler, and how many rows of the table got its times. */
interface Joined extends TimesOf {
  readonly name: string;
  rows: number;
}

const at = (name: KernelColumnName): number => KERNEL_COLUMNS.findIndex((column) => column.name === name);
const [NAME, LABEL, IP, FAMILY, NAMES] = [at('name'), at('label'), at('ip'), at('product_family'), at('device_names')];

/**
 * Adds times to rows. A kernel is found by its name or its demangled name. Where a device is known, only rows of images for it get times, and
 * of images that name none.
 *
 * @example
 * const times = readTimes(encodeText('Kernel, Calls, Time (ns)\nclock, 2, 300\n')).value;
 * const join = new TimesJoin([{ kernels: times.kernels, devices: undefined }]);
 * join.cellsOf(kernelRows(file, bytes)[0]); // [2, 300, 150, null, null]
 */
export class TimesJoin {
  private readonly byName = new Map<string, Joined[]>();

  constructor(all: readonly TimesOf[]) {
    for (const { kernels, devices } of all) {
      for (const kernel of kernels) {
        const known = this.byName.get(kernel.name) ?? [];
        this.byName.set(kernel.name, known);
        known.push({ name: kernel.name, kernels: [kernel], devices, rows: 0 });
      }
    }
  }

  /** The cells of {@link TIME_COLUMNS} for a row of {@link KERNEL_COLUMNS}. */
  cellsOf(row: readonly Cell[]): Cell[] {
    const names = new Set([row[NAME], row[LABEL]].filter((name) => typeof name === 'string'));
    const found = [...names].flatMap((name) => this.byName.get(name) ?? []).filter(({ devices }) => isFor(row, devices));
    for (const one of found) one.rows++;
    const [first, ...others] = found.flatMap(({ kernels }) => kernels);
    const time = first && others.reduce(summed, first);
    return TIME_COLUMNS.map(({ value }) => (time === undefined ? null : value(time)));
  }

  /** Names of kernels that no row got times of, and of those whose times several rows got. */
  get unsure(): { readonly missing: readonly string[]; readonly several: readonly string[] } {
    const all = [...this.byName.values()].flat();
    const named = (isMeant: (rows: number) => boolean) => all.filter(({ rows }) => isMeant(rows)).map(({ name }) => name);
    return { missing: named((rows) => rows === 0), several: named((rows) => rows > 1) };
  }
}

function isFor(row: readonly Cell[], devices: readonly ProductConfig[] | undefined): boolean {
  if (devices === undefined || row[NAMES] === null || row[NAMES] === '') return true;
  const ip = row[IP];
  return devices.some((device) => (ip === null ? DEVICES.family(device.family)?.name === row[FAMILY] : device.ip === ip));
}
