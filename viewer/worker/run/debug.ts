/** The requests of the debugger. The session stays here; the page is told where it is. */
import { visible } from '../../../cli/visible.ts';
import {
  type Case,
  Changes,
  DebugError,
  type Halt,
  haltReason,
  laneRows,
  type Motion,
  newSession,
  outcomeText,
  type PreparedRun,
  prepareRun,
  type RunOptions,
  type RunTarget,
  Session,
  travel,
  writerText,
} from '../../../src/internal.ts';
import type { DebugMotion, DebugView, ElementTexts, MemoryParams, RegisterRow, RegisterSet, VariableNode } from './debug-messages.ts';
import { frameOf, laneOf, memoriesOf, memoryTexts, placeOf, pointOf, registerRows, threadsOf, variableTree } from './debug-view.ts';
import type { Slices } from './launch.ts';
import type { Problem } from './messages.ts';

/** An instruction, and the work-item for which it is reached. */
export interface DebugTarget {
  readonly section: string;
  readonly offset: number;
  /** The global id and the lane; absent for any. */
  readonly item?: readonly number[];
  readonly lane?: number | null;
  /** What is said of it. */
  readonly said?: string;
}

type Way = (session: Session, isByLine: boolean) => Motion<Halt>;

const WAYS: { readonly [M in DebugMotion]: Way } = {
  continue: (session) => session.continue(),
  over: (session, isByLine) => (isByLine ? session.stepLine(false) : session.stepInstruction(false)),
  into: (session, isByLine) => (isByLine ? session.stepLine(true) : session.stepInstruction()),
  out: (session) => session.stepOut(),
  barrier: (session) => session.toBarrier(),
  'reverse-continue': (session) => session.continueBack(),
  'reverse-over': (session, isByLine) => (isByLine ? session.stepLineBack(false) : session.stepInstructionBack(false)),
  'reverse-into': (session, isByLine) => (isByLine ? session.stepLineBack(true) : session.stepInstructionBack()),
  'reverse-out': (session) => session.stepOutBack(),
  'reverse-barrier': (session) => session.toBarrierBack(),
  restart: (session) => session.goTo(0),
};

interface Debugged {
  readonly session: Session;
  readonly changes: Changes;
  readonly one: Case;
  readonly prepared: PreparedRun;
}

