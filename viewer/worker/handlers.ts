/**
 * What the page may request from the worker: one row for each request. Params and results are plain data; the types of both ends derive
 * from here. The rows of each page are in a file of their own.
 */
import { BYTES_HANDLERS } from './bytes.ts';
import { COMPARE_HANDLERS } from './compare.ts';
import { closeFile, type FileContent, openFile } from './files.ts';
import { KERNEL_HANDLERS } from './kernel.ts';
import { contentOf, OVERVIEW_HANDLERS } from './overview.ts';
import { SAMPLES_HANDLERS } from './samples.ts';

const HANDLERS = {
  /** Opens a file; what it is, and its first images. Kernels, findings and the rest are asked for when they are drawn. */
  open: ({ file, content }: { file: number; content: FileContent }) => {
    openFile(file, content);
    return contentOf({ file });
  },
  close: ({ file }: { file: number }) => closeFile(file),
  ...OVERVIEW_HANDLERS,
  ...SAMPLES_HANDLERS,
  ...KERNEL_HANDLERS,
  ...BYTES_HANDLERS,
  ...COMPARE_HANDLERS,
};

type Handlers = typeof HANDLERS;
export type RequestName = keyof Handlers;
export type Params<N extends RequestName> = Parameters<Handlers[N]>[0];
export type Result<N extends RequestName> = ReturnType<Handlers[N]>;

export interface Request {
  readonly id: number;
  readonly name: RequestName;
  readonly params: unknown;
}

/** What answers a request. */
export function handlerOf(name: RequestName): (params: unknown) => unknown {
  // The types of name and params were checked where the request is made.
  return HANDLERS[name] as (params: unknown) => unknown;
}

/** Why there is no value: the library's sentence, with the code and the bytes if the file is at fault. */
export interface Refusal {
  readonly message: string;
  readonly code?: string;
  readonly offset?: number;
  readonly end?: number;
  /** The bytes there in hexadecimal, with marks below. */
  readonly excerpt?: readonly string[];
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly refusal?: Refusal;
}
