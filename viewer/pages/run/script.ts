/** The script that runs kernels: where the page is served, or in the page of an editor. Others do not have it. */
import { pageData } from '../../served.ts';

const element = document.getElementById('run');

/** Whether the page can run kernels: one that was opened from a disk cannot. */
export const canRun = pageData.run !== undefined || element !== null;

/** The script that runs kernels, which follows that of the worker. */
export async function runScript(): Promise<string> {
  if (pageData.run === undefined) return element?.textContent ?? '';
  const answer = await fetch(pageData.run);
  if (!answer.ok) throw new Error('what runs kernels cannot be read any more: was `zebin view` ended?');
  return answer.text();
}
