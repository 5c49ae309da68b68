/**
 * How the driver processes the arguments of a kernel, by their kind.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp (populateKernelPayloadArgument,
 * populateKernelPerThreadPayloadArgument, populateKernelBindingTableIndicies).
 */
import {
  type ArgumentNature,
  addressModeFault,
  argumentRow,
  argumentSizeFault,
  inlinePointerFault,
  isObject,
  localIdsFault,
} from '../formats/zebin/index.ts';
import type { Behaviour } from './behaviour.ts';
import type { DriverRecord } from './record.ts';
import { DriverStop } from './stop.ts';

/** The driver's class of an explicit argument; `unknown` until an entry determines it. */
type Descriptor = 'unknown' | ArgumentNature;

interface Explicit {
  readonly what: Descriptor;
  /** Parts of a value. */
  readonly parts: number;
  /** Whether an access_type was read for it. */
  readonly accessed: boolean;
}
const UNKNOWN: Explicit = { what: 'unknown', parts: 0, accessed: false };

/** A list of more explicit arguments, or a binding table with more entries, does not fit in 4 GiB of memory. */
const MOST_ARGUMENTS = 49_000_000;
const MOST_BINDINGS = 22_000_000;

/** The explicit arguments of one kernel. */
export class DriverArguments {
  /** Number of explicit arguments: the largest arg_index plus one. */
  private readonly count: number;
  /** By the text of arg_index: the hash of numbers has no seed. */
  private readonly explicit = new Map<string, Explicit>();
  private readonly behaviour: Behaviour;
  /** Entries of the sampler table so far. */
  samplers = 0;
  private greatest = 0;
  /** Entries of the binding table so far. */
  bindings = 0;

  constructor(count: number, behaviour: Behaviour, last?: DriverRecord) {
    if (last && count > MOST_ARGUMENTS)
      throw new DriverStop('driver/memory-abort', `a kernel has ${count} explicit arguments`, ...last.place());
    this.count = count;
    this.behaviour = behaviour;
  }

  /** The class of an explicit argument. Stops where the driver reads outside its list. */
  at(index: number, record: DriverRecord): Descriptor {
    if (index < 0 || index >= this.count)
      throw new DriverStop(
        'driver/argument-index-abort',
        `an argument has arg_index ${index}, and the kernel has ${this.count} explicit arguments`,
        ...record.place(),
      );
    return this.known(index).what;
  }

  private become(index: number, what: Descriptor, record: DriverRecord): void {
    const now = this.at(index, record);
    if (now !== 'unknown' && now !== what)
      throw new DriverStop(
        'driver/argument-kind-abort',
        `argument ${index} is ${now} in one entry and ${what} in another`,
        ...record.place(),
      );
    this.note(index, { what });
  }

  private known(index: number): Explicit {
    return this.explicit.get(`${index}`) ?? UNKNOWN;
  }

  private note(index: number, facts: Partial<Explicit>): void {
    this.explicit.set(`${index}`, { ...this.known(index), ...facts });
  }

  /** Processes one entry of payload_arguments. @param inlineBytes inline_data_payload_size of the kernel */
  payload(record: DriverRecord, inlineBytes: () => number): void {
    const word = record.word('arg_type');
    const size = record.number('size', 0);
    const index = record.number('arg_index', -1);
    const refuse = (why: string) => new DriverStop('driver/argument', why, ...record.place());
    const row = argumentRow(word);
    if (row === undefined || row.place !== undefined)
      throw refuse(`an argument of type ${word || '(none)'} cannot be in payload_arguments`);
    const fault = argumentSizeFault(word, size);
    if (fault !== undefined) throw refuse(fault);
    const outside = inlinePointerFault(word, record.number('offset', -1), size, inlineBytes);
    if (outside !== undefined && this.behaviour.does('inlinePointers')) throw refuse(outside);
    if (row.of === 'by-address-space') this.pointer(record, index);
    else if (row.of === 'any') this.at(index, record);
    else if (row.of !== undefined) this.become(index, row.of, record);
    if (row.of === 'value') {
      const { parts } = this.known(index);
      if (record.number('source_offset', -1) === -1 && parts > 0) throw refuse('a further part of an argument has no source_offset');
      this.note(index, { parts: parts + 1 });
    } else if (word === 'inline_sampler' && this.samplers < record.number('sampler_index', -1))
      throw refuse('an inline_sampler has a sampler_index beyond the samplers of the kernel');
    else if ((word === 'const_base' || word === 'global_base') && record.word('addrmode') !== 'bindless')
      this.bind(record.number('bti_value', -1), record);
  }

  private pointer(record: DriverRecord, index: number): void {
    const space = record.word('addrspace');
    this.become(index, isObject(space) ? space : 'pointer', record);
    const what = this.at(index, record);
    if (record.word('access_type') !== '') this.note(index, { accessed: true });
    else if (this.known(index).accessed)
      throw new DriverStop(
        'driver/argument-kind-abort',
        `argument ${index} has an access_type in one entry and none in another`,
        ...record.place(),
      );
    const mode = record.word('addrmode');
    const fault = addressModeFault(mode, space);
    if (fault !== undefined) throw new DriverStop('driver/argument', `argument ${index}: ${fault}`, ...record.place());
    if (mode === 'stateful' || mode === 'bindless') {
      if (what === 'sampler') this.samplers = Math.max(this.samplers, (record.number('sampler_index', -1) + 1) & 0xff);
    } else if (mode !== 'stateless' && what !== 'pointer')
      throw new DriverStop('driver/argument-kind-abort', `argument ${index} is ${what} and in shared local memory`, ...record.place());
  }

  /** The class of the explicit argument that a binding table entry is for: `unknown` for an index past the end of the list. */
  boundTo(index: number, record: DriverRecord): Descriptor {
    return index >= this.count ? 'unknown' : this.at(index, record);
  }

  /** Adds an entry to the binding table. */
  bind(bti: number, record: DriverRecord): void {
    if (this.behaviour.does('sectionsFirst')) {
      if (bti !== -1) this.bindings = Math.max(this.bindings, (bti + 1) & 0xff);
      return;
    }
    // Compared as unsigned, counted as signed.
    this.greatest = Math.max(this.greatest, bti >>> 0);
    this.bindings = (this.greatest | 0) + 1;
    if (this.bindings < 0 || this.bindings > MOST_BINDINGS)
      throw new DriverStop('driver/memory-abort', `the binding table has an entry ${bti}`, ...record.place());
  }
}

/** Processes one entry of per_thread_payload_arguments; returns the SIMD size that holds from then on. */
export function perThreadArgument(record: DriverRecord, simd: number, grfBytes: number): number {
  const word = record.word('arg_type');
  const size = record.number('size', -1);
  const fault = localIdsFault(word, record.number('offset', -1), size, simd, grfBytes);
  if (fault !== undefined) throw new DriverStop('driver/argument', fault, ...record.place());
  return word === 'packed_local_ids' ? 1 : simd;
}
