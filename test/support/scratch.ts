/**
 * A folder for the temporary files of a run, which is gone after it, whatever a test or a program that it started left there. Given to vitest
 * as `globalSetup`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function scratch(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-tests-'));
  for (const name of ['TMPDIR', 'TEMP', 'TMP', 'XDG_CACHE_HOME']) process.env[name] = folder;
  // A browser may still write when the process that it belongs to has ended.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
