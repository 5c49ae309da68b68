/** A file of cases, each of which is run with every binary that has its kernel. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type Case,
  isForDevice,
  type Launched,
  type ProductConfig,
  Programs,
  type RunCase,
  type RunTarget,
  targetsByName,
  unrunCase,
} from '../../src/internal.ts';
import { timeOver } from '../budget.ts';
import type { Opened } from '../input/input.ts';
import type { Io } from '../io.ts';
import { type Runs, runOf } from '../launch/runs.ts';
import { listNames } from '../text.ts';
import { visible } from '../visible.ts';
import { compile, sourceKey } from './compile.ts';
import { type Binary, type Cases, type Kernels, listed } from './find.ts';

/** A device by the name that the user gave. */
export interface NamedDevice {
  readonly name: string;
  readonly config: ProductConfig;
}

/** How files of cases are run. */
export interface Suite {
  readonly runs: Runs;
  readonly kernels: Kernels;
  /** Empty for all images. */
  readonly devices: readonly NamedDevice[];
  readonly command: string | undefined;
  /** Where the command puts binaries. */
  readonly folder: string;
  readonly io: Io;
}

/** What is said of a case, and what it left if it was run. */
export type Put = (one: Case, done: RunCase, left?: Launched) => void;

/** Cases that have the same binaries. */
interface Batch {
  readonly cases: readonly Case[];
  readonly devices: readonly (NamedDevice | undefined)[];
  readonly binaries: readonly Binary[];
  readonly isCompiled: boolean;
}

/** Runs the cases, and puts each answer. Once the run is over because of a signal or its time, the answer is that. */
export async function runFile(file: Cases, cases: readonly Case[], suite: Suite, put: Put): Promise<void> {
  let why = suite.runs.interruption.noticed ? 'interrupted' : undefined;
  try {
    if (why === undefined && !(await ranAll(file, cases, suite, put))) why = 'interrupted';
  } catch (error) {
    const over = timeOver(error);
    if (!over) throw error;
    why = over.message;
  }
  if (why === undefined) return;
  for (const one of cases)
    put(one, unrunCase({ name: one.name, kernel: one.kernel }, 'limit', `not run with every binary: ${why}`, 'run/limit'));
}

/** False if a signal ended it. */
async function ranAll(file: Cases, cases: readonly Case[], suite: Suite, put: Put): Promise<boolean> {
  const { command, devices } = suite;
  const chosen = devices.length === 0 ? [undefined] : devices;
  const bySource = new Map<string | undefined, Case[]>();
  for (const one of cases) {
    const key = command === undefined ? undefined : sourceKey(one);
    const some = bySource.get(key);
    if (some) some.push(one);
    else bySource.set(key, [one]);
  }
  for (const [key, some] of bySource) {
    if (key === undefined) {
      const binaries = file.beside.map((path) => ({ path, name: path }));
      if (!(await ranBatch({ cases: some, devices: chosen, binaries, isCompiled: false }, suite, put))) return false;
      continue;
    }
    for (const device of chosen) {
      const binaries = await compiled(file, some, device, suite, put);
      if (suite.runs.interruption.noticed) return false;
      if (binaries && !(await ranBatch({ cases: some, devices: [device], binaries, isCompiled: true }, suite, put))) return false;
    }
  }
  return true;
}

/** What the command made of the source of some cases. If it failed, that is their answer. */
async function compiled(
  { path }: Cases,
  cases: readonly Case[],
  device: NamedDevice | undefined,
  { command = '', folder, runs, io }: Suite,
  put: Put,
): Promise<readonly Binary[] | undefined> {
  const { source = '', options = '' } = cases[0] ?? {};
  const name = device?.name ?? '';
  io.standard.progress?.(`compiling ${visible(source)}${name === '' ? '' : ` for ${name}`}`);
  const place = mkdtempSync(join(folder, 'compiled-'));
  const failure = compile(command, { path, source, options, device: name }, place, io.budgets);
  // A signal that came meanwhile arrives now.
  await setImmediate();
  if (runs.interruption.noticed) return undefined;
  if (failure === undefined) return listed(place).paths.map((one) => ({ path: one, name: join(name, one.slice(place.length + 1)) }));
  const why = `${name === '' ? '' : `${name}: `}${failure}`;
  for (const one of cases) put(one, unrunCase({ name: one.name, kernel: one.kernel }, 'invalid', why));
  return undefined;
}

