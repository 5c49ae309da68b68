import { type CoverageDocument, coverageDocument, type DeviceCoverage } from '../../src/internal.ts';
import { devicesNamed } from '../devices.ts';
import { diagnosticLines } from '../diagnostics.ts';
import { EXIT } from '../exit.ts';
import { open } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { tablesOf } from '../tables.ts';
import { commas, count, fill, table, tableWidth, visible, wrap } from '../text.ts';
import { unreadText } from '../unread.ts';
import type { Context } from './rows.ts';

export async function run({ arguments: [file = ''], options, io }: Context<'coverage'>): Promise<number> {
  const tables = await tablesOf(options, io);
  const optionDevices = options.device === undefined ? undefined : devicesNamed(options.device, tables.devices);
  const { path, item } = await open(file, options, io);
  const document = coverageDocument(item, { devices: optionDevices, tables });
  if (options.json) printJson(io, document);
  else io.print(coverageText(document, { path, name: visible(path + item.address) }, optionDevices !== undefined, io));
  const isCovered = document.devices.every((device) => device.missing.length === 0) && (document.complete || options.allowDamaged);
  return optionDevices && !isCovered ? EXIT.no : EXIT.yes;
}

/** Images listed for each device. */
const TAKEN = 3;

interface Names {
  readonly path: string;
  /** With the address, for people. */
  readonly name: string;
}

function coverageText(document: CoverageDocument, { path: file, name: path }: Names, hasDevice: boolean, io: Io): string {
  const { devices, kernels } = document;
  const { colors } = io;
  const natives = devices.filter((device) => device.native > 0).length;
  const others = devices.filter((device) => device.native === 0 && device.fallback > 0).length;
  const parts = [
    count(kernels.length, 'kernel'),
    natives === 0 ? 'no native code' : `native code for ${count(natives, 'device')}`,
    ...(others === 0 ? [] : [`by fallback for ${others}`]),
  ];
  const text = `${path}: ${parts.join(', ')}`;
  const head = `${wrap(text, io.width).replace(path, colors.bold(path))}\n`;
  const number = (value: number) => (value === 0 ? '-' : String(value));
  const column = (title: string[], cell: (device: DeviceCoverage) => string) => ({
    title,
    cells: devices.map(cell),
    align: 'right' as const,
  });
  const columns = [
    { title: ['IP'], cells: devices.map((device) => device.ip) },
    column(['native'], (device) => number(device.native)),
    column(['by', 'fallback'], (device) => number(device.fallback)),
    column(['from IR'], (device) => number(device.ir)),
    {
      ...column(['missing'], (device) => number(device.missing.length)),
      paint: (cell: string) => (/[0-9]/.test(cell) ? colors.red(cell) : cell),
    },
  ];
  const names = devices.map((device) => device.name);
  const chosen = devices.map(({ chosen: all }) => {
    const first = all.slice(0, TAKEN).map((choice) => visible(choice.address) || '(the file)');
    return all.length > TAKEN ? `${first.join(' ')} … (${all.length} in all)` : first.join(' ');
  });
  const space = io.width - tableWidth([...columns, { title: ['device'], cells: names }]) - 4;
  const fits = chosen.every((text) => text.length <= space);
  const all = [...columns, { title: ['device'], cells: names }, ...(fits ? [{ title: ['taken from'], cells: chosen }] : [])];
  const drawn = devices.length === 0 ? '' : `${indented(table(all, colors))}\n`;
  const rest = hasDevice
    ? ''
    : `  ${document.others_have_ir ? 'every other device compiles the intermediate code' : 'other devices get nothing, or not every kernel'}\n`;
  return head + unreadText(document, file, io) + drawn + rest + gaps(document, io) + diagnosticLines(document.diagnostics, io, '  ');
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** Devices with the same kernels missing share a line. */
function gaps({ devices, kernels }: CoverageDocument, io: Io): string {
  const labels = new Map(kernels.map(({ name, label }) => [name, label]));
  const groups = new Map<string, DeviceCoverage[]>();
  for (const device of devices) {
    if (device.missing.length === 0) continue;
    const key = device.missing.join('\0');
    groups.set(key, [...(groups.get(key) ?? []), device]);
  }
  const texts = [...groups.values()].map((group) => {
    const missing = group[0]?.missing ?? [];
    const names = missing.slice(0, 20).map((name) => visible(labels.get(name) ?? name));
    const more = missing.length > names.length ? [`… (${missing.length} in all)`] : [];
    const line = wrap(`missing on ${group.map((device) => device.name).join(', ')}:`, io.width, '  ');
    return `${line}\n${fill(commas([...names, ...more]), io.width, '    ')}\n`;
  });
  return texts.join('');
}
