import { useEffect, useRef, useState } from 'preact/hooks';

/** Between two changes that follow each other as quickly as those of a held key, in milliseconds. */
const PAUSE = 200;

/** What follows a value that changes often, for what is slow to draw. */
interface Still<T> {
  readonly still: T | undefined;
  /** The value has changed: it is followed at once, or after the last of changes that come quickly one after another. */
  follow(value: T): void;
  /** It is followed at once. */
  settle(value: T): void;
}

export function useStill<T>(): Still<T> {
  const [still, setStill] = useState<T>();
  const changed = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = (value: T): void => {
    clearTimeout(timer.current);
    setStill(value);
  };
  const follow = (value: T): void => {
    const isQuick = performance.now() - changed.current < PAUSE;
    changed.current = performance.now();
    clearTimeout(timer.current);
    if (isQuick) timer.current = setTimeout(() => setStill(value), PAUSE);
    else setStill(value);
  };
  return { still, follow, settle };
}
