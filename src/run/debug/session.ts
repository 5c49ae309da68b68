/** A debugger of a launch, without a user interface: the command line, editors and the page draw it. It can go back, because a run repeats itself. */
import type { Platform } from '../../formats/eu/index.ts';
import type { Zebin, ZebinKernel } from '../../formats/zebin/index.ts';
import type { Machine } from '../machine.ts';
import type { Launch, Stop } from '../model.ts';
import type { Places } from '../observer.ts';
import type { Thread } from '../thread.ts';
import { type Expression, readExpression } from './expression.ts';
import { framesOf } from './frames.ts';
import { History, type Motion } from './history.ts';
import { lastRun } from './last-run.ts';
import { type Listed, Listing } from './listing.ts';
import type { Frame, Halt } from './model.ts';
import { LaunchNames } from './names.ts';
import { type Here, type Location, locationOf, Points, type Watchpoint } from './points.ts';
import { DebugError } from './registers.ts';
import type { RunCount, Tracked, Tracker } from './tracker.ts';
import { isAggregate, lanesOf, sizeOfType, storeAt, type Value } from './values.ts';
import { type SourceVariable, SourceVariables } from './variables.ts';
import { type Bytes, Watch, type Watching, type Write } from './watch.ts';

export class Session {
  readonly machine: Machine;
  readonly listing: Listing;
  readonly names: LaunchNames;
  readonly points = new Points();
  /** General registers of a thread. */
  readonly generalRegisters: number;
  private readonly variables: SourceVariables;
  private readonly tracker: Tracker;
  private readonly history: History<Tracked>;
  private readonly watch: Watch;
  private selected = 0;

  constructor(machine: Machine, tracker: Tracker, zebin: Zebin, kernel: ZebinKernel, launch: Launch, platform: Platform) {
    this.machine = machine;
    this.tracker = tracker;
    this.generalRegisters = kernel.zeInfo.execution_env?.grf_count ?? 128;
    this.listing = new Listing(zebin, machine.sections, platform);
    this.variables = new SourceVariables(zebin, this.listing);
    this.names = new LaunchNames(zebin, kernel, launch, tracker, this.variables);
    this.watch = new Watch(this.listing, tracker, machine);
    this.history = new History(machine, tracker);
    this.follow();
  }

  /** Instructions that have been executed: where the run is. */
  get moment(): number {
    return this.history.moment;
  }

  /** Instructions that were executed in fact, with those that were repeated to go back. */
  get work(): number {
    return this.history.work;
  }

  /** Copies of the state that are kept. */
  get copies(): number {
    return this.history.copies;
  }

  /** The thread that verbs are about; `undefined` if the launch has none. */
  get thread(): Thread | undefined {
    return this.machine.current[this.selected];
  }

  /** The work-group in x, y, z. */
  get group(): readonly number[] {
    return this.tracker.group;
  }

  /** Where the memory of the launch is. */
  get places(): Places {
    return this.tracker.places;
  }

  /** How often each instruction has run until now. */
  get runs(): readonly RunCount[] {
    return this.tracker.runs();
  }

  /** Whether the launch has ended: no thread is left. */
  get isDone(): boolean {
    return this.history.ended?.reason === 'done';
  }

  /** Throws {@link DebugError} if there is no such thread. */
  select(index: number): Thread {
    const found = this.machine.current[index];
    if (found === undefined) throw new DebugError(`the group has no thread ${index}; it has ${this.machine.current.length}`);
    this.selected = index;
    return found;
  }

  /** Where a thread is: at its next instruction. */
  at(t = this.thread): Listed | undefined {
    return t === undefined || t.state === 'ended' ? undefined : this.listing.at(t.ip);
  }

  /** The functions that a thread is in, innermost first: calls, and calls that are inlined. */
  frames(t = this.thread): readonly Frame[] {
    if (t === undefined || t.state === 'ended') return [];
    return framesOf(this.listing, [t.ip, ...this.tracker.callsOf(t).map(({ site }) => site)]);
  }