/** @param slices lets messages of the page arrive while the kernel runs */
export function debugHandlers(slices: Slices) {
  let debugged: Debugged | undefined;
  let number = 0;

  function current(): Debugged {
    if (debugged === undefined) throw new DebugError('nothing is debugged');
    return debugged;
  }

  /** Where the session is, after it stopped for a reason, or was asked something. */
  function view(said = '', halt?: Halt): DebugView {
    const { session, one, prepared } = current();
    const { thread } = session;
    const at = session.at();
    const sizes = one.global.map((size, d) => Math.max(1, Math.ceil(size / (one.local[d] ?? 1))));
    const [x = 0, y = 0, z = 0] = session.group;
    const [gx = 1, gy = 1, gz = 1] = sizes;
    const finished = session.isDone ? prepared.finish(session.machine.result()) : undefined;
    return {
      number: number++,
      said,
      tone: halt === undefined ? '' : (TONES[halt.reason] ?? ''),
      lane: laneIn(halt?.write?.lane),
      moment: session.moment,
      group: session.group,
      groupsBefore: x + gx * (y + gy * z),
      groups: gx * gy * gz,
      thread: thread?.index ?? 0,
      threads: threadsOf(session),
      at: at ? placeOf(at) : null,
      frames: session.frames().map(frameOf),
      lanes: thread ? laneRows(session, thread).map(laneOf) : [],
      points: session.points.all.map(pointOf),
      runs: session.runs,
      memories: memoriesOf(session, one),
      hasLines: session.listing.files.length > 0,
      outcome: finished ? { document: finished, text: outcomeText(finished, visible) } : null,
    };
  }

  /** Goes somewhere; ended by the page, it stays where it is then. */
  async function go(motion: (session: Session) => Motion<Halt>): Promise<DebugView> {
    const { session, changes } = current();
    changes.keep(session);
    slices.begin();
    const halt = await travel(motion(session), () => slices.turn(session.work));
    return view(haltReason(session, halt, visible).replace(/\n\s*/g, ' '), halt);
  }

  /** To an instruction, as a breakpoint that is reached once. */
  async function goToInstruction({ section, offset, item, lane = null, said = '' }: DebugTarget): Promise<DebugView> {
    const { session } = current();
    const at = session.listing.in(section, offset);
    if (at === undefined) throw new DebugError('no instruction begins there');
    const condition = item?.map((id, d) => `get_global_id(${d}) == ${id}`).join(' && ');
    const location = { text: `*${section}+0x${offset.toString(16)}`, at: [at] };
    const wanted = condition === undefined ? {} : { condition: session.expression(condition) };
    const point = session.points.add({ kind: 'breakpoint', location, isTemporary: true, ...wanted });
    const reached = await go((one) => one.continue(session.moment === 0));
    if (!session.points.all.some(({ id }) => id === point.id)) return { ...reached, said, lane };
    session.points.remove(point.id);
    return view(reached.said);
  }

  return {
    start(target: RunTarget, one: Case, options: RunOptions): DebugView | { readonly problems: readonly Problem[] } {
      const refused = (message: string) => ({ problems: [{ of: 'limits' as const, message }] });
      debugged = undefined;
      const prepared = prepareRun(target, one, options);
      if ('result' in prepared) return refused(prepared.message ?? prepared.result);
      try {
        const session = newSession(target.zebin, target.kernel, prepared.launch);
        if (!(session instanceof Session)) return refused(`${session.stop.reason}: ${session.stop.message}`);
        debugged = { session, changes: new Changes(), one, prepared };
        debugged.changes.keep(session);
        return view('the first instruction');
      } catch (error) {
        return refused(prepared.failed(error).message ?? 'the launch cannot begin');
      }
    },

    handlers: {
      debugMove: ({ motion, isByLine }: { motion: DebugMotion; isByLine: boolean }): Promise<DebugView> =>
        go((session) => WAYS[motion](session, isByLine)),

      debugTo: (to: DebugTarget): Promise<DebugView> => goToInstruction(to),

      debugGoto: ({ moment }: { moment: number }): Promise<DebugView> => go((session) => session.goTo(moment)),

      /** Goes back to the last write to the bytes of an expression, which has a name that says more. */
      debugWho: async ({ expression: text, name, fromEnd }: { expression: string; name: string; fromEnd: boolean }): Promise<DebugView> => {
        const { session } = current();
        if (fromEnd) await go((one) => one.goTo(Number.POSITIVE_INFINITY));
        const expression = session.expression(text);
        slices.begin();
        const write = await travel(session.whoWrote(session.bytesOf(expression)), () => slices.turn(session.work));
        if (write === undefined) return view(`nothing wrote to ${name} before`);
        const there = await go((one) => one.goTo(write.moment));
        return { ...there, said: `${name} is written here, by ${writerText(write)}`, lane: laneIn(write.lane) };
      },

      debugSelect: ({ thread }: { thread: number }): DebugView => {
        current().session.select(thread);
        return view();
      },

      /** A breakpoint at an instruction, or at a place as text; removed if there is one at the same place. */
      debugBreak: ({ text, condition }: { text: string; condition: string }): DebugView => {
        const { session } = current();
        const location = session.location(text);
        const same = session.points.all.find(
          (one) => one.kind === 'breakpoint' && one.location.at.some(({ address }) => location.at.some((at) => at.address === address)),
        );
        if (same) session.points.remove(same.id);
        else {
          const wanted = condition === '' ? {} : { condition: session.expression(condition) };
          session.points.add({ kind: 'breakpoint', location, isTemporary: false, ...wanted });
        }
        return view();
      },

      debugWatch: ({ expression: text }: { expression: string }): DebugView => {
        const { session } = current();
        const expression = session.expression(text);
        session.points.add({ kind: 'watchpoint', expression, ranges: session.bytesOf(expression) });
        return view();
      },

      /** Changes a register or memory, in the lanes that run. */
      debugSet: ({ expression, value }: { expression: string; value: string }): DebugView => {
        const { session, changes } = current();
        const [to, from] = [session.expression(expression), session.expression(value)];
        changes.keep(session);
        session.set(to, from);
        return view(`${expression} is set to ${value}${to.isOfLanes ? ' in the lanes that run' : ''}`);
      },

      /** Changes a point; `condition` is empty for none. */
      debugPoint: ({ id, ...to }: { id: number; isEnabled?: boolean; condition?: string }): DebugView => {
        const { session } = current();
        const point = session.points.get(id);
        const { isEnabled = point.isEnabled } = to;
        if (point.kind === 'watchpoint' || to.condition === undefined) session.points.replace({ ...point, isEnabled });
        else {
          const { condition: _, ...rest } = point;
          session.points.replace(to.condition === '' ? rest : { ...rest, condition: session.expression(to.condition) });
        }
        return view();
      },

      debugRemove: ({ id }: { id: number }): DebugView => {
        current().session.points.remove(id);
        return view();
      },

      debugRegisters: ({ set, type, names }: { set: RegisterSet; type: string; names: string }): readonly RegisterRow[] => {
        const { session, changes } = current();
        return registerRows(session, changes, set, type, names);
      },

      debugVariables: (params: Parameters<typeof variableTree>[2]): readonly VariableNode[] => {
        const { session, changes } = current();
        return variableTree(session, changes, params);
      },

      debugMemory: (params: MemoryParams): ElementTexts => {
        const { session, changes } = current();
        return memoryTexts(session, changes, params);
      },

      /** Frees the memory of the session. */
      debugEnd: (_: undefined): void => {
        debugged = undefined;
      },
    },
  };
}

/** A lane, unless it is the thread as a whole. */
const laneIn = (lane = -1): number | null => (lane < 0 ? null : lane);

/** Of halts after which there is nothing to run. */
const TONES: { readonly [R in Halt['reason']]?: DebugView['tone'] } = { done: 'good', fault: 'bad', unsupported: 'warn', limit: 'warn' };
