/** The extension's side of a worker: one question at a time, and a new worker where an answer is no longer worth waiting for. */
import * as vscode from 'vscode';
import type { Answer, QuestionName, Questions, Request, TextKey, TextQuestions } from './protocol.ts';

/** Milliseconds after which a worker is ended whose answer nobody waits for any more; a new one takes less to start. */
const PATIENCE = 300;
/** A text is read a while after it has changed, so that a large one is not read again for each key: a millisecond for so many lines. */
const LINES_PER_MS = 100;
const LONGEST_WAIT = 1_000;

export const quietFor = ({ lineCount }: vscode.TextDocument): number => Math.min(LONGEST_WAIT, Math.floor(lineCount / LINES_PER_MS));

interface Waiting {
  readonly request: Extract<Request, { kind: 'ask' }>;
  readonly document: vscode.TextDocument | undefined;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Current {
  readonly waiting: Waiting;
  readonly since: number;
}

export class WorkerClient implements vscode.Disposable {
  private readonly url: string;
  private worker: Worker | undefined;
  private current: Current | undefined;
  private queue: Waiting[] = [];
  private ids = 0;
  /** When texts that have changed are read again, as `Date.now()` counts. */
  private readonly quietUntil = new Map<vscode.TextDocument, number>();
  /** Versions of texts that the worker has. */
  private readonly known = new Map<string, number>();

  constructor(extension: vscode.Uri) {
    this.url = vscode.Uri.joinPath(extension, 'worker.js').toString(true);
  }

  /** Asks about a text as it is now; rejected with `CancellationError` when it changes before there is an answer. */
  askText<Name extends keyof TextQuestions>(
    name: Name,
    document: vscode.TextDocument,
    params: Questions[Name]['params'],
    token?: vscode.CancellationToken,
  ): Promise<Questions[Name]['answer']> {
    const platform = vscode.workspace.getConfiguration('zebin', document).get('platform', '');
    const key: TextKey = { uri: document.uri.toString(), version: document.version, language: document.languageId, platform };
    return this.send(name, params, key, document, token);
  }

  ask<Name extends QuestionName>(
    name: Name,
    params: Questions[Name]['params'],
    token?: vscode.CancellationToken,
  ): Promise<Questions[Name]['answer']> {
    return this.send(name, params, undefined, undefined, token);
  }

  /** Drops what was asked about a text: it has changed. */
  changed(document: vscode.TextDocument): void {
    this.quietUntil.set(document, Date.now() + quietFor(document));
    const isOf = (one: Waiting): boolean => one.document === document;
    for (const one of this.queue.filter(isOf)) one.reject(new vscode.CancellationError());
    this.queue = this.queue.filter((one) => !isOf(one));
    if (this.current && isOf(this.current.waiting)) this.abandon(this.current);
  }

  closed(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    this.quietUntil.delete(document);
    if (this.known.delete(uri)) this.worker?.postMessage({ kind: 'close', uri } satisfies Request);
  }

  dispose(): void {
    this.worker?.terminate();
  }

  private send<Name extends QuestionName>(
    name: Name,
    params: unknown,
    key: TextKey | undefined,
    document: vscode.TextDocument | undefined,
    token: vscode.CancellationToken | undefined,
  ): Promise<Questions[Name]['answer']> {
    return new Promise((resolve, reject) => {
      const request = { kind: 'ask' as const, id: this.ids++, name, params, ...(key ? { key } : {}) };
      const waiting: Waiting = { request, document, resolve: resolve as (value: unknown) => void, reject };
      const wait = document === undefined ? 0 : (this.quietUntil.get(document) ?? 0) - Date.now();
      const timer = setTimeout(
        () => {
          this.queue.push(waiting);
          this.next();
        },
        Math.max(0, wait),
      );
      token?.onCancellationRequested(() => {
        clearTimeout(timer);
        this.queue = this.queue.filter((one) => one !== waiting);
        // A text that is being read is asked about again.
        if (document === undefined && this.current?.waiting === waiting) this.abandon(this.current);
        else reject(new vscode.CancellationError());
      });
    });
  }

  /** Drops the question that is being answered; a worker that still works on it in a moment is ended. */
  private abandon(current: Current): void {
    current.waiting.reject(new vscode.CancellationError());
    setTimeout(
      () => {
        if (this.current === current) this.restart();
      },
      Math.max(0, PATIENCE - (Date.now() - current.since)),
    );
  }

  private next(): void {
    if (this.current !== undefined) return;
    const waiting = this.queue.shift();
    if (waiting === undefined) return;
    const { request, document } = waiting;
    if (document?.version !== request.key?.version) {
      waiting.reject(new vscode.CancellationError());
      this.next();
      return;
    }
    const worker = this.started();
    if (document !== undefined && request.key !== undefined && this.known.get(request.key.uri) !== document.version) {
      const { uri, version } = request.key;
      this.known.set(uri, version);
      worker.postMessage({ kind: 'text', uri, version, text: document.getText() } satisfies Request);
    }
    this.current = { waiting, since: Date.now() };
    worker.postMessage(request);
  }

  private started(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = new Worker(this.url, { name: 'zebin' });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.answered(data);
    worker.onerror = ({ message }) => {
      this.current?.waiting.reject(new Error(`the reader stopped: ${message}`));
      this.restart();
    };
    this.worker = worker;
    return worker;
  }

  private answered({ id, value, refusal }: Answer): void {
    const waiting = this.current?.waiting;
    if (waiting?.request.id !== id) return;
    this.current = undefined;
    if (refusal === undefined) waiting.resolve(value);
    else waiting.reject(new Error(refusal));
    this.next();
  }

  private restart(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.known.clear();
    this.current = undefined;
    this.next();
  }
}
