/** A kernel of ze_info, as the driver decodes it. */
import type { RecordRows } from '../core/schema/index.ts';
import {
  bufferSizeFault,
  bufferTypeFault,
  bufferUseFault,
  inlineSamplerFault,
  type MemoryBuffer,
  mixedFault,
  simdSizeFault,
  slmModeFault,
} from '../formats/zebin/index.ts';
import {
  bindingTableIndex,
  debugEnv,
  executionEnv,
  experimentalProperties,
  inlineSampler,
  kernel,
  payloadArgument,
  perThreadMemoryBuffer,
  perThreadPayloadArgument,
  userAttributes,
} from '../formats/zeinfo/index.ts';
import { DriverArguments, perThreadArgument } from './arguments.ts';
import type { Behaviour } from './behaviour.ts';
import { checkExecutionEnv, checkSimd } from './execution-env.ts';
import type { InfoTree } from './info-tree.ts';
import type { DecodeOptions } from './options.ts';
import { DriverRecord, Findings } from './record.ts';
import { DriverStop } from './stop.ts';

/** Applies a part of a kernel that was read. */
type Apply = () => void;

const PARTS = Object.keys(kernel.attributes);

/** Decodes a kernel; returns the node of its name. */
export function readKernel(tree: InfoTree, node: number, options: DecodeOptions): number {
  return new KernelReader(tree, node, options).read();
}

class KernelReader {
  private readonly tree: InfoTree;
  private readonly options: DecodeOptions;
  private readonly parts: DriverRecord;
  /** The node of the name. */
  private readonly name: number;
  private readonly where: string;
  private readonly environment: DriverRecord;
  private readonly environmentKnown: boolean;
  private simd: number;
  private args: DriverArguments;

  constructor(tree: InfoTree, node: number, options: DecodeOptions) {
    const { behaviour, stops } = options;
    this.tree = tree;
    this.options = options;
    const findings = new Findings(stops);
    this.parts = new DriverRecord(tree, node, kernel, behaviour);
    this.parts.unknownKeys('a kernel', findings);
    stops.attempt(() => findings.end());
    this.name = this.parts.exactlyOne('name', 'a kernel');
    this.where = `kernel ${tree.unquoted(this.name)}`;
    const env = this.parts.exactlyOne('execution_env', this.where);
    for (const key of PARTS) stops.attempt(() => this.parts.atMostOne(key, this.where));
    this.environment = new DriverRecord(tree, env, executionEnv, behaviour);
    this.environmentKnown = stops.attempt(() => checkExecutionEnv(this.environment, options, this.where));
    this.simd = this.environment.number('simd_size', -1);
    this.args = new DriverArguments(0, behaviour);
  }

  read(): number {
    const { behaviour, stops } = this.options;
    stops.attempt(() => {
      const fault = slmModeFault(this.environment.number('slm_alloc_mode', 0));
      if (fault !== undefined && behaviour.does('slmModes'))
        throw new DriverStop('driver/value-abort', `${this.where}: ${fault}`, ...this.environment.placeOf('slm_alloc_mode'));
    });
    stops.attempt(() => this.record('user_attributes', userAttributes));
    let debug: DriverRecord | undefined;
    stops.attempt(() => {
      debug = this.record('debug_env', debugEnv);
    });
    // The surface of the debugger; it counts when the address modes of the arguments are compared.
    if (debug?.number('sip_surface_bti', -1) === 0) this.args.bind(0, debug);
    const argumentsKnown = behaviour.does('sectionsFirst') ? this.applyEach() : this.applyAll();
    if (argumentsKnown) stops.attempt(() => this.bindingTable());
    return this.name;
  }

  /** Applies each part after reading it. Returns whether the arguments are known: mere consequences of a refused entry are not reported. */
  private applyEach(): boolean {
    if (this.lanesKnown()) this.succeeds(() => this.perThread()());
    // Large enough for any index.
    if (!this.succeeds(() => this.samplers()())) this.args.samplers = 0xff;
    const argumentsKnown = this.succeeds(() => this.payload()());
    if (this.lanesKnown()) this.succeeds(() => this.buffers()());
    this.succeeds(() => this.experiments()());
    return argumentsKnown;
  }

  /** Reads as releases before 23.05 do, which read all parts before they apply any. */
  private applyAll(): boolean {
    const rest: Apply[] = [];
    let known = true;
    const parts = [() => this.perThread(), () => this.payload(), () => this.samplers(), () => this.buffers(), () => this.experiments()];
    for (const part of parts) known = this.succeeds(() => void rest.push(part())) && known;
    // Stored in eight bits before it is checked.
    this.simd &= 0xff;
    known = known && this.environmentKnown && this.succeeds(() => checkSimd(this.environment, this.simd));
    if (known) for (const apply of rest) known = this.succeeds(apply) && known;
    return known;
  }

  /** Whether the number of lanes is known: the sizes of local ids and buffers depend on it. */
  private lanesKnown(): boolean {
    return this.environmentKnown || simdSizeFault(this.environment.number('simd_size', -1)) === undefined;
  }

  /** Runs a part; returns whether nothing in it was refused. */
  private succeeds(part: () => void): boolean {
    const { stops } = this.options;
    const before = stops.list.length;
    stops.attempt(part);
    return stops.list.length === before;
  }

  private record(key: string, rows: RecordRows): DriverRecord | undefined {
    const at = this.parts.first(key);
    return at === undefined ? undefined : this.checked(key, rows, [at])[0];
  }

