import type * as vscode from 'vscode';
import type { WorkerClient } from './worker-client.ts';

/** What the parts of the extension share. */
export interface Extension {
  readonly context: vscode.ExtensionContext;
  readonly languages: readonly string[];
  /** Finds what is wrong in texts, which takes long for large ones. */
  readonly checks: WorkerClient;
  /** Answers what is asked at a place. */
  readonly answers: WorkerClient;
  /** Runs kernels. */
  readonly runs: WorkerClient;
}
