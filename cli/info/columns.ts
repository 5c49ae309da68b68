/** `--columns`: columns of code, which are computed on request. Loaded only for them, because they need the decoder. */
import { ASKED_NAMES, askedColumns, type Budget, type CodeColumns, codeColumns, type KernelInfo } from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { kernelColumns } from '../resources.ts';

/** The names given to `--columns`, checked; none without it. Throws `UsageError` for an unknown name. */
export function columnsOf({ columns }: { readonly columns?: string | undefined }): readonly string[] {
  if (columns === undefined) return [];
  const names = columns.split(',');
  try {
    askedColumns(names);
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`--columns: ${error.message}`) : error;
  }
  return names;
}

/** The columns of `info`: those that were requested, and those that limits need. */
export function infoColumns(options: Parameters<typeof columnsOf>[0], limits: readonly string[], budget: Budget): CodeColumns | undefined {
  const names = [...columnsOf(options), ...limits.filter((name) => ASKED_NAMES.includes(name))];
  return names.length === 0 ? undefined : codeColumns(names, budget);
}

/** The table of the columns that kernels have. */
export function codeText(kernels: readonly KernelInfo[], io: Io): string {
  const columns = askedColumns(Object.keys(kernels[0]?.code ?? {})).map(({ name, title }) => ({
    title: title.split(' '),
    text: ({ code }: KernelInfo) => String(code?.[name] ?? '-'),
  }));
  return columns.length === 0 ? '' : `\n${kernelColumns(kernels, io, columns)}`;
}
