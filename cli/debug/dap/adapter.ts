/** The requests of an editor, answered by a session. Requests that run answer first, and say later where they stopped. */
import {
  DebugSession,
  ExitedEvent,
  Handles,
  InitializedEvent,
  OutputEvent,
  StoppedEvent,
  TerminatedEvent,
  Thread,
} from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { DebugError, type Halt, type Motion, type Session } from '../../../src/internal.ts';
import { execute, isVerb } from '../console.ts';
import { type DebugContext, travel } from '../context.ts';
import { haltText, lanesText } from '../text.ts';
import { Breakpoints, dataNamed } from './breakpoints.ts';
import type { CodeText } from './code-text.ts';
import { Motions } from './motions.ts';
import { frameOf, framesOf, instructionsAt, memoryAt } from './places.ts';
import { type Shown, shownValue, variablesOf } from './shown.ts';

/** A session that a client asked for. */
export interface Launching {
  readonly context: DebugContext;
  readonly stopOnEntry: boolean;
  /** Whether the session stays when the kernel has ended, so that it can go back. */
  readonly stopAtEnd: boolean;
  /** The code of the kernel, where the client shows it. */
  readonly code?: CodeText;
}

const REASONS: { readonly [reason in Halt['reason']]?: string } = {
  breakpoint: 'breakpoint',
  watchpoint: 'data breakpoint',
  fault: 'exception',
  unsupported: 'exception',
  limit: 'exception',
};

export class Adapter extends DebugSession {
  private readonly begin: (given: unknown, print: (text: string) => void) => Promise<Launching>;
  private readonly sentence: (error: unknown) => string | undefined;
  private readonly interruption: DebugContext['interruption'];
  private readonly motions: Motions;
  private readonly finished: () => void;
  private launching: Launching | undefined;
  private shown = new Handles<Shown>();
  private readonly breakpoints = new Breakpoints();

  /**
   * @param begin makes the session of a launch
   * @param sentence what is said of an error that is the user's
   * @param finished called when the client ends the session
   */
  constructor(begin: Adapter['begin'], sentence: Adapter['sentence'], interruption: DebugContext['interruption'], finished: () => void) {
    super();
    [this.begin, this.sentence, this.interruption, this.finished] = [begin, sentence, interruption, finished];
    this.motions = new Motions(interruption);
  }

  override shutdown(): void {
    this.motions.end();
    this.finished();
  }

  /** What a request throws is said as it is: the base class would show where in the code. */
  protected override sendErrorResponse(
    response: DebugProtocol.Response,
    codeOrMessage: number | DebugProtocol.Message,
    format?: string,
    variables?: { readonly _exception?: string },
  ): void {
    const { _exception: thrown } = variables ?? {};
    super.sendErrorResponse(response, thrown === undefined ? codeOrMessage : { id: 1, format: thrown, showUser: true }, format, variables);
  }

  protected override initializeRequest(response: DebugProtocol.InitializeResponse): void {
    response.body = {
      supportsConfigurationDoneRequest: true,
      supportsStepBack: true,
      supportsSteppingGranularity: true,
      supportsConditionalBreakpoints: true,
      supportsFunctionBreakpoints: true,
      supportsInstructionBreakpoints: true,
      supportsDataBreakpoints: true,
      supportsDisassembleRequest: true,
      supportsReadMemoryRequest: true,
      supportsEvaluateForHovers: true,
      supportsSetExpression: true,
      supportsRestartRequest: true,
      supportsTerminateRequest: true,
    };
    this.sendResponse(response);
  }

  protected override launchRequest(response: DebugProtocol.LaunchResponse, args: unknown): void {
    const print = (text: string): void => this.sendEvent(new OutputEvent(text, 'console'));
    this.begin(args, print).then(
      (launching) => {
        this.launching = launching;
        this.sendResponse(response);
        this.sendEvent(new InitializedEvent());
      },
      (error: unknown) => this.refused(response, error),
    );
  }

  protected override configurationDoneRequest(response: DebugProtocol.ConfigurationDoneResponse): void {
    this.sendResponse(response);
    this.enter();
  }

