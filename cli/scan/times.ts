/** `--times`: files of profilers, read and joined with the rows of a scan. Loaded only for them. */
import { findDevice, type KernelTime, readTimes, TimesJoin, type TimesOf } from '../../src/internal.ts';
import { devicesNamed } from '../devices.ts';
import { readBytes } from '../input/input.ts';
import type { Io } from '../io.ts';
import { orUsageError } from '../refusal.ts';
import { listNames } from '../text.ts';
import { warnOfFindings } from '../warn-findings.ts';

/** GPUs of a file that are looked for by their names: no machine has more. */
const MOST_ADAPTERS = 256;

/** The files of `--times`: paths, each with a device before it if it is known. Throws `UsageError` for a file without times. */
export function timesJoin(given: readonly string[], io: Io): TimesJoin {
  return new TimesJoin(
    given.flatMap((word): TimesOf[] => {
      const [, device, named] = /^([^=/\\]+)=(.*)$/s.exec(word) ?? [];
      const kernels = kernelsIn(named ?? word, io);
      if (device !== undefined) return [{ kernels, devices: devicesNamed(device) }];
      return ofAdapters(kernels, word, io);
    }),
  );
}

function kernelsIn(path: string, io: Io): readonly KernelTime[] {
  const bytes = readBytes(path, io);
  const { value, diagnostics } = orUsageError(
    path,
    () => readTimes(bytes, { budget: io.budgets.open(bytes.length) }),
    ({ message, code }) => `${path}: ${message} [${code}]`,
  );
  warnOfFindings(diagnostics, path, io);
  return value.kernels;
}

/** Times of each GPU that the file names; of those that nothing is known of, and of no GPU, for any device. */
function ofAdapters(kernels: readonly KernelTime[], path: string, io: Io): TimesOf[] {
  const groups = new Map<string | undefined, KernelTime[]>();
  for (const kernel of kernels) {
    const known = groups.get(kernel.device);
    if (known) known.push(kernel);
    else groups.set(kernel.device, [kernel]);
  }
  const unknown: string[] = [];
  const times = [...groups].map(([adapter, group], i): TimesOf => {
    const devices = adapter === undefined || i >= MOST_ADAPTERS ? [] : findDevice(adapter);
    if (adapter !== undefined && devices.length === 0) unknown.push(adapter);
    return { kernels: group, devices: devices.length === 0 ? undefined : devices };
  });
  if (unknown.length > 0) io.warn(`${path}: times of unknown devices are those of kernels for any device: ${listNames(unknown)}`);
  return times;
}

/** What was not joined, or not for certain. */
export function warnOfTimes({ unsure: { missing, several } }: TimesJoin, io: Io): void {
  if (missing.length > 0) io.warn(`--times: kernels that are in no file: ${listNames(missing)}`);
  if (several.length > 0)
    io.warn(`--times: kernels whose times several rows have: ${listNames(several)}; name the device that ran (bmg=FILE)`);
}
