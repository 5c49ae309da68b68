/** The kernel that is run, of the file that the user gave. */
import { chooseKernels, deviceNamed, kernelNames, type ProductConfig, type RunTarget, runTargets } from '../../src/internal.ts';
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

/** The one kernel that a name stands for. Throws `UsageError` that says what there is. */
export function targetOf(
  { path, item }: Pick<Opened, 'path' | 'item'>,
  pattern: string | undefined,
  device: ProductConfig | undefined,
  exact = false,
): RunTarget {
  const found = runTargets(item, { ...(exact ? { kernel: pattern } : { pattern }), device });
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
