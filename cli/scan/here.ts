/** Does the jobs of a scan in this thread, where starting another one would take longer. */
import { refusal } from '../refusal.ts';
import { JOBS, type Jobs } from './jobs.ts';
import { stoppedBy, type Workers } from './pool.ts';

export const HERE: Workers = {
  async do(job, input) {
    const [output] = outputsOf(job, input);
    return output as NonNullable<typeof output>;
  },

  async *inOrder(job, inputs) {
    for await (const input of inputs) yield* outputsOf(job, input);
  },
};

function* outputsOf<J extends keyof Jobs>(job: J, input: Parameters<Jobs[J]>[0]): Generator<ReturnType<Jobs[J]>> {
  try {
    yield* JOBS[job](input);
  } catch (error) {
    throw stoppedBy(refusal(error));
  }
}
