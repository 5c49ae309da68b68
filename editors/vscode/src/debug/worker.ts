/** The worker of a debug session: the adapter of `zebin debug --dap` with a session of its own. */
import { Adapter, type Launching } from '../../../../cli/debug/dap/adapter.ts';
import { CodeText } from '../../../../cli/debug/dap/code-text.ts';
import {
  type Case,
  defaultOf,
  defaultText,
  FormatError,
  type Item,
  inspect,
  isForDevice,
  launchSizes,
  newSession,
  once,
  prepareRun,
  type RunTarget,
  readCases,
  runTargets,
  Session,
  signatureOf,
} from '../../../../src/internal.ts';
import { codeAddress } from '../binary/code-address.ts';
import { disassembly } from '../worker/disassembly.ts';
import type { DebugLaunch, ToDebugger } from './messages.ts';
import { basename } from './node.ts';

/** A fault of what the session was begun with, as a sentence. */
class LaunchError extends Error {}

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
// Between slices of a run messages arrive.
Object.assign(globalThis, { setImmediate: (then: () => void) => setTimeout(then) });

/** The kernel, and what it is given. */
function chosen(root: Item, launch: DebugLaunch, print: (text: string) => void): { readonly target: RunTarget; readonly one: Case } {
  if (launch.cases === undefined) {
    const target = targetOf(root, launch, launch.kernel);
    return { target, one: byDefault(target, print) };
  }
  const one = caseOf(launch, launch.cases, print);
  return { target: targetOf(root, launch, one.kernel, one.devices), one };
}

function targetOf(root: Item, { image }: DebugLaunch, kernel: string | undefined, devices?: readonly string[]): RunTarget {
  const found = runTargets(root, kernel === undefined ? {} : { kernel });
  const target = found.find(
    ({ address, zebin }) => (image === undefined || address === image) && (!devices || isForDevice(devices, zebin.target.names)),
  );
  if (target) return target;
  const what = kernel === undefined ? 'there is no kernel' : `there is no kernel ${kernel}`;
  const of = devices && found.length > 0 ? ` for ${devices.join(', ')}` : '';
  throw new LaunchError(`${what}${of} in ${image === undefined ? 'it' : image}`);
}

function caseOf({ kernel, only }: DebugLaunch, bytes: Uint8Array, print: (text: string) => void): Case {
  const { value, diagnostics } = readCases(bytes);
  for (const { path, message } of diagnostics) print(`${path}: ${message}\n`);
  const all = value.cases.filter((one) => (kernel === undefined || one.kernel === kernel) && (only === undefined || one.name === only));
  const [one, ...others] = all;
  if (one === undefined) throw new LaunchError(`the file has no case ${only ?? (kernel === undefined ? '' : `of ${kernel}`)}`.trimEnd());
  if (others.length > 0) throw new LaunchError(`${all.length} cases: name one with "only": ${all.map(({ name }) => name).join(', ')}`);
  return one;
}

/** Sizes and arguments that are said, as the command has them. */
function byDefault({ zebin, kernel }: RunTarget, print: (text: string) => void): Case {
  const parameters = signatureOf(zebin, kernel);
  const { global, local, offset, defaults } = launchSizes({}, kernel.zeInfo.execution_env ?? {});
  const args = parameters.map((one) => defaultOf(one));
  const used = parameters.filter(({ isUsed }) => isUsed);
  // The command says them as its options.
  for (const text of [...defaults, ...used.map((one) => defaultText(one, args[one.index]))]) print(`${text.replace(/^--/, '')}\n`);
  return { name: '', kernel: kernel.name, global, local, offset, args, outputs: [], launches: 1, path: '' };
}

function begun(launch: DebugLaunch, given: unknown, print: (text: string) => void): Launching {
  const root = inspect(launch.program).value;
  const { target, one } = chosen(root, launch, print);
  const prepared = prepareRun(target, one);
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
  const { name: kernel } = target.kernel;
  const offsets = once(() => disassembly(root, { at: target.address, kernel }).offsets);
  return {
    context: { session, sources, interruption, print },
    stopOnEntry: stopOnEntry === true,
    stopAtEnd: stopAtEnd === true,
    code: new CodeText(`${kernel}.asm`, codeAddress(launch.address, target.address, kernel), `.text.${kernel}`, offsets),
  };
}

const interruption = { noticed: false };
let adapter: Adapter | undefined;

// What nobody awaits fails as if it were thrown here: the editor's side is told, and ends the session.
scope.onunhandledrejection = ({ reason }) => scope.reportError(reason);

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
