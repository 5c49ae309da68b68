/** What names in expressions stand for in a launch: registers, variables, arguments, work-items. */
import type { Zebin, ZebinKernel } from '../../formats/zebin/index.ts';
import { sizeOf } from '../case/elements.ts';
import { elementOf } from '../case/given.ts';
import { payloadLayout } from '../dispatch.ts';
import type { Launch } from '../model.ts';
import { type Parameter, signatureOf } from '../signature.ts';
import type { Thread } from '../thread.ts';
import type { Names } from './expression.ts';
import { DebugError, registerNamed } from './registers.ts';
import type { Tracker } from './tracker.ts';
import { INT, type Space, type Value, type ValuePlace, valueAt } from './values.ts';

/** Variables of the source at a place. */
export interface Variables {
  /** The value for a lane; undefined if there is no such variable here. Throws {@link DebugError} if it cannot be told. */
  named(name: string, t: Thread, lane: number, memory: Names['memory']): Value | undefined;
}

export class LaunchNames implements Names {
  readonly parameters: readonly Parameter[];
  private readonly tracker: Tracker;
  private readonly launch: Launch;
  private readonly variables: Variables;
  private readonly simd: number;
  private readonly order: readonly number[];

  constructor(zebin: Zebin, kernel: ZebinKernel, launch: Launch, tracker: Tracker, variables: Variables) {
    this.tracker = tracker;
    this.launch = launch;
    this.variables = variables;
    this.parameters = signatureOf(zebin, kernel);
    const { simd, order } = payloadLayout(tracker.places.layout, kernel);
    [this.simd, this.order] = [Math.max(simd, 1), order];
  }

  /** Lanes of a thread. */
  get lanes(): number {
    return this.simd;
  }

  register(text: string): ReturnType<Names['register']> {
    const { place, offsetOf, type, isOfLanes, end } = registerNamed(this.tracker.places.layout, text);
    return {
      isOfLanes,
      of: ({ bytes }, lane) => {
        const at = place + offsetOf(lane);
        if (at + sizeOf(type) > end) throw new DebugError(`lane ${lane} of ${text} is outside of the registers`);
        return valueAt({ bytes, at }, type);
      },
    };
  }

  special(name: string): ReturnType<Names['special']> {
    if (name === 'lane') return { isOfLanes: true, of: (_, lane) => INT(lane) };
    if (name === 'thread') return { isOfLanes: false, of: ({ index }) => INT(index) };
    if (name === 'mask') return { isOfLanes: false, of: ({ mask }) => INT(mask >>> 0) };
    if (name === 'pc') return { isOfLanes: false, of: ({ ip }) => INT(ip) };
    return undefined;
  }

  named(name: string, t: Thread, lane: number): Value {
    const parameter = this.parameters.find((one) => one.name === name || `arg${one.index}` === name);
    try {
      const variable = this.variables.named(name, t, lane, this.memory.bind(this));
      if (variable) return variable;
    } catch (error) {
      // Memory of an argument stays where it is, wherever the compiler keeps the pointer.
      if (!(error instanceof DebugError) || parameter === undefined || !['buffer', 'local', 'image'].includes(parameter.kind ?? ''))
        throw error;
    }
    if (name === 'local' || name === 'scratch') return { type: { space: name, to: 'uchar' }, value: 0n };
    if (parameter === undefined) throw new DebugError(`there is no variable or argument ${name} here`);
    return this.argument(parameter);
  }

  call(name: string, dimension: number): ReturnType<Names['call']> {
    if (name === 'get_group_id') return () => INT(this.tracker.group[dimension] ?? 0);
    if (name === 'get_local_id') return (t, lane) => INT(this.localId(t, lane)[dimension] ?? 0);
    if (name === 'get_global_id') return (t, lane) => INT(this.globalId(t, lane)[dimension] ?? 0);
    return undefined;
  }

  memory(space: Space, address: number, size: number, t: Thread): ValuePlace {
    const { memory, local } = this.tracker.places;
    const found = space === 'global' ? memory.at(address) : space === 'local' ? local : t.scratch[0];
    const at = address - (found?.start ?? 0);
    if (found === undefined || !(at >= 0 && address + size <= found.end))
      throw new DebugError(`${space === 'global' ? '' : `${space} memory: `}there is no memory at 0x${address.toString(16)}`);
    return { bytes: found.bytes, at };
  }

  /** Bytes from an address to the end of its memory. Throws as {@link memory}. */
  sizeFrom(space: Space, address: number, t: Thread): number {
    const { memory, local } = this.tracker.places;
    this.memory(space, address, 1, t);
    const found = space === 'global' ? memory.at(address) : space === 'local' ? local : t.scratch[0];
    return (found?.end ?? address) - address;
  }

  /** The global id of a lane. */
  globalId(t: Thread, lane: number): readonly number[] {
    const { local, offset = [] } = this.launch;
    const { group } = this.tracker;
    return this.localId(t, lane).map((id, d) => (offset[d] ?? 0) + (group[d] ?? 0) * (local[d] ?? 1) + id);
  }

  private localId({ index }: Thread, lane: number): readonly number[] {
    const { global, local } = this.launch;
    const { group } = this.tracker;
    const sizes = [0, 1, 2].map((d) => Math.min(local[d] ?? 1, (global[d] ?? 1) - (group[d] ?? 0) * (local[d] ?? 1)));
    const id = [0, 0, 0];
    let item = index * this.simd + lane;
    for (const d of this.order) {
      const size = Math.max(sizes[d] ?? 1, 1);
      id[d] = item % size;
      item = Math.floor(item / size);
    }
    return id;
  }

  /** A pointer, or the value that was given. */
  private argument(parameter: Parameter): Value {
    const { index, kind } = parameter;
    const element = elementOf(parameter) ?? 'uchar';
    const { arguments: memory, localOffsets } = this.tracker.places;
    const found = memory[index];
    if (found !== undefined) return { type: { space: 'global', to: element }, value: BigInt(found.start) };
    if (kind === 'local') return { type: { space: 'local', to: element }, value: BigInt(localOffsets[index] ?? 0) };
    const given = this.launch.arguments[index];
    if (given?.kind === 'value' && given.bytes.length > 0) {
      const { type, value } = valueAt(
        { bytes: given.bytes, at: 0 },
        given.bytes.length === parameter.size ? (elementOf(parameter) ?? 'uchar') : 'uchar',
      );
      return { type, value };
    }
    throw new DebugError(`argument ${index} has no memory and no value`);
  }
}
