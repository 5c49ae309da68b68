/** Where a message goes: memory by address, a surface, local memory, scratch memory. */
import { type Instruction, type Message, optionBit, XE, XE_HP } from '../../formats/eu/index.ts';
import { Unsupported } from '../alu/elements.ts';
import { Halt, halt } from '../halt.ts';
import type { Allocation, Memory } from '../memory.ts';
import type { Touch, Watch } from '../observer.ts';
import type { RegisterLayout } from '../registers.ts';
import { HEAP_ADDRESS, STATE_BYTES, type Surface } from '../surfaces.ts';
import type { Target, Thread } from '../thread.ts';
import type { Payload } from './payload.ts';

/** Before the first access. */
const NO_MEMORY: Allocation = { name: '', id: -1, start: 0, end: 0, bytes: new Uint8Array(0), i32: new Int32Array(0) };

/** All memory, by address. */
export class FlatTarget implements Target {
  memory: Allocation = NO_MEMORY;
  bytes: Uint8Array = NO_MEMORY.bytes;
  private readonly all: Memory;

  constructor(all: Memory) {
    this.all = all;
  }

  at(address: number, size: number): number {
    const found = this.all.find(address, size);
    this.memory = found;
    this.bytes = found.bytes;
    return address - found.start;
  }
}

/** A surface or local memory: from 0 to a size. */
export class BoundedTarget implements Target {
  readonly memory: Allocation;
  readonly bytes: Uint8Array;
  readonly size: number;

  constructor(memory: Allocation, size: number) {
    this.memory = memory;
    this.bytes = memory.bytes;
    this.size = size;
  }

  at(address: number, size: number): number {
    return address >= 0 && address + size <= this.size ? address : -1;
  }
}

/**
 * The bits of an address in local memory that count: the compiler sets one above them, so that no pointer to local memory is null.
 *
 * Source: VALID_LOCAL_HIGH_BITS in IGC/Compiler/Optimizer/OpenCLPasses/LocalBuffers/InlineLocalsResolution.cpp of
 * intel/intel-graphics-compiler.
 */
const LOCAL_BITS = 0x0fff_ffff;

/** Local memory. */
export class LocalTarget extends BoundedTarget {
  override at(address: number, size: number): number {
    return super.at(address & LOCAL_BITS, size);
  }
}

/** What instructions are translated for. Without observers, it is the same for all launches of a program. */
export interface Translation {
  readonly layout: RegisterLayout;
  /** What observers do at an instruction. */
  readonly observe?: (instruction: Instruction, message: Message | undefined) => Watch | undefined;
  /** What they do at the accesses of the message that is translated. */
  readonly touch?: MemoryWatch | undefined;
}

type MemoryWatch = NonNullable<Watch['memory']>;

const EXBSO = optionBit('ExBSO');
/** Indices in the binding table that mean something else. */
const BINDLESS = 252;
const SHARED = 254;

/** The target of a message, known when the message is sent. */
export type TargetOf = (t: Thread) => Target;

export function targetOf(translation: Translation, instruction: Instruction, message: Message, payload: Payload): TargetOf {
  return watched(translation, unwatched(translation, instruction, message), payload);
}

/** The target, whose accesses the observer is told of if there is one. */
export function watched({ touch }: Translation, target: TargetOf, { origin }: Payload): TargetOf {
  if (touch === undefined) return target;
  const tell: MemoryWatch = origin === undefined ? touch : (t, one) => touch(t, { ...one, register: origin(t, one.register) });
  const watchedTarget = new WatchedTarget(tell);
  return (t) => watchedTarget.of(target(t), t);
}

/** Tells the observer of an access to an image, if there is one. */
export function imageTeller({
  touch,
}: Translation): (t: Thread, memory: Allocation, index: number, size: number, lane: number, register: number) => void {
  if (touch === undefined) return () => undefined;
  return (t, memory, index, size, lane, register) => {
    touch(t, { lane, register, address: index, size, memory: index < 0 ? undefined : memory, index, target: memory, fault: undefined });
  };
}

class WatchedTarget implements Target {
  memory: Allocation = NO_MEMORY;
  bytes: Uint8Array = NO_MEMORY.bytes;
  private target: Target | undefined;
  private thread: Thread | undefined;
  private readonly touch: MemoryWatch;
  /** One object for all accesses: there are many. */
  private readonly one: { -readonly [K in keyof Touch]: Touch[K] } = {
    ...{ lane: 0, register: 0, address: 0, size: 0, memory: undefined, index: 0, target: undefined, fault: undefined },
  };

  constructor(touch: MemoryWatch) {
    this.touch = touch;
  }