/** False if a signal ended it. */
async function ranBatch({ cases, devices, binaries, isCompiled }: Batch, { kernels, runs: all, io }: Suite, put: Put): Promise<boolean> {
  const met = new Set<string>();
  const elsewhere = new Map<Case, Set<string>>();
  const keyOf = (one: Case, device: NamedDevice | undefined): string => JSON.stringify([one.name, device?.name]);
  for (const binary of binaries) {
    // Without waiting: thousands of files of cases may be beside thousands of binaries.
    const names = kernels.known(binary) ?? (await kernels.of(binary));
    if (names.size === 0) continue;
    const own = cases.filter((one) => names.has(one.kernel));
    if (own.length === 0) continue;
    const { name } = binary;
    const opened = await kernels.open(binary);
    if (!opened) continue;
    const runs: Runs = { ...all, programs: new Programs() };
    const found = new Found(opened, new Set(own.map((one) => one.kernel)));
    for (const one of own) {
      const ran = new Set<string>();
      for (const device of devices) {
        const { targets, others } = targetsOf(one, found, device);
        elsewhere.set(one, new Set([...(elsewhere.get(one) ?? []), ...others]));
        for (const target of targets) {
          met.add(keyOf(one, device));
          // An image may be for several of the devices.
          const image = `${target.address} ${target.zebin.target.names[0]}`;
          if (ran.has(image)) continue;
          ran.add(image);
          let left: Launched | undefined;
          const done = await runOf(target, one, opened.budget, runs, (launched) => {
            left = launched;
          });
          put(one, { ...done, file: name }, left);
          if (runs.interruption.noticed) return false;
        }
      }
    }
  }
  for (const one of cases)
    for (const device of devices) {
      if (met.has(keyOf(one, device))) continue;
      if (device && isOfOthers(one, device)) io.warn(`${one.name}: left out, because it is for ${listNames(one.devices ?? [])}`);
      else {
        const message = noneText(one, device, isCompiled, [...(elsewhere.get(one) ?? [])]);
        put(one, unrunCase({ name: one.name, kernel: one.kernel }, 'invalid', message, 'command/no-match'));
      }
    }
  return true;
}

/** Kernels of a file for devices: its images are opened once for all cases of a device. */
class Found {
  private readonly opened: Opened;
  private readonly kernels: ReadonlySet<string>;
  private readonly byDevice = new Map<ProductConfig | undefined, ReturnType<typeof targetsByName>>();

  constructor(opened: Opened, kernels: ReadonlySet<string>) {
    this.opened = opened;
    this.kernels = kernels;
  }

  of(kernel: string, device: ProductConfig | undefined): readonly RunTarget[] {
    const found = this.byDevice.get(device) ?? targetsByName(this.opened.item, { kernels: this.kernels, device });
    this.byDevice.set(device, found);
    return found.get(kernel) ?? [];
  }
}

/** The images of a file that a case is for, and the devices of others with the kernel. */
function targetsOf(
  { kernel, devices }: Case,
  kernels: Found,
  device: NamedDevice | undefined,
): { readonly targets: readonly RunTarget[]; readonly others: readonly string[] } {
  const namesOf = ({ zebin }: RunTarget): readonly string[] => zebin.target.names;
  const found = kernels.of(kernel, device?.config);
  const targets = devices ? found.filter((one) => isForDevice(devices, namesOf(one), device?.name)) : found;
  const others = targets.length > 0 ? [] : kernels.of(kernel, undefined).map((one) => namesOf(one)[0] ?? 'no device named');
  return { targets, others };
}

/** Whether a case is for other devices than the one that the user chose. */
function isOfOthers({ devices }: Case, { name, config }: NamedDevice): boolean {
  return devices !== undefined && !isForDevice(devices, [config.name, ...config.acronyms], name);
}

function noneText({ kernel, devices }: Case, device: NamedDevice | undefined, isCompiled: boolean, others: readonly string[]): string {
  const binary = isCompiled ? 'no binary that --compile made' : 'no binary beside the file';
  const wanted = device?.name ?? (devices === undefined ? '' : listNames(devices));
  if (others.length === 0) return `${binary} has the kernel ${kernel}`;
  return `${binary} has the kernel ${kernel} for ${wanted}; it is there for ${listNames(others)}`;
}
