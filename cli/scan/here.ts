/** Does the jobs of a scan in this thread, where starting another one would take longer. */
import { refusal } from '../refusal.ts';
import { JOBS } from './jobs.ts';
import { stoppedBy, type Workers } from './pool.ts';

export const HERE: Workers = {
  async do(job, input) {
    try {
      return (JOBS[job] as (input: unknown) => never)(input);
    } catch (error) {
      throw stoppedBy(refusal(error));
    }
  },

  async *inOrder(job, inputs) {
    for await (const input of inputs) yield await HERE.do(job, input);
  },
};
