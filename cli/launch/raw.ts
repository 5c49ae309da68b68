/** Code that is in no container, as a file with one kernel: apart, because few runs build one. */
import { buildZebin, inspectZebin, type ProductConfig } from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import { type Opened, readBinary } from '../input/input.ts';
import type { Io } from '../io.ts';
import { inputName, orUsageError } from '../refusal.ts';

/** Lanes of a hardware thread, and the name of the kernel. */
const LANES = 16;
const NAME = 'code';

export function openCode(file: string, device: ProductConfig, io: Io): Opened {
  const code = readBinary(file, io);
  const budget = io.budgets.open(code.length);
  return orUsageError(
    file,
    () => {
      const { value, diagnostics } = buildZebin({ device: device.ip, kernels: [{ name: NAME, code, env: { simd_size: LANES } }] });
      const item = value && inspectZebin(value, budget)?.value;
      if (!item) throw new UsageError(`${inputName(file)}: ${diagnostics[0]?.message ?? 'there is no code'}`, { file });
      return { path: file, root: item, item, budget };
    },
    ({ message }) => `${inputName(file)}: ${message}`,
    (error) => (error instanceof UsageError ? error.message : undefined),
  );
}
