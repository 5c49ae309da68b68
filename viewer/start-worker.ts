/** Starts workers from the text of their script: a page that was opened from a disk may not start them from a file. */
import workerText from 'virtual:worker';

/** @param more what follows the script of the worker, and may use it */
export function startWorker(more = ''): Worker {
  const url = URL.createObjectURL(new Blob([workerText, more], { type: 'text/javascript' }));
  const worker = new Worker(url);
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return worker;
}
