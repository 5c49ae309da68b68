/** Sessions of the debugger for tests: kernels of fixtures with their cases. */
import { inspect, launchOf, newSession, type RunTarget, readCases, runTargets, Session } from '../../../src/internal.ts';
import { fixture } from '../../support/corpus.ts';

const CASES = readCases(fixture('debug/cases.json').bytes()).value.cases;

/** A session of a kernel of `debug/`, at its first instruction. */
export function sessionOf(file: string, name: string, changed: { readonly times?: number } = {}): Session {
  const one = CASES.find((found) => found.name === name);
  const [target] = runTargets(inspect(fixture(`debug/${file}.zebin`).bytes()).value, { kernel: one?.kernel }) as [RunTarget];
  if (one === undefined) throw new Error(name);
  const session = newSession(target.zebin, target.kernel, { ...launchOf(one), ...changed });
  if (!(session instanceof Session)) throw new Error(session.stop.message);
  return session;
}

/** All of a state that a debugger shows: threads, registers, memory. */
export function stateOf(session: Session): string {
  const { threads, memory, local, progress } = session.machine.snapshot();
  const hash = (bytes: Uint8Array): number => bytes.reduce((sum, byte, i) => (sum * 31 + byte * (i + 1)) | 0, 7);
  return JSON.stringify([
    progress,
    hash(local),
    memory.map((pages) => pages.map(hash)),
    threads.map(({ bytes, numbers, parked }) => [hash(bytes), numbers, [...parked]]),
  ]);
}
