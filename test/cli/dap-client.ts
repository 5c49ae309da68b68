/** A client of the Debug Adapter Protocol, which starts the command as an editor does. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { FIXTURES } from '../support/corpus.ts';
import { COMMAND, ENV } from './zebin.ts';

type Message = DebugProtocol.Response | DebugProtocol.Event;

export class DapClient {
  /** Events in the order in which they came. */
  readonly events: DebugProtocol.Event[] = [];
  private readonly child: ChildProcess;
  private readonly answers = new Map<number, (response: DebugProtocol.Response) => void>();
  private waiting: { readonly name: string; readonly resolve: (event: DebugProtocol.Event) => void }[] = [];
  private unseen: DebugProtocol.Event[] = [];
  private received = Buffer.alloc(0);
  private seq = 0;
  /** The exit code of the command. */
  readonly ended: Promise<number | null>;

  constructor(args: readonly string[]) {
    this.child = spawn(COMMAND[0], [...COMMAND.slice(1), 'debug', '--dap', ...args], {
      cwd: FIXTURES,
      env: ENV,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.child.stdout?.on('data', (bytes: Buffer) => this.read(bytes));
    this.ended = new Promise((resolve) => this.child.on('exit', resolve));
  }

  /** A request, and its answer. Throws the message of an answer that refuses it. */
  async ask(command: string, args: object = {}): Promise<Record<string, never>> {
    const seq = ++this.seq;
    const answer = new Promise<DebugProtocol.Response>((resolve) => this.answers.set(seq, resolve));
    const text = JSON.stringify({ seq, type: 'request', command, arguments: args });
    this.child.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    const { success, message, body } = await answer;
    if (!success) throw new Error(body?.error?.format ?? message);
    return body ?? {};
  }

  /** The next event of a name that nobody has waited for. */
  event(name: string): Promise<DebugProtocol.Event> {
    const index = this.unseen.findIndex(({ event }) => event === name);
    if (index >= 0) return Promise.resolve(this.unseen.splice(index, 1)[0] as DebugProtocol.Event);
    return new Promise((resolve) => this.waiting.push({ name, resolve }));
  }

  /** Asks for something that runs, and where it stopped. */
  async move(command: string, args: object): Promise<DebugProtocol.StoppedEvent['body']> {
    await this.ask(command, args);
    return (await this.event('stopped')).body;
  }

  close(): void {
    this.child.stdin?.end();
  }

  private read(bytes: Buffer): void {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      const end = this.received.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/.exec(this.received.subarray(0, end).toString())?.[1]);
      if (end < 0 || this.received.length < end + 4 + length) return;
      const message: Message = JSON.parse(this.received.subarray(end + 4, end + 4 + length).toString());
      this.received = this.received.subarray(end + 4 + length);
      if (message.type === 'response')
        this.answers.get((message as DebugProtocol.Response).request_seq)?.(message as DebugProtocol.Response);
      else this.arrived(message as DebugProtocol.Event);
    }
  }

  private arrived(event: DebugProtocol.Event): void {
    this.events.push(event);
    const index = this.waiting.findIndex(({ name }) => name === event.event);
    if (index < 0) this.unseen.push(event);
    else this.waiting.splice(index, 1)[0]?.resolve(event);
  }
}
