/** Kernels step by step: the debug adapter of the command, in a worker, so that it runs on the web too. */
import * as vscode from 'vscode';
import { nameOf } from '../binary/panel.ts';
import type { Extension } from '../shared.ts';
import type { DebugLaunch } from './messages.ts';
import { WorkerAdapter } from './worker-adapter.ts';

const TYPE = 'zebin';
/** Names of files with source code of kernels, and the most bytes of one. */
const SOURCES = /\.(?:cl|clcpp|c|cc|cpp|cxx|h|hpp|inc)$/i;
const MOST_BYTES = 1 << 20;

/** What a configuration says of a launch. */
export interface Launch {
  readonly program: string;
  readonly kernel?: string;
  readonly image?: string;
  readonly case?: string;
  readonly only?: string;
}

export function registerDebugger({ context }: Extension): vscode.Disposable[] {
  const script = vscode.Uri.joinPath(context.extensionUri, 'debug.js').toString(true);
  return [
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, {
      async createDebugAdapterDescriptor({ configuration, workspaceFolder }) {
        const launch = await launchOf(configuration as Partial<Launch>, workspaceFolder?.uri);
        return new vscode.DebugAdapterInlineImplementation(new WorkerAdapter(script, launch));
      },
    }),
  ];
}

/** Starts a session at the first instruction of a kernel. */
export async function debugKernel(uri: vscode.Uri, name: string, launch: Omit<Launch, 'program'>): Promise<void> {
  const configuration = { type: TYPE, request: 'launch', name, program: uri.toString(), stopOnEntry: true, ...launch };
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(uri), configuration);
}

async function launchOf(
  { program, kernel, image, case: cases, only }: Partial<Launch>,
  folder: vscode.Uri | undefined,
): Promise<DebugLaunch> {
  if (typeof program !== 'string' || program === '') throw new Error('the configuration has no program: the path of a binary');
  const uri = uriOf(program, folder);
  const [bytes, casesBytes, sources] = await Promise.all([
    vscode.workspace.fs.readFile(uri),
    cases === undefined ? undefined : vscode.workspace.fs.readFile(uriOf(cases, folder)),
    sourcesIn(vscode.Uri.joinPath(uri, '..')),
  ]);
  return { program: bytes, address: uri.toString(), kernel, image, cases: casesBytes, only, sources };
}

/** Without the sources, a kernel is debugged by its instructions. */
async function sourcesIn(folder: vscode.Uri): Promise<DebugLaunch['sources']> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(undefined, () => []);
  const read = entries
    .filter(([name, type]) => (type & vscode.FileType.File) !== 0 && SOURCES.test(name))
    .map(async ([name]) => {
      const source = vscode.Uri.joinPath(folder, name);
      const { size } = await vscode.workspace.fs.stat(source);
      const text = size > MOST_BYTES ? '' : new TextDecoder().decode(await vscode.workspace.fs.readFile(source));
      return { name: nameOf(source), uri: source.toString(), text };
    });
  const all = await Promise.allSettled(read);
  return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** A file as people write it in a configuration: an address, or a path in the folder that is open, or from its root. */
function uriOf(text: string, folder: vscode.Uri | undefined): vscode.Uri {
  if (/^[a-z][\w+.-]+:/i.test(text)) return vscode.Uri.parse(text);
  const isWhole = /^(?:[\\/]|[a-z]:)/i.test(text);
  if (folder !== undefined && !isWhole) return vscode.Uri.joinPath(folder, text);
  return folder === undefined || folder.scheme === 'file' ? vscode.Uri.file(text) : folder.with({ path: text });
}
