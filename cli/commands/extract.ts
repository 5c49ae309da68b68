import {
  chooseKernels,
  type Diagnostic,
  damageAround,
  damageOfContainers,
  type Extracted,
  type ExtractFilter,
  extractDocument,
  extractItem,
  extractItems,
  extractsOfFiles,
  type Item,
  imageKernelNames,
  type KernelChoice,
  passOver,
} from '../../src/internal.ts';
import { devicesNamed } from '../devices.ts';
import { damagedInput, EXIT, UsageError } from '../exit.ts';
import { openPass } from '../input/input.ts';
import { printJson } from '../json.ts';
import { shellWord } from '../shell-word.ts';
import { count, listNames } from '../text.ts';
import { writeInto } from '../write/index.ts';
import type { Context, OptionsOf } from './rows.ts';

/** Findings about containers that are printed. */
const LISTED = 5;

export async function run({ arguments: [file = ''], options, io }: Context<'extract'>): Promise<number> {
  const { path, root, pass } = await openPass(file, options, io);
  const { raw } = options;
  // Which kernels there are has to be known before the first image is chosen.
  const known = options.kernel === undefined ? undefined : pass.whole();
  const kernel = known && chooseKernels(options.kernel ?? '', imageKernelNames(known));
  if (kernel?.why !== undefined) {
    io.warn(kernel.why);
    return EXIT.no;
  }
  const filter = filterOf(options, kernel);
  const folder = options.all;
  const around = damageAround(root, pass.root.address);
  const below: Diagnostic[] = [];
  let isContainer = false;
  function* files(): Generator<Item> {
    yield pass.root;
    for (const one of known ? passOver(known).below : pass.below) {
      isContainer ||= one.kind !== 'section';
      below.push(...damageOfContainers([one]));
      yield one;
    }
  }
  const all = [...extractsOfFiles(files(), filter, raw, around)];
  const item = pass.whole();
  const several = folder !== undefined || Object.keys(filter).length > 0 || (item.address === '' && isContainer);
  const extracts = several ? all : [extractItem(item, raw, around)];
  if (extracts.length === 0) {
    io.warn(`nothing in ${path}${item.address} matches; available: ${listNames(extractItems(item).map(labelOf))}`);
    return EXIT.no;
  }
  const isWhole = ({ damage }: Extracted) => options.damaged || damage.length === 0;
  const whole = extracts.filter(isWhole);
  // A container that is damaged may have had more in it.
  const missing = several && !options.damaged ? [...damageOfContainers([item]), ...below] : [];
  const answer = whole.length === extracts.length && missing.length === 0 ? EXIT.yes : EXIT.no;
  const warn = () => {
    for (const { code, message } of missing.slice(0, LISTED)) io.warn(`${path}${item.address}: ${message} [${code}]`);
    if (missing.length > 0) io.warn('images may be missing; with --damaged, this is not a failure');
    for (const { address, damage } of extracts.filter((one) => !isWhole(one)))
      io.warn(`${path}${address} is damaged; to write it anyway, give --damaged: ${damage[0]?.message}`);
  };
  if (folder !== undefined || options.json) {
    if (folder !== undefined)
      await writeInto(
        folder,
        whole.map(({ name, bytes }) => ({ path: name, data: () => bytes })),
        io.inputs,
      );
    if (options.json) printJson(io, extractDocument(extracts));
    else
      for (const { name, size, kind, address } of whole)
        io.print(`${name}  ${kind}, ${count(size, 'byte')}, from ${shellWord(path + address)}\n`);
    warn();
    return answer;
  }
  const [one] = extracts;
  if (!one || extracts.length > 1)
    throw new UsageError(
      `${count(extracts.length, 'item')} match: give one address, or --all FOLDER; available: ${listNames(extracts.map(labelOf))}`,
    );
  const [fault] = isWhole(one) ? [] : one.damage;
  if (fault) throw damagedInput(path, one.address, 'written', fault);
  io.write(one.bytes);
  return EXIT.yes;
}

function labelOf({ address, kind }: Extracted): string {
  return `${address === '' ? 'the file itself' : address} (${kind})`;
}

function filterOf({ kind, device }: OptionsOf<'extract'>, kernel: KernelChoice | undefined): ExtractFilter {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(device === undefined ? {} : { devices: devicesNamed(device) }),
    ...(kernel === undefined ? {} : { kernel: (name: string) => kernel.names.has(name) }),
  };
}
