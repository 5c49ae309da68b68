/** The worker of a debug session: the adapter of `zebin debug --dap` with a session of its own. */
import { Adapter, type Launching } from '../../../../cli/debug/dap/adapter.ts';
import {
  type Case,
  defaultOf,
  defaultText,
  FormatError,
  inspect,
  launchSizes,
  newSession,
  prepareRun,
  type RunTarget,
  readCases,
  runTargets,
  Session,
  signatureOf,
} from '../../../../src/internal.ts';
import type { DebugLaunch, ToDebugger } from './messages.ts';
import { basename } from './node.ts';

/** A fault of what the session was begun with, as a sentence. */
class LaunchError extends Error {}

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
// Between slices of a run messages arrive.
Object.assign(globalThis, { setImmediate: (then: () => void) => setTimeout(then) });

function targetOf({ program, kernel }: DebugLaunch): RunTarget {
  const found = runTargets(inspect(program).value, kernel === undefined ? {} : { kernel });
  const [target] = found;
  if (target === undefined) throw new LaunchError(kernel === undefined ? 'there is no kernel in it' : `there is no kernel ${kernel}`);
  return target;
}

/** The case of the file; or one of values that are said, as the command has it. */
function caseOf({ cases, only }: DebugLaunch, { zebin, kernel }: RunTarget, print: (text: string) => void): Case {
  if (cases !== undefined) {
    const all = readCases(cases).value.cases.filter((one) => one.kernel === kernel.name);
    const one = all.find(({ name }) => only === undefined || name === only);
    if (one === undefined) throw new LaunchError(`the file has no case ${only ?? `of ${kernel.name}`}`);
    return one;
  }
  const parameters = signatureOf(zebin, kernel);
  const { global, local, offset, defaults } = launchSizes({}, kernel.zeInfo.execution_env ?? {});
  const args = parameters.map((one) => defaultOf(one));
  const used = parameters.filter(({ isUsed }) => isUsed);
  for (const text of [...defaults, ...used.map((one) => defaultText(one, args[one.index]))]) print(`${text}\n`);
  return { name: '', kernel: kernel.name, global, local, offset, args, outputs: [], launches: 1, path: '' };
}

function begun(launch: DebugLaunch, given: unknown, print: (text: string) => void): Launching {
  const target = targetOf(launch);
  const prepared = prepareRun(target, caseOf(launch, target, print));
  if ('result' in prepared) throw new LaunchError(prepared.message ?? prepared.result);
  const session = newSession(target.zebin, target.kernel, prepared.launch);
  if (!(session instanceof Session)) throw new LaunchError(`${session.stop.reason}: ${session.stop.message}`);
  const sourceOf = (file: string) => launch.sources.find(({ name }) => name === basename(file));
  const linesIn = (file: string) => sourceOf(file)?.text.split(/\r?\n/) ?? [];
  const sources = {
    line: ({ file, line }: { file: string; line: number }) => linesIn(file)[line - 1]?.trim(),
    linesIn,
    path: (file: string) => sourceOf(file)?.uri,
  };
  const { stopOnEntry, stopAtEnd } = given as Partial<Launching>;
  return {
    context: { session, sources, interruption, print },
    stopOnEntry: stopOnEntry === true,
    stopAtEnd: stopAtEnd === true,
  };
}

const interruption = { noticed: false };
let adapter: Adapter | undefined;

scope.onmessage = ({ data }: MessageEvent<ToDebugger>) => {
  if (data.kind === 'message') {
    adapter?.handleMessage(data.message as Parameters<Adapter['handleMessage']>[0]);
    return;
  }
  const sentence = (error: unknown) => (error instanceof LaunchError || error instanceof FormatError ? error.message : undefined);
  adapter = new Adapter(
    async (given, print) => begun(data.launch, given, print),
    sentence,
    interruption,
    () => scope.close(),
  );
  adapter.onDidSendMessage((message) => scope.postMessage(message));
};