  protected override setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    args: DebugProtocol.SetBreakpointsArguments,
  ): void {
    response.body = { breakpoints: this.breakpoints.atLines(this.session, args, this.launching?.code) };
    this.sendResponse(response);
  }

  protected override setFunctionBreakPointsRequest(
    response: DebugProtocol.SetFunctionBreakpointsResponse,
    args: DebugProtocol.SetFunctionBreakpointsArguments,
  ): void {
    response.body = { breakpoints: this.breakpoints.atFunctions(this.session, args) };
    this.sendResponse(response);
  }

  protected override setInstructionBreakpointsRequest(
    response: DebugProtocol.SetInstructionBreakpointsResponse,
    args: DebugProtocol.SetInstructionBreakpointsArguments,
  ): void {
    response.body = { breakpoints: this.breakpoints.atInstructions(this.session, args) };
    this.sendResponse(response);
  }

  protected override dataBreakpointInfoRequest(
    response: DebugProtocol.DataBreakpointInfoResponse,
    { name, variablesReference = 0 }: DebugProtocol.DataBreakpointInfoArguments,
  ): void {
    const dataId = dataNamed(name, variablesReference === 0 ? undefined : this.shown.get(variablesReference));
    response.body = { dataId, description: dataId, accessTypes: ['write'] };
    this.sendResponse(response);
  }

  protected override setDataBreakpointsRequest(
    response: DebugProtocol.SetDataBreakpointsResponse,
    args: DebugProtocol.SetDataBreakpointsArguments,
  ): void {
    response.body = { breakpoints: this.breakpoints.atData(this.session, args) };
    this.sendResponse(response);
  }

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    const { machine, group } = this.session;
    response.body = { threads: machine.current.map(({ index }) => new Thread(index + 1, `group ${group.join(',')} thread ${index}`)) };
    this.sendResponse(response);
  }

  protected override stackTraceRequest(response: DebugProtocol.StackTraceResponse, { threadId }: DebugProtocol.StackTraceArguments): void {
    const stackFrames = framesOf(this.context, this.launching?.code, threadId);
    response.body = { stackFrames, totalFrames: stackFrames.length };
    this.sendResponse(response);
  }

  protected override scopesRequest(response: DebugProtocol.ScopesResponse, { frameId }: DebugProtocol.ScopesArguments): void {
    const { session } = this;
    const { thread: index, level } = frameOf(frameId);
    const thread = session.select(index);
    const frame = session.frames(thread)[level];
    // Registers are those of the innermost function: a caller has saved its own.
    const isInnermost = frame !== undefined && frame.at === session.at(thread);
    const scope = (name: string, shown: Shown, expensive = false) => ({ name, variablesReference: this.shown.create(shown), expensive });
    response.body = {
      scopes: isInnermost
        ? [
            scope('Variables', { kind: 'locals' }),
            scope('Registers of the instruction', { kind: 'registers' }),
            scope('Lanes', { kind: 'lanes' }),
            scope('General registers', { kind: 'general' }, true),
          ]
        : [],
    };
    this.sendResponse(response);
  }

  protected override variablesRequest(response: DebugProtocol.VariablesResponse, args: DebugProtocol.VariablesArguments): void {
    const shown = this.shown.get(args.variablesReference);
    const all = shown === undefined ? [] : variablesOf(this.session, shown, (one) => this.shown.create(one));
    const { start = 0, count = 0 } = args;
    response.body = { variables: count > 0 ? all.slice(start, start + count) : all };
    this.sendResponse(response);
  }

  /** An expression; on the console of the editor also a command of the debugger. */
  protected override evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    args: DebugProtocol.EvaluateArguments,
    request?: DebugProtocol.Request,
  ): void {
    const { session } = this;
    const isCommand = args.context === 'repl' && isVerb(args.expression);
    if (isCommand) this.mustRest();
    if (args.frameId !== undefined) session.select(frameOf(args.frameId).thread);
    if (isCommand) {
      const before = session.moment;
      const printed: string[] = [];
      const print = (text: string): void => void printed.push(text);
      this.motions.add(() =>
        execute({ ...this.context, print }, args.expression).then(
          (isQuit) => {
            response.body = { result: printed.join('').trimEnd(), variablesReference: 0 };
            this.sendResponse(response);
            if (isQuit) this.end();
            else if (session.moment !== before) this.stopped('goto');
          },
          (error: unknown) => this.refused(response, error, request),
        ),
      );
      return;
    }
    const expression = session.expression(args.expression);
    if (args.context === 'repl') response.body = { result: lanesText(session, expression, '').trimEnd(), variablesReference: 0 };
    else {
      const { value: result, ...rest } = shownValue(session, expression, (one) => this.shown.create(one));
      response.body = { result, ...rest };
    }
    this.sendResponse(response);
  }

  protected override setExpressionRequest(response: DebugProtocol.SetExpressionResponse, args: DebugProtocol.SetExpressionArguments): void {
    const { session } = this;
    this.mustRest();
    session.set(session.expression(args.expression), session.expression(args.value));
    response.body = shownValue(session, session.expression(args.expression), (one) => this.shown.create(one));
    this.sendResponse(response);
  }

  protected override continueRequest(response: DebugProtocol.ContinueResponse): void {
    response.body = { allThreadsContinued: true };
    this.sendResponse(response);
    this.move((session) => session.continue());
  }

  protected override nextRequest(response: DebugProtocol.NextResponse, args: DebugProtocol.NextArguments): void {
    this.step(response, args, (session, isInstruction) => (isInstruction ? session.stepInstruction(false) : session.stepLine(false)));
  }

  protected override stepInRequest(response: DebugProtocol.StepInResponse, args: DebugProtocol.StepInArguments): void {
    this.step(response, args, (session, isInstruction) => (isInstruction ? session.stepInstruction() : session.stepLine(true)));
  }

  protected override stepOutRequest(response: DebugProtocol.StepOutResponse, args: DebugProtocol.StepOutArguments): void {
    this.step(response, args, (session) => session.stepOut());
  }

  protected override stepBackRequest(response: DebugProtocol.StepBackResponse, args: DebugProtocol.StepBackArguments): void {
    this.step(response, args, (session, isInstruction) => (isInstruction ? session.stepInstructionBack() : session.stepLineBack(false)));
  }

  protected override reverseContinueRequest(response: DebugProtocol.ReverseContinueResponse): void {
    this.sendResponse(response);
    this.move((session) => session.continueBack());
  }

  protected override pauseRequest(response: DebugProtocol.PauseResponse): void {
    this.motions.interrupt();
    this.sendResponse(response);
  }

  protected override restartRequest(response: DebugProtocol.RestartResponse): void {
    this.sendResponse(response);
    // Editors offer it while the kernel runs too.
    this.motions.interrupt();
    this.motions.add(async () => {
      await travel(this.session.goTo(0), this.interruption);
      this.enter();
    });
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    this.sendResponse(response);
    this.end();
  }

  protected override disassembleRequest(response: DebugProtocol.DisassembleResponse, args: DebugProtocol.DisassembleArguments): void {
    response.body = { instructions: instructionsAt(this.context, args) };
    this.sendResponse(response);
  }

  protected override readMemoryRequest(response: DebugProtocol.ReadMemoryResponse, args: DebugProtocol.ReadMemoryArguments): void {
    response.body = memoryAt(this.session, args);
    this.sendResponse(response);
  }

  private get context(): DebugContext {
    if (this.launching === undefined) throw new DebugError('nothing was launched');
    return this.launching.context;
  }

  private get session(): Session {
    return this.context.session;
  }

  private step(
    response: DebugProtocol.Response,
    { threadId, granularity }: { readonly threadId: number; readonly granularity?: DebugProtocol.SteppingGranularity },
    motion: (session: Session, isInstruction: boolean) => Motion<Halt>,
  ): void {
    this.sendResponse(response);
    this.move((session) => {
      session.select(threadId - 1);
      return motion(session, granularity === 'instruction');
    });
  }

  /** Begins at the first instruction, where the session may stop. */
  private enter(): void {
    if (this.launching?.stopOnEntry === true) this.stopped('entry');
    else this.move((session) => session.continue(true));
  }

  private move(motion: (session: Session) => Motion<Halt>): void {
    this.motions.add(async () => {
      try {
        this.arrived(await travel(motion(this.session), this.interruption));
      } catch (error) {
        const text = error instanceof DebugError ? error.message : this.sentence(error);
        if (text === undefined) throw error;
        this.sendEvent(new OutputEvent(`${text}\n`, 'stderr'));
        this.stopped('pause');
      }
    });
  }

  private end(): void {
    this.motions.end();
    this.sendEvent(new TerminatedEvent());
  }

  /** Throws `DebugError` while the kernel runs. */
  private mustRest(): void {
    if (this.motions.areRunning) throw new DebugError('the kernel is running: pause it first');
  }

  private arrived(halt: Halt | undefined): void {
    if (this.motions.isOver) return;
    if (halt?.reason === 'done') {
      const { printf } = this.session.machine.result();
      if (printf !== '') this.sendEvent(new OutputEvent(printf, 'stdout'));
      this.sendEvent(new OutputEvent(haltText(this.context, halt), 'console'));
      if (this.launching?.stopAtEnd !== true) {
        this.sendEvent(new ExitedEvent(0));
        this.end();
        return;
      }
    }
    this.stopped(halt === undefined ? 'pause' : (REASONS[halt.reason] ?? 'step'), halt);
  }

  private stopped(reason: string, halt?: Halt): void {
    this.shown = new Handles<Shown>();
    const { thread } = this.session;
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(reason, (thread?.index ?? 0) + 1, halt?.message);
    event.body = {
      ...event.body,
      allThreadsStopped: true,
      ...(halt === undefined ? {} : { description: haltText(this.context, halt).split('\n')[0] ?? '' }),
      ...(halt?.point ? { hitBreakpointIds: [halt.point.id] } : {}),
    };
    this.sendEvent(event);
  }

  private refused(response: DebugProtocol.Response, error: unknown, request?: DebugProtocol.Request): void {
    const text = error instanceof DebugError ? error.message : this.sentence(error);
    if (text === undefined && request === undefined) throw error;
    this.sendErrorResponse(response, { id: 1, format: text ?? String(error), showUser: true });
  }
}
