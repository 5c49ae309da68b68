import { useEffect, useRef, useState } from 'preact/hooks';

/** Between two changes of a value that follow each other as those of a held key, in milliseconds. */
const PAUSE = 200;

/** A value that changes often: its first change, and of changes that follow each other quickly the last. For what is slow to draw. */
export function useStill<T>(value: T): T {
  const [still, setStill] = useState(value);
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (value === still) return;
    const isQuick = performance.now() - last.current < PAUSE;
    last.current = performance.now();
    if (!isQuick) return setStill(value);
    const timer = setTimeout(() => setStill(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return still;
}
