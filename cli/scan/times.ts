/** `--times`: files of profilers, read and joined with the rows of a scan. Loaded only for them. */
import { findDevice, type KernelTime, type ProductConfig, readTimes, TimesJoin, type TimesOf } from '../../src/internal.ts';
import { budgetOf } from '../budget.ts';
import { devicesNamed } from '../devices.ts';
import { readBytes } from '../input/input.ts';
import type { Io } from '../io.ts';
import { orUsageError } from '../refusal.ts';
import { listNames, visible } from '../text.ts';

/** Unreadable rows that are reported one by one. */
const NAMED = 3;

/** The files of `--times`: paths, each with a device before it if it is known. Throws `UsageError` for a file without times. */
export function timesJoin(given: readonly string[], io: Io): TimesJoin {
  return new TimesJoin(
    given.flatMap((word): TimesOf[] => {
      const [, device, named] = /^([^=/\\]+)=(.*)$/s.exec(word) ?? [];
      const kernels = kernelsIn(named ?? word, io);
      if (device !== undefined) return [{ kernels, devices: devicesNamed(device) }];
      const adapters = new Set(kernels.map((kernel) => kernel.device));
      return [...adapters].map((adapter) => ({
        kernels: kernels.filter((kernel) => kernel.device === adapter),
        devices: adapter === undefined ? undefined : devicesOf(adapter, word, io),
      }));
    }),
  );
}

function kernelsIn(path: string, io: Io): readonly KernelTime[] {
  const bytes = readBytes(path, io);
  const { value, diagnostics } = orUsageError(
    path,
    () => readTimes(bytes, { budget: budgetOf(bytes.length) }),
    ({ message, code }) => `${path}: ${message} [${code}]`,
  );
  for (const { message, code, span } of diagnostics.slice(0, NAMED)) io.warn(`${path}: at byte ${span.start}: ${message} [${code}]`);
  if (diagnostics.length > NAMED) io.warn(`${path}: ${diagnostics.length - NAMED} more rows cannot be read`);
  return value.kernels;
}

function devicesOf(adapter: string, path: string, io: Io): readonly ProductConfig[] | undefined {
  const devices = findDevice(adapter);
  if (devices.length > 0) return devices;
  io.warn(`${path}: no device is named ${visible(adapter)}: its times are those of kernels for any device`);
  return undefined;
}

/** What was not joined, or not for certain. */
export function warnOfTimes({ unsure: { missing, several } }: TimesJoin, io: Io): void {
  if (missing.length > 0) io.warn(`--times: kernels that are in no file: ${listNames(missing)}`);
  if (several.length > 0)
    io.warn(`--times: kernels whose times several rows have: ${listNames(several)}; name the device that ran (bmg=FILE)`);
}
