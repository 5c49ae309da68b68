import { useEffect, useRef, useState } from 'preact/hooks';
import { afterPause } from '../client.ts';

/** Longer than between two changes of a held key, in milliseconds. */
const PAUSE = 100;

/** What follows a value that changes often, for what is slow to draw. */
interface Still<T> {
  readonly still: T | undefined;
  /** The value has changed, and may change again at once: it is followed when it has not for a moment. */
  follow(value: T): void;
  /** It is followed at once. */
  settle(value: T): void;
}

export function useStill<T>(): Still<T> {
  const [still, setStill] = useState<T>();
  const forget = useRef<() => void>(undefined);
  useEffect(() => () => forget.current?.(), []);
  const settle = (value: T): void => {
    forget.current?.();
    setStill(value);
  };
  const follow = (value: T): void => {
    forget.current?.();
    forget.current = afterPause(PAUSE, () => setStill(value));
  };
  return { still, follow, settle };
}
