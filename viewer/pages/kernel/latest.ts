import { useRef } from 'preact/hooks';
import type { Asked } from '../../client.ts';

/** The answer, or while it is on its way the one before it: what is typed in and focused stays where it is. */
export function useLatest<T>(answer: Asked<T>): Asked<T> {
  const last = useRef<Asked<T>>(answer);
  if (answer.state !== 'waiting') last.current = answer;
  return last.current;
}
