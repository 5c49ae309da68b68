import { useEffect, useState } from 'preact/hooks';
import type { RunParams, RunRequestName, RunResultOf } from '../../../worker/run/handlers.ts';
import type { RunSession } from '../session.ts';

/** What the worker answers, asked again after each stop; undefined until the first answer. While the kernel runs, the last answer stays. */
export function useAsked<N extends RunRequestName>(of: RunSession, name: N, params: RunParams<N>): RunResultOf<N> | undefined {
  const [answer, setAnswer] = useState<RunResultOf<N>>();
  const { engine, running, debug } = of;
  useEffect(() => {
    if (running) return;
    let isCurrent = true;
    engine?.ask(name, params).then(
      (value) => {
        if (isCurrent) setAnswer(value);
      },
      // The engine was ended: the page says so.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [engine, running, debug?.view.number, name, JSON.stringify(params)]);
  return answer;
}
