/**
 * What the page may ask of the worker: one row a request. Params and results are plain data; the types of both ends derive from here.
 * The rows of each page are in a file of their own.
 */
import { infoDocument, lsDocument } from '../../src/index.ts';
import { BYTES_HANDLERS } from './bytes.ts';
import { COMPARE_HANDLERS } from './compare.ts';
import { closeFile, type FileContent, openFile } from './files.ts';
import { KERNEL_HANDLERS } from './kernel.ts';

export const HANDLERS = {
  open: ({ file, content }: { file: number; content: FileContent }) => {
    const item = openFile(file, content);
    return { format: item.kind, size: item.bytes.length, info: infoDocument(item), ls: lsDocument(item) };
  },
  close: ({ file }: { file: number }) => closeFile(file),
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

/** Why there is no value: the library's sentence, with the code and the bytes when the file is at fault. */
export interface Refusal {
  readonly message: string;
  readonly code?: string;
  readonly offset?: number;
  readonly end?: number;
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly refusal?: Refusal;
}
