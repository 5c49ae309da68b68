import type { Zebin, ZebinKernel } from '../formats/zebin/index.ts';
import type { Launch, Launched } from './model.ts';

/** Runs a kernel. */
export function launch(_zebin: Zebin, _kernel: ZebinKernel, _launch: Launch): Launched {
  throw new Error('not written yet');
}
