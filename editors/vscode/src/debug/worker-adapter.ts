/** Messages of the Debug Adapter Protocol to and from the worker of a session. A worker that stops ends the session, with the reason. */
import * as vscode from 'vscode';
import type { DebugLaunch, ToDebugger } from './messages.ts';

interface Message {
  readonly type: string;
  readonly seq: number;
  readonly command?: string;
  readonly request_seq?: number;
}

export class WorkerAdapter implements vscode.DebugAdapter {
  readonly onDidSendMessage: vscode.Event<vscode.DebugProtocolMessage>;
  private readonly sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  private readonly worker: Worker;
  /** Requests without an answer. */
  private readonly open = new Map<number, Message>();
  private lost: string | undefined;

  constructor(script: string, launch: DebugLaunch) {
    this.onDidSendMessage = this.sent.event;
    this.worker = new Worker(script, { name: 'zebin-debug' });
    this.worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.request_seq !== undefined) this.open.delete(data.request_seq);
      this.sent.fire(data);
    };
    this.worker.onerror = ({ message }) => this.stopped(`the debugger stopped: ${message}`);
    this.worker.postMessage({ kind: 'begin', launch } satisfies ToDebugger);
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    const request = message as Message;
    if (this.lost !== undefined) {
      this.refuse(request, this.lost);
      return;
    }
    if (request.type === 'request') this.open.set(request.seq, request);
    this.worker.postMessage({ kind: 'message', message } satisfies ToDebugger);
  }

  dispose(): void {
    this.worker.terminate();
    this.sent.dispose();
  }

  private stopped(why: string): void {
    if (this.lost !== undefined) return;
    this.lost = why;
    this.worker.terminate();
    for (const request of this.open.values()) this.refuse(request, why);
    this.open.clear();
    this.sent.fire({ type: 'event', seq: 0, event: 'output', body: { category: 'stderr', output: `${why}\n` } } as Message);
    this.sent.fire({ type: 'event', seq: 0, event: 'terminated' } as Message);
  }

  private refuse({ seq, command }: Message, message: string): void {
    const body = { error: { id: 1, format: '{why}', variables: { why: message }, showUser: true } };
    this.sent.fire({ type: 'response', seq: 0, request_seq: seq, success: false, command, message, body } as Message);
  }
}
