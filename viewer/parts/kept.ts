/** How the user arranged the page: what stays as it is when another kernel or file is shown. */
import { signal } from '@preact/signals';

const kept = signal<ReadonlyMap<string, unknown>>(new Map());

/** As `useState`, but the value outlives the component; `undefined` until it is set. */
export function useKept<T>(name: string): readonly [value: T | undefined, set: (value: T) => void] {
  const set = (value: T) => {
    kept.value = new Map(kept.peek()).set(name, value);
  };
  return [kept.value.get(name) as T | undefined, set];
}
