import { useRef } from 'preact/hooks';
import type { Asked } from '../../client.ts';

/** The answer or, until it arrives, the previous one: so typed text and the focus stay. */
export function useLatest<T>(answer: Asked<T>): Asked<T> {
  const last = useRef<Asked<T>>(answer);
  if (answer.state !== 'waiting') last.current = answer;
  return last.current;
}