  /** The accesses of a thread to a target. */
  of(target: Target, thread: Thread): this {
    this.target = target;
    this.thread = thread;
    return this;
  }

  at(address: number, size: number, lane: number, register: number): number {
    const { one } = this;
    const target = this.target as Target;
    const thread = this.thread as Thread;
    one.lane = lane;
    one.register = register;
    one.address = address;
    one.size = size;
    let index = -1;
    try {
      index = target.at(address, size, lane, register);
      one.fault = undefined;
    } catch (error) {
      if (!(error instanceof Halt)) throw error;
      one.fault = error;
    }
    one.index = index;
    one.target = one.fault === undefined ? target.memory : undefined;
    one.memory = index < 0 ? undefined : target.memory;
    const { fault } = one;
    const goesOn = this.touch(thread, one);
    if (fault !== undefined && !goesOn) throw fault;
    this.memory = target.memory;
    this.bytes = target.bytes;
    return index;
  }
}

const localTarget: TargetOf = ({ around }) => around.local;
export const flatTarget: TargetOf = ({ around }) => around.flat;

function unwatched({ layout }: Translation, instruction: Instruction, message: Message): TargetOf {
  const { unit, model, surface } = message;
  if (unit === 'slm' || message.shared === true) return localTarget;
  if (model === 'scratch') {
    if (hasScratchAddress(layout.platform)) return flatTarget;
    const [header] = instruction.sources;
    const word = ((header === undefined ? 0 : layout.placeOf(header)) ?? 0) / 4 + 5;
    return (t) => {
      const state = t.around.surfaces.atOffset(((t.u32[word] ?? 0) & ~0x3ff) >>> 4);
      return bounded(t, state ?? { kind: 'scratch', slot: 0 });
    };
  }
  if (model === 'surf') {
    const surfaceOf = surfaceAt(layout, instruction, message);
    return (t) => bounded(t, surfaceOf(t));
  }
  if (model === 'flat') return flatTarget;
  if (model === 'bti' && surface !== undefined && surface >= 253) return surface === SHARED ? localTarget : flatTarget;
  const surfaceOf = surfaceAt(layout, instruction, message);
  return (t) => bounded(t, surfaceOf(t));
}

/** The surface of a message that has one. */
export function surfaceAt(layout: RegisterLayout, { send, options }: Instruction, message: Message): (t: Thread) => Surface {
  const { model, surface, surfaceRegister, base, surfaceIndex = 0 } = message;
  const exists = (found: Surface | undefined, text: string): Surface => {
    if (found === undefined) throw halt('no-surface', text);
    return found;
  };
  if (model === 'surf' || (model === undefined && base !== undefined)) {
    if (base === undefined) throw new Unsupported('a surface without its address');
    const at = (layout.of('s') + base) >> 2;
    return ({ i32, around }) => {
      const offset = ((i32[at + 1] ?? 0) >>> 0) * 2 ** 32 + ((i32[at] ?? 0) >>> 0) - HEAP_ADDRESS + STATE_BYTES * surfaceIndex;
      return exists(around.surfaces.atOffset(offset), `with the state at 0x${(offset + HEAP_ADDRESS).toString(16)}`);
    };
  }
  const isTable = model === 'bti' || (model === undefined && surface !== undefined);
  if (isTable && surface !== BINDLESS) {
    if (surfaceRegister !== undefined && surface === undefined) throw new Unsupported('an index of the binding table in a register');
    return ({ around }) => exists(around.surfaces.table[surface ?? -1], `${surface ?? ''} in the binding table`);
  }
  if (send?.exDesc.isRegister !== true) {
    const offset = surface ?? 0;
    return ({ around }) => exists(around.surfaces.atOffset(offset), `with the state at ${offset}`);
  }
  const register = (layout.of('a') >> 2) + send.exDesc.sub;
  const isOffset = layout.platform > XE_HP || (options & EXBSO) !== 0;
  return ({ u32, around }) => {
    const value = u32[register] ?? 0;
    const offset = isOffset ? value & ~63 : (value >>> 12) * STATE_BYTES;
    return exists(around.surfaces.atOffset(offset >>> 0), `with the state at ${offset >>> 0}`);
  };
}

function bounded(t: Thread, surface: Surface): Target {
  if (surface.kind === 'scratch') {
    const memory = t.scratch[surface.slot];
    if (memory === undefined) throw halt('no-scratch');
    return new BoundedTarget(memory, memory.end);
  }
  const { memory } = surface;
  return new BoundedTarget(memory, surface.kind === 'buffer' ? surface.size : memory.end - memory.start);
}

/** Whether scratch memory is reached by its address in r0.5. */
export const hasScratchAddress = (platform: number): boolean => platform <= XE;
