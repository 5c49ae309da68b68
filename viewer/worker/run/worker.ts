/** Follows the script of the page's worker, in a worker of its own: it runs a kernel while the other answers. */
import { FormatError } from '../../../src/internal.ts';
import { type RunAnswer, type RunRequest, runHandlers } from './handlers.ts';

const handlers = runHandlers();

self.onmessage = async ({ data }: MessageEvent<RunRequest>) => {
  const { id, name, params } = data;
  let answer: RunAnswer;
  try {
    // The types of name and params were checked where the request is made.
    answer = { id, value: await (handlers[name] as (params: unknown) => unknown)(params) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    answer = { id, refusal: { message, ...(error instanceof FormatError ? { code: error.diagnostic.code } : {}) } };
  }
  self.postMessage(answer);
};