  /** Reads an expression. Throws {@link DebugError}. */
  expression(text: string): Expression {
    return readExpression(text, this.names);
  }

  /** The instructions that a text names. Throws {@link DebugError}. */
  location(text: string): Location {
    const at = this.at() ?? this.listing.all[0];
    const file = at?.place?.file;
    const here: Here = { section: at?.section ?? '', ...(file === undefined ? {} : { file }) };
    return locationOf(text, this.listing, here);
  }

  /** Variables of the source that are known where a thread is. */
  variablesAt(t = this.thread): readonly SourceVariable[] {
    return t === undefined || t.state === 'ended' ? [] : this.variables.at(t.ip);
  }

  /** The bytes of an expression: of each lane that runs, if lanes have their own. Throws {@link DebugError}. */
  bytesOf(expression: Expression, t = this.thread): readonly Bytes[] {
    if (t === undefined) throw new DebugError('there is no thread');
    const lanes = expression.isOfLanes ? lanesOf(t.state === 'ended' ? t.lanes : t.mask, this.names.lanes) : [0];
    const found = new Map<string, Bytes>();
    for (const lane of lanes) {
      const { type, place } = expression.of(t, lane);
      if (place === undefined) throw new DebugError(`${expression.text} is neither in a register nor in memory`);
      found.set(`${place.at}`, { ...place, size: sizeOfType(type) });
    }
    return [...found.values()];
  }

  /** Changes registers or memory, for each lane that runs, if lanes have their own. What came after this moment has not been. */
  set(expression: Expression, value: Expression): void {
    const t = this.thread;
    if (t === undefined) throw new DebugError('there is no thread');
    const lanes = expression.isOfLanes ? lanesOf(t.mask, this.names.lanes) : [0];
    const stores = lanes.map((lane): [target: Value, value: Value] => [expression.of(t, lane), value.of(t, lane)]);
    if (stores.some(([{ place }]) => place === undefined))
      throw new DebugError(`${expression.text} is neither in a register nor in memory`);
    if (stores.some((pair) => pair.some(({ type }) => isAggregate(type))))
      throw new DebugError(`${expression.text} has parts: set them one by one`);
    this.history.edit(() => {
      for (const [{ place, type }, { value: number }] of stores) if (place && !isAggregate(type)) storeAt(place, type, number);
    });
  }

  /**
   * Runs on to a breakpoint, a watched write, or the end.
   *
   * @param fromHere whether a breakpoint at the next instruction counts
   */
  *continue(fromHere = false): Motion<Halt> {
    const { next } = this.machine;
    const halt = fromHere && next ? this.breakpointAt(next) : undefined;
    if (halt?.point === undefined) return yield* this.forward(() => undefined);
    this.points.hit(halt.point);
    return halt;
  }

  /** Goes to a moment; to the end of the run if that comes first. */
  *goTo(moment: number): Motion<Halt> {
    try {
      if (moment <= this.moment) this.history.seek(moment);
      else yield* this.history.forward(() => this.moment >= moment);
    } finally {
      this.follow();
    }
    return { reason: this.history.ended?.reason ?? 'step' };
  }

  /**
   * The next instruction of the thread.
   *
   * @param isInto whether it also stops in functions that are called
   */
  *stepInstruction(isInto = true): Motion<Halt> {
    const thread = this.needed();
    const calls = this.tracker.depthOf(thread);
    return yield* this.ofThread((t) => t.index === thread.index && (isInto || this.tracker.depthOf(t) <= calls));
  }

