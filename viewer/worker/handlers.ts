/**
 * What the page may request from the worker: one row for each request. Params and results are plain data; the types of both ends derive
 * from here. The rows of each page are in a file of their own.
 */
import { addPiece, closeFile, type FileContent, openFile } from './files.ts';
import type { LATER_HANDLERS } from './later.ts';
import { contentOf, OVERVIEW_HANDLERS } from './overview.ts';
import { SAMPLES_HANDLERS } from './samples.ts';

const FIRST_HANDLERS = {
  /** Opens a file; what it is, and its first images. Kernels, findings and the rest are asked for when they are drawn. */
  open: ({ file, content }: { file: number; content: FileContent }) => {
    openFile(file, content);
    return contentOf({ file });
  },
  /** The next piece of a file that is in the page, in base64; then it is opened as `pieces`. */
  piece: ({ file, base64 }: { file: number; base64: string }) => addPiece(file, base64),
  close: ({ file }: { file: number }) => closeFile(file),
  ...OVERVIEW_HANDLERS,
  ...SAMPLES_HANDLERS,
};

type Handlers = typeof FIRST_HANDLERS & typeof LATER_HANDLERS;
export type RequestName = keyof Handlers;
export type Params<N extends RequestName> = Parameters<Handlers[N]>[0];
export type Result<N extends RequestName> = ReturnType<Handlers[N]>;

export interface Request {
  readonly id: number;
  readonly name: RequestName;
  readonly params: unknown;
}

/** Answers a request. Code that the first screen does not need, such as decoders, is loaded with the first request that needs it. */
export async function handlerOf(name: RequestName): Promise<(params: unknown) => unknown> {
  const handlers = name in FIRST_HANDLERS ? FIRST_HANDLERS : (await import('./later.ts')).LATER_HANDLERS;
  // The types of name and params were checked where the request is made.
  return (handlers as Record<RequestName, unknown>)[name] as (params: unknown) => unknown;
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