  private list(key: string, rows: RecordRows): readonly DriverRecord[] {
    const at = this.parts.first(key);
    return at === undefined ? [] : this.checked(key, rows, this.tree.children(at));
  }

  private checked(key: string, rows: RecordRows, nodes: readonly number[]): readonly DriverRecord[] {
    const { behaviour, stops } = this.options;
    const inside = new Findings(stops);
    const where = `${key} of ${this.where}`;
    const records = nodes.map((node) => new DriverRecord(this.tree, node, rows, behaviour));
    for (const record of records) record.refusals(where, inside);
    inside.end();
    return records;
  }

  private perThread(): Apply {
    const { grfBytes, stops } = this.options;
    const items = this.list('per_thread_payload_arguments', perThreadPayloadArgument).filter((record) => record.number('size', -1) !== 0);
    return () => {
      for (const record of items)
        stops.attempt(() => {
          this.simd = perThreadArgument(record, this.simd, grfBytes);
        });
    };
  }

  private samplers(): Apply {
    const items = this.list('inline_samplers', inlineSampler);
    return () => {
      for (const sampler of items) {
        const index = sampler.number('sampler_index', -1);
        const fault = inlineSamplerFault(index !== -1, sampler.word('addrmode'), sampler.word('filtermode'));
        if (fault !== undefined) throw new DriverStop('driver/inline-sampler', `${this.where}: ${fault}`, ...sampler.place());
        this.args.samplers = Math.max(this.args.samplers, (index + 1) & 0xff);
      }
    };
  }

  private buffers(): Apply {
    const { behaviour, stops } = this.options;
    const items = this.list('per_thread_memory_buffers', perThreadMemoryBuffer);
    return () => {
      const slots: boolean[] = [];
      for (const record of items) stops.attempt(() => readBuffer(record, this.simd, slots, behaviour, this.where));
    };
  }

  private experiments(): Apply {
    this.list('experimental_properties', experimentalProperties);
    return () => {};
  }

  private payload(): Apply {
    const items = this.list('payload_arguments', payloadArgument);
    return () => this.applyPayload(items);
  }

  private applyPayload(items: readonly DriverRecord[]): void {
    const { behaviour, stops } = this.options;
    const last = items.reduce((most, record) => Math.max(most, record.number('arg_index', -1)), -1);
    const args = new DriverArguments(last + 1, behaviour, items.at(-1));
    const inlineBytes = () => this.environment.number('inline_data_payload_size', 0) & 0xffff;
    args.samplers = this.args.samplers;
    args.bindings = this.args.bindings;
    this.args = args;
    const used = { bindlessBuffer: false, bindlessImage: false, statefulBuffer: false, statefulImage: false };
    for (const record of items) {
      if (!stops.attempt(() => args.payload(record, inlineBytes))) continue;
      const index = record.number('arg_index', -1);
      const mode = record.word('addrmode');
      const word = record.word('arg_type');
      if ((word === 'const_base' || word === 'global_base') && mode === 'bindless' && record.number('offset', -1) !== -1)
        used.bindlessBuffer = true;
      if (index === -1 || (index < 0 && !behaviour.does('bindlessAlone'))) continue;
      const what = args.at(index, record);
      if (mode !== 'bindless' && mode !== 'stateful') continue;
      if (what === 'pointer') used[mode === 'bindless' ? 'bindlessBuffer' : 'statefulBuffer'] = true;
      else if (what === 'image') used[mode === 'bindless' ? 'bindlessImage' : 'statefulImage'] = true;
    }
    const fault = mixedFault({ table: args.bindings > 0, ...used });
    if (fault !== undefined && behaviour.does('bindlessAlone')) {
      const [start] = items[0]?.place() ?? [0, 0];
      throw new DriverStop('driver/bindless', fault, start, items.at(-1)?.place()[1] ?? start);
    }
  }

  private bindingTable(): void {
    for (const record of this.list('binding_table_indices', bindingTableIndex)) {
      const index = record.number('arg_index', 0);
      const what = this.args.boundTo(index, record);
      this.options.stops.attempt(() => {
        if (what !== 'image' && what !== 'pointer')
          throw new DriverStop(
            'driver/binding-table',
            `the binding table has an entry for argument ${index}, which is ${what}`,
            ...record.place(),
          );
        this.args.bind(record.number('bti_value', 0), record);
      });
    }
  }
}

function readBuffer(record: DriverRecord, simd: number, slots: boolean[], behaviour: Behaviour, where: string): void {
  const buffer: MemoryBuffer = {
    type: record.word('type'),
    usage: record.word('usage'),
    size: record.number('size', 0),
    slot: record.number('slot', 0),
    is_simt_thread: record.truth('is_simt_thread'),
  };
  const wrong = bufferSizeFault(buffer, simd);
  const size = wrong === undefined || buffer.size <= 0 || behaviour.does('largestBuffer') ? wrong : undefined;
  const fault = size ?? bufferTypeFault(buffer) ?? bufferUseFault(buffer, slots);
  const aborts = size === undefined && buffer.type === 'scratch' && buffer.slot < 0;
  if (fault !== undefined)
    throw new DriverStop(aborts ? 'driver/value-abort' : 'driver/memory-buffer', `${where}: ${fault}`, ...record.place());
  if (buffer.type === 'scratch') slots[buffer.slot] = true;
}