  /**
   * To another line of the source. Without lines, an instruction.
   *
   * @param isInto whether it also stops in functions that are called
   */
  *stepLine(isInto: boolean): Motion<Halt> {
    const thread = this.needed();
    const from = this.at(thread)?.line ?? -1;
    const depth = this.depthOf(thread);
    if (from < 0 && this.listing.files.length === 0) return yield* this.stepInstruction();
    return yield* this.ofThread((t) => {
      if (t.index !== thread.index) return false;
      const line = this.listing.at(t.ip)?.line ?? -1;
      if (line < 0) return false;
      const now = this.depthOf(t);
      return now === depth ? line !== from : now < depth || isInto;
    });
  }

  /** Out of the function, or of the inlined call. */
  *stepOut(): Motion<Halt> {
    const thread = this.needed();
    const depth = this.depthOf(thread);
    return yield* this.ofThread((t) => t.index === thread.index && this.depthOf(t) < depth);
  }

  /** Until all threads of the group have reached a barrier. */
  *toBarrier(): Motion<Halt> {
    let isReleased = false;
    const listener = {
      released: () => {
        isReleased = true;
      },
    };
    return yield* this.forward(() => (isReleased ? { reason: 'barrier' } : undefined), listener);
  }

  /** Back to the last breakpoint or watched write, or to the beginning. A watched write is then the next instruction. */
  *continueBack(): Motion<Halt> {
    let last: { readonly moment: number; readonly halt: Halt } | undefined;
    const note = (halt: Halt): void => {
      last = { moment: this.moment, halt };
    };
    const watch = this.watch.of(this.watched, (point, write) => note({ reason: 'watchpoint', point, write }));
    const look = (t: Thread): void => {
      watch.look(t);
      const found = this.points.reached(t);
      if (found) note({ reason: 'breakpoint', point: found.point });
    };
    const answer = yield* this.search(watch.write, look, () => last);
    if (answer === undefined) this.history.seek(0);
    this.follow();
    return answer?.halt ?? { reason: 'beginning' };
  }

  /** Back to the instruction of the thread before this one. */
  *stepInstructionBack(isInto = true): Motion<Halt> {
    const thread = this.needed();
    const calls = this.tracker.depthOf(thread);
    return yield* this.back((t) => t.index === thread.index && (isInto || this.tracker.depthOf(t) <= calls));
  }

  /** Back to the beginning of the line; from there to that of the line before. */
  *stepLineBack(isInto: boolean): Motion<Halt> {
    const thread = this.needed();
    const depth = this.depthOf(thread);
    if (this.listing.files.length === 0) return yield* this.stepInstructionBack();
    const keyOf = (t: Thread): string | undefined => {
      const line = t.index === thread.index ? (this.listing.at(t.ip)?.line ?? -1) : -1;
      const now = this.depthOf(t);
      return line < 0 || (!isInto && now > depth) ? undefined : `${now} ${line}`;
    };
    const { look, found } = lastRun(keyOf, () => this.moment);
    return yield* this.went(this.history.backward(look, found, this.tracker.began), thread);
  }

  /** Back to the call of the function. */
  *stepOutBack(): Motion<Halt> {
    const thread = this.needed();
    const depth = this.depthOf(thread);
    return yield* this.back((t) => t.index === thread.index && this.depthOf(t) < depth);
  }

  /** Back to where all threads of a group had reached a barrier. */
  *toBarrierBack(): Motion<Halt> {
    const now = this.moment;
    let last: number | undefined;
    const released = (): void => {
      if (this.moment + 1 < now) last = this.moment + 1;
    };
    const motion = this.history.backward(
      () => undefined,
      () => last,
    );
    const moment = yield* this.tracker.listening({ released }, motion);
    this.follow();
    return moment === undefined ? { reason: 'beginning', message: 'no barrier was reached before' } : { reason: 'barrier' };
  }

  /** The last write to some bytes before now, which stays where it is. */
  *whoWrote(ranges: readonly Bytes[]): Motion<Write | undefined> {
    const now = this.moment;
    let last: Write | undefined;
    const watch = this.watch.of([{ ranges }], (_, write) => {
      last = write;
    });
    const answer = yield* this.search(watch.write, watch.look, () => last);
    this.history.seek(now);
    this.arrive();
    return answer;
  }

