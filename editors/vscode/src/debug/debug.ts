/** Kernels step by step: the debug adapter of the command, in a worker, so that it runs on the web too. */
import * as vscode from 'vscode';
import { nameOf } from '../binary/panel.ts';
import type { Extension } from '../shared.ts';
import type { DebugLaunch, ToDebugger } from './messages.ts';

const TYPE = 'zebin';
/** Names of files with source code of kernels, and the most bytes of one. */
const SOURCES = /\.(?:cl|clcpp|c|cc|cpp|cxx|h|hpp|inc)$/i;
const MOST_BYTES = 1 << 20;

/** The members of a configuration. */
interface Configuration extends vscode.DebugConfiguration {
  readonly program?: string;
  readonly kernel?: string;
  readonly case?: string;
  readonly only?: string;
}

export function registerDebugger({ context }: Extension): vscode.Disposable[] {
  const script = vscode.Uri.joinPath(context.extensionUri, 'debug.js').toString(true);
  return [
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, {
      async createDebugAdapterDescriptor({ configuration }) {
        return new vscode.DebugAdapterInlineImplementation(new WorkerAdapter(script, await launchOf(configuration)));
      },
    }),
  ];
}

/** Starts a session at the first instruction of a kernel. */
export async function debugKernel(uri: vscode.Uri, kernel: string): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const configuration: Configuration = { type: TYPE, request: 'launch', name: kernel, program: uri.toString(), kernel, stopOnEntry: true };
  await vscode.debug.startDebugging(folder, configuration);
}

async function launchOf({ program = '', kernel, case: path, only }: Configuration): Promise<DebugLaunch> {
  const uri = uriOf(program);
  const folder = vscode.Uri.joinPath(uri, '..');
  const names = (await vscode.workspace.fs.readDirectory(folder)).filter(
    ([name, type]) => type === vscode.FileType.File && SOURCES.test(name),
  );
  const sources = names.map(async ([name]) => {
    const source = vscode.Uri.joinPath(folder, name);
    const bytes = await vscode.workspace.fs.readFile(source);
    return { name: nameOf(source), uri: source.toString(), text: bytes.length > MOST_BYTES ? '' : new TextDecoder().decode(bytes) };
  });
  return {
    program: await vscode.workspace.fs.readFile(uri),
    kernel,
    cases: path === undefined ? undefined : await vscode.workspace.fs.readFile(uriOf(path)),
    only,
    sources: await Promise.all(sources),
  };
}

/** A file as people write it in a configuration: an address, or a path on the disk. */
const uriOf = (text: string): vscode.Uri => (/^[a-z][\w+.-]+:/i.test(text) ? vscode.Uri.parse(text) : vscode.Uri.file(text));

/** Messages of the protocol to and from a worker. */
class WorkerAdapter implements vscode.DebugAdapter {
  readonly onDidSendMessage: vscode.Event<vscode.DebugProtocolMessage>;
  private readonly worker: Worker;

  constructor(script: string, launch: DebugLaunch) {
    const sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
    this.onDidSendMessage = sent.event;
    this.worker = new Worker(script, { name: 'zebin-debug' });
    this.worker.onmessage = ({ data }: MessageEvent<vscode.DebugProtocolMessage>) => sent.fire(data);
    this.worker.postMessage({ kind: 'begin', launch } satisfies ToDebugger);
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    this.worker.postMessage({ kind: 'message', message } satisfies ToDebugger);
  }

  dispose(): void {
    this.worker.terminate();
  }
}
