/** The page's side of the worker: numbered questions, and hooks that forget answers which come too late. */
import { useEffect, useState } from 'preact/hooks';
import { startWorker } from './start-worker.ts';
import type { Answer, Params, Refusal, Request, RequestName, Result } from './worker/handlers.ts';

const worker = startWorker();
const waiting = new Map<number, { resolve(value: unknown): void; reject(refusal: Refusal): void }>();
let requests = 0;
let stopped: Refusal | undefined;
const queue: Request[] = [];
let busy = false;

/** Slow requests that are not visible at first: sent only when no others are waiting. */
const LATE: readonly RequestName[] = ['size', 'findings', 'properties'];

/** Sends the worker one question at a time, so that questions that are no longer needed can be dropped. */
function sendNext(): void {
  if (busy || stopped) return;
  const first = queue.findIndex(({ name }) => !LATE.includes(name));
  const [next] = queue.splice(Math.max(first, 0), 1);
  if (!next) return;
  busy = true;
  worker.postMessage(next);
}

/** How many answers are outstanding, and what is done after a pause: `aria-busy` of the page, and what tests wait for. */
function showWaiting(): void {
  document.documentElement.dataset.waiting = String(waiting.size);
}
showWaiting();

/** Does something after a pause, in milliseconds, unless the returned function is called before: the page is busy until then. */
export function afterPause(pause: number, run: () => void): () => void {
  const id = requests++;
  const end = (): void => {
    clearTimeout(timer);
    waiting.delete(id);
    // After the effects of what was done, which may send requests.
    setTimeout(showWaiting);
  };
  const timer = setTimeout(() => {
    run();
    end();
  }, pause);
  waiting.set(id, { resolve() {}, reject() {} });
  showWaiting();
  return end;
}

worker.onmessage = ({ data: { id, value, refusal } }: MessageEvent<Answer>) => {
  const question = waiting.get(id);
  waiting.delete(id);
  busy = false;
  sendNext();
  // After the effects of the answer, which may send further requests.
  setTimeout(showWaiting);
  if (refusal) question?.reject(refusal);
  else question?.resolve(value);
};

/** A worker that cannot run, or ran out of memory, answers nothing any more. */
worker.onerror = (event) => {
  stopped = { message: `the reader stopped: ${event.message || 'it cannot be started here'}` };
  for (const { reject } of waiting.values()) reject(stopped);
  waiting.clear();
  queue.length = 0;
  showWaiting();
};

interface Question<N extends RequestName> {
  /** Rejected with a {@link Refusal}. */
  readonly answer: Promise<Result<N>>;
  /** The answer is no longer needed. */
  forget(): void;
}

function question<N extends RequestName>(name: N, params: Params<N>): Question<N> {
  const request: Request = { id: requests++, name, params };
  const answer = new Promise<Result<N>>((resolve, reject) => {
    if (stopped) return reject(stopped);
    waiting.set(request.id, { resolve: resolve as (value: unknown) => void, reject });
    showWaiting();
    queue.push(request);
    // After all components of one rendering have sent their requests.
    queueMicrotask(sendNext);
  });
  const forget = () => {
    const at = queue.indexOf(request);
    if (at < 0) return;
    queue.splice(at, 1);
    waiting.delete(request.id);
    showWaiting();
  };
  return { answer, forget };
}

/** Asks the worker; the promise is rejected with a {@link Refusal}. */
export function ask<N extends RequestName>(name: N, params: Params<N>): Promise<Result<N>> {
  return question(name, params).answer;
}

export type Asked<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'here'; readonly value: T }
  | { readonly state: 'refused'; readonly refusal: Refusal };

/** The answer to a request, which is sent again when its params change. Answers to older params are dropped. */
export function useAnswer<N extends RequestName>(name: N, params: Params<N>): Asked<Result<N>> {
  const [answer, setAnswer] = useState<Asked<Result<N>> & { key?: string }>({ state: 'waiting' });
  const key = JSON.stringify(params);
  useEffect(() => {
    let current = true;
    const { answer: asking, forget } = question(name, params);
    asking.then(
      (value) => current && setAnswer({ state: 'here', value, key }),
      (refusal: Refusal) => current && setAnswer({ state: 'refused', refusal, key }),
    );
    return () => {
      current = false;
      forget();
    };
  }, [name, key]);
  return answer.key === key ? answer : { state: 'waiting' };
}
