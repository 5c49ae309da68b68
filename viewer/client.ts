/** The page's side of the worker: numbered questions, and hooks that forget answers which come too late. */
import { useEffect, useState } from 'preact/hooks';
import type { Answer, Params, Refusal, Request, RequestName, Result } from './worker/handlers.ts';
import Worker from './worker/worker.ts?worker&inline';

const worker = new Worker();
const waiting = new Map<number, { resolve(value: unknown): void; reject(refusal: Refusal): void }>();
let asked = 0;

worker.onmessage = ({ data: { id, value, refusal } }: MessageEvent<Answer>) => {
  const question = waiting.get(id);
  waiting.delete(id);
  if (refusal) question?.reject(refusal);
  else question?.resolve(value);
};

/** Asks the worker; the promise is rejected with a {@link Refusal}. */
export function ask<N extends RequestName>(name: N, params: Params<N>): Promise<Result<N>> {
  const request: Request = { id: asked++, name, params };
  return new Promise((resolve, reject) => {
    waiting.set(request.id, { resolve: resolve as (value: unknown) => void, reject });
    worker.postMessage(request);
  });
}

export type Asked<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'here'; readonly value: T }
  | { readonly state: 'refused'; readonly refusal: Refusal };

/** The answer to a question, asked again when its params change. An answer to older params is dropped. */
export function useAnswer<N extends RequestName>(name: N, params: Params<N>): Asked<Result<N>> {
  const [answer, setAnswer] = useState<Asked<Result<N>> & { key?: string }>({ state: 'waiting' });
  const key = JSON.stringify(params);
  useEffect(() => {
    let current = true;
    ask(name, params).then(
      (value) => current && setAnswer({ state: 'here', value, key }),
      (refusal: Refusal) => current && setAnswer({ state: 'refused', refusal, key }),
    );
    return () => {
      current = false;
    };
  }, [name, key]);
  return answer.key === key ? answer : { state: 'waiting' };
}