  /** Replays the past until `last` is something, and goes to its moment. */
  private *search<T extends { readonly moment: number }>(
    write: Watching['write'],
    look: Watching['look'],
    last: () => T | undefined,
  ): Motion<T | undefined> {
    let answer: T | undefined;
    // On the way to the moment, the run writes again.
    const found = (): number | undefined => {
      answer = last();
      return answer?.moment;
    };
    yield* this.tracker.listening({ write }, this.history.backward(look, found));
    return answer;
  }

  /** Runs on until `reached` says so, or to a breakpoint. */
  private *forward(reached: (t: Thread) => Halt | undefined, listener: { readonly released?: () => void } = {}): Motion<Halt> {
    let halt: Halt | undefined;
    let written: Halt | undefined;
    const watch = this.watch.of(this.watched, (point, write) => {
      written ??= { reason: 'watchpoint', point, write };
    });
    const first = this.machine.next;
    if (first) watch.look(first);
    const pausing = (t: Thread): boolean => {
      halt = written ?? reached(t) ?? this.breakpointAt(t);
      if (halt === undefined) watch.look(t);
      return halt !== undefined;
    };
    let stop: Stop;
    try {
      stop = yield* this.tracker.listening({ ...listener, write: watch.write }, this.history.forward(pausing));
    } finally {
      // Also where it is interrupted.
      this.follow();
    }
    const result = (stop.reason === 'breakpoint' ? halt : written) ?? { reason: stop.reason, message: stop.message };
    if (result.point) this.points.hit(result.point);
    return result;
  }

  private get watched(): readonly Watchpoint[] {
    return this.points.all.filter((one): one is Watchpoint => one.kind === 'watchpoint' && one.isEnabled);
  }

  private breakpointAt(t: Thread): Halt | undefined {
    const found = this.points.reached(t);
    if (found === undefined) return undefined;
    const { point, problem } = found;
    return { reason: 'breakpoint', point, ...(problem === undefined ? {} : { message: problem }) };
  }

  /** Runs on until `isThere` of the thread, or until that ends. */
  private *ofThread(isThere: (t: Thread) => boolean): Motion<Halt> {
    const thread = this.needed();
    const { began } = this.tracker;
    return yield* this.forward((t) => {
      if (this.tracker.began !== began || thread.state === 'ended') return { reason: 'ended', message: `thread ${thread.index} has ended` };
      return isThere(t) ? { reason: 'step' } : undefined;
    });
  }

  private *back(matches: (t: Thread) => boolean): Motion<Halt> {
    let last: number | undefined;
    const look = (t: Thread): void => {
      if (matches(t)) last = this.moment;
    };
    const motion = this.history.backward(look, () => last, this.tracker.began);
    return yield* this.went(motion, this.needed());
  }

  /** After a way back of a thread. */
  private *went(motion: Motion<number | undefined>, { index }: Thread): Motion<Halt> {
    const moment = yield* motion;
    if (moment === undefined) this.arrive();
    else this.follow();
    return moment === undefined ? { reason: 'beginning', message: `there is nothing before this in thread ${index}` } : { reason: 'step' };
  }

  private depthOf(t: Thread): number {
    return this.tracker.depthOf(t) + (this.listing.at(t.ip)?.depth ?? 0);
  }

  /** The selected thread. Throws {@link DebugError} if none is left. */
  private needed(): Thread {
    const { thread } = this;
    if (thread === undefined) throw new DebugError('no thread runs');
    return thread;
  }

  /** Each thread has the lanes with which it will run. */
  private arrive(): void {
    for (const t of this.machine.current) if (t.state === 'ready') t.arrive();
  }

  /** Selects the thread that runs next. */
  private follow(): void {
    this.arrive();
    const { next } = this.machine;
    if (next) this.selected = next.index;
    else if (this.selected >= this.machine.current.length) this.selected = 0;
  }
}
