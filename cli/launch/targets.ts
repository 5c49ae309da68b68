/** The kernel that is run, of the file that the user gave. */
import {
  chooseKernels,
  deviceNamed,
  kernelNames,
  type ProductConfig,
  type RunTarget,
  runTargets,
  targetsByName,
} from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import { type Opened, openWhole } from '../input/input.ts';
import type { Io } from '../io.ts';
import { inputName } from '../refusal.ts';
import { listNames, visible } from '../text.ts';

/** The device of `--device`. Throws `UsageError` for one that is unknown. */
export function deviceOption(name: string | undefined): ProductConfig | undefined {
  if (name === undefined) return undefined;
  const { device, why } = deviceNamed(name);
  if (device) return device;
  throw new UsageError(why);
}

/** Opens the file; with `--raw` it is code alone, of which a zebin is made. */
export async function openToRun(
  file: string,
  { raw, as, device }: { raw: boolean; as: string | undefined; device: string | undefined },
  io: Io,
): Promise<Opened> {
  if (!raw) return openWhole(file, { as }, io);
  const target = deviceOption(device);
  if (!target) throw new UsageError('--raw needs --device: code does not name its device');
  const { openCode } = await import('./raw.ts');
  return openCode(file, target, io);
}

/** Kernels of a file, by their whole names: each of its images is opened once for all of them. */
export class Targets {
  private readonly opened: OpenedItem;
  private readonly device: ProductConfig | undefined;
  private readonly found: ReadonlyMap<string, readonly RunTarget[]>;

  constructor(opened: OpenedItem, kernels: ReadonlySet<string>, device: ProductConfig | undefined) {
    this.opened = opened;
    this.device = device;
    this.found = targetsByName(opened.item, { kernels, device });
  }

  /** The one kernel of a name. Throws `UsageError` that says what there is. */
  of(kernel: string): RunTarget {
    return oneOf(this.found.get(kernel) ?? [], this.opened, kernel, this.device, true);
  }
}

type OpenedItem = Pick<Opened, 'path' | 'item'>;

/** The one kernel that a name stands for. Throws `UsageError` that says what there is. */
export function targetOf(opened: OpenedItem, pattern: string | undefined, device: ProductConfig | undefined, exact = false): RunTarget {
  const found = runTargets(opened.item, { ...(exact ? { kernel: pattern } : { pattern }), device });
  return oneOf(found, opened, pattern, device, exact);
}

function oneOf(
  found: readonly RunTarget[],
  { path, item }: OpenedItem,
  pattern: string | undefined,
  device: ProductConfig | undefined,
  exact: boolean,
): RunTarget {
  const [first, ...others] = found;
  if (first && others.length === 0) return first;
  const where = `${inputName(path)}${item.address}`;
  const noMatch = { code: 'command/no-match', file: path } as const;
  if (!first) {
    const names = kernelNames(item);
    if (names.length === 0) throw new UsageError(`${where} has no kernels`, noMatch);
    const any = device && runTargets(item, exact ? { kernel: pattern } : { pattern });
    if (any && any.length > 0)
      throw new UsageError(
        `no image of ${where} runs on ${device.name}; there ${any.length === 1 ? 'is one' : 'are some'} for ${targetNames(any)}`,
        noMatch,
      );
    const why = exact ? `${where} has no kernel ${pattern}; available: ${listNames(names)}` : chooseKernels(pattern ?? '', names).why;
    throw new UsageError(why ?? `${where} has no kernel ${pattern}`, noMatch);
  }
  const names = new Set(found.map(({ kernel }) => kernel.name));
  if (names.size > 1) throw new UsageError(`name one of the kernels: ${listNames([...names])}`, noMatch);
  const places = found.map((one) => `${path}${one.address} (${one.zebin.target.names[0] ?? 'no device named'})`);
  throw new UsageError(
    `${visible(first.kernel.name)} is in ${found.length} images: name the device with --device, or give one of ${listNames(places)}`,
    noMatch,
  );
}

const targetNames = (targets: readonly RunTarget[]): string =>
  listNames([...new Set(targets.map(({ zebin }) => zebin.target.names[0] ?? 'no device named'))]);
