// @ts-check
/** Whole commands: what a fresh process takes, from its start to its end. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What a process used and said.
 * @typedef {object} Used
 * @property {number} seconds of processor time: user and system, all threads
 * @property {number} megabytes the most memory that it had at once
 * @property {number} status exit code; negative: the number of the signal that ended it
 * @property {number} printed bytes on standard output
 * @property {string} stderr
 */

/** Only what starts a process is told by the system what that process used; Node is not. The limit of time ends what does not end. */
const HELPER = `
import json, os, resource, sys
limit, out, err, *command = sys.argv[1:]
pid = os.fork()
if pid == 0:
    try:
        for path, to in ((out, 1), (err, 2)): os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), to)
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 5))
        os.execvp(command[0], command)
    finally: os._exit(127)
_, status, used = os.wait4(pid, 0)
print(json.dumps({
    'seconds': used.ru_utime + used.ru_stime,
    'megabytes': used.ru_maxrss / (1048.576 * 1048.576 if sys.platform == 'darwin' else 1024),
    'status': -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status),
}))
`;

/** @param {readonly string[]} command */
const started = ([program = '', ...args]) => spawnSync(program, args, { stdio: 'ignore' });

/** The interpreter itself, without what chooses among several; undefined where there is none that can measure. */
const PYTHON = spawnSync('python3', ['-c', 'import os, resource, sys; os.wait4; print(sys.executable)'], {
  encoding: 'utf8',
}).stdout?.trim();

/** Whether commands can be measured on this machine. */
export const canMeasure = () => Boolean(PYTHON);

/** @param {string} command */
export const isHere = (command) => !started([command, '--help']).error;

/**
 * Runs a command. A file at `stdout`, if it is named, has what it printed.
 * @param {readonly string[]} command
 * @param {{ cwd?: string, most?: number, stdout?: string, env?: Record<string, string> }} [options] most: seconds of processor time
 * @returns {Used}
 */
export function measure(command, { cwd, most = 600, stdout, env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-run-'));
  try {
    const [out, err] = [stdout ?? join(folder, 'out'), join(folder, 'err')];
    const args = ['-I', '-S', '-c', HELPER, String(most), out, err, ...command];
    const child = spawnSync(PYTHON ?? '', args, { encoding: 'utf8', ...(cwd ? { cwd } : {}), env: { ...process.env, ...env } });
    if (child.status !== 0) throw new Error(`cannot measure ${command.join(' ')}: ${child.error?.message ?? child.stderr}`);
    return { ...JSON.parse(child.stdout), printed: statSync(out).size, stderr: readFileSync(err, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How a run of zebin ended, and whether that is an answer to the whole of its input. @param {Used} used @returns {{ ended: string, whole: boolean }} */
export function endOf({ status, stderr }) {
  if (status < 0) return { ended: `ended by signal ${-status}`, whole: false };
  const defect = /^.*is a defect of zebin.*$/m.exec(stderr)?.[0];
  if (defect !== undefined) return { ended: defect, whole: false };
  const limits = [...new Set([...stderr.matchAll(/\[(limit\/[\w-]+)\]/g)].map(([, code]) => code))];
  if (limits.length > 0) return { ended: limits.join(', '), whole: false };
  return { ended: status === 2 ? 'refused' : status === 1 ? 'answered: no' : 'answered', whole: status !== 2 };
}

/** @param {readonly number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
