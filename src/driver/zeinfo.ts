/**
 * ze_info as the driver decodes it, up to the first thing that it refuses.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp; before 23.05 zebin_decoder.cpp.
 */
import type { RecordRows } from '../schema/index.ts';
import {
  bufferSizeFault,
  bufferTypeFault,
  bufferUseFault,
  inlineSamplerFault,
  type MemoryBuffer,
  mixedFault,
  simdSizeFault,
  slmModeFault,
} from '../zebin/index.ts';
import {
  bindingTableIndex,
  container,
  debugEnv,
  executionEnv,
  experimentalProperties,
  externalFunction,
  globalHostAccess,
  inlineSampler,
  kernel,
  kernelMiscInfo,
  l1CachePolicy,
  payloadArgument,
  perThreadMemoryBuffer,
  perThreadPayloadArgument,
  userAttributes,
} from '../zeinfo/index.ts';
import { DriverArguments, type Place, perThreadArgument } from './arguments.ts';
import type { Behaviour } from './behaviour.ts';
import { DriverStop, type Stops } from './stop.ts';
import { type DriverTree, NONE } from './tree.ts';
import { DriverRecord, Findings, readRecord } from './values.ts';

/** Major version of ze_info that the driver takes. */
const MAJOR = 1;

/** What later steps need to know of the text. */
export interface DriverInfo {
  /** Numbers and names of the kernels, with their places in the text. */
  readonly kernels: readonly { readonly index: number; readonly name: string; readonly place: readonly [number, number] }[];
}

export interface DecodeOptions {
  readonly behaviour: Behaviour;
  /** Bytes of a register of the device. */
  readonly grfBytes: number;
  /** Called for each kernel that is decoded, by releases that look for its code at once. */
  readonly kernelDone: (name: string, place: readonly [number, number]) => void;
  /** Called for each kernel that is refused, by its number; reading then continues, which no driver does. */
  readonly kernelStopped?: (index: number, stop: DriverStop) => void;
  readonly stops: Stops;
}

/** Where this stands, drivers end reading. */
const MISC_INFO = kernelMiscInfo.name;

/** The part of the text that the driver reads: `kernels_misc_info` and what follows is cut off, wherever these letters stand. */
export function readPart(text: string, behaviour: Behaviour): number {
  const cut = text.indexOf(MISC_INFO);
  if (cut < 0) return text.length;
  return text.indexOf('required_libs') > cut && behaviour.does('keepsMiscInfo') ? text.length : cut;
}

export function decodeZeInfo(tree: DriverTree, options: DecodeOptions): DriverInfo {
  const { behaviour, stops } = options;
  if (tree.empty) return { kernels: [] };
  const found = new Findings(stops);
  const top = entries(tree, 0, container, behaviour, found, '.ze_info');
  const once = (key: string) => stops.attempt(() => atMostOne(tree, top, key, '.ze_info'));
  if (behaviour.does('sectionsFirst')) {
    for (const key of ['kernels', 'version', 'global_host_access_table', 'functions', 'required_libs', 'l1_cache_policy']) once(key);
    stops.attempt(() => found.end());
    stops.attempt(() => readVersion(tree, top));
    stops.attempt(() => readHostAccess(tree, top, options));
    readFunctions(tree, top, options);
    const kernels = readKernels(tree, top, options);
    stops.attempt(() => readCachePolicy(tree, top, behaviour));
    return { kernels };
  }
  once('version');
  stops.attempt(() => readVersion(tree, top));
  once('kernels');
  if (!top.has('kernels')) return { kernels: [] };
  const kernels = readKernels(tree, top, options);
  stops.attempt(() => readHostAccess(tree, top, options));
  once('functions');
  readFunctions(tree, top, options);
  return { kernels };
}

type Entries = Map<string, number[]>;

/** The children of a node by key, as far as the rows know them. */
function entries(tree: DriverTree, node: number, rows: RecordRows, behaviour: Behaviour, found: Findings, where: string): Entries {
  const known: Entries = new Map();
  for (const child of tree.children(node)) {
    const key = tree.key(child);
    const attribute = Object.hasOwn(rows.attributes, key) ? rows.attributes[key] : undefined;
    if (attribute && behaviour.knows(attribute.driver)) {
      const nodes = known.get(key);
      if (nodes) nodes.push(child);
      else known.set(key, [child]);
    } else if (behaviour.does('strict')) found.unknownKey(tree, child, where);
  }
  return known;
}

function atMostOne(tree: DriverTree, top: Entries, key: string, where: string): void {
  const nodes = top.get(key) ?? [];
  if (nodes.length > 1) throw new DriverStop('driver/key-twice', `${where} has ${key} ${nodes.length} times`, ...tree.place(nodes[1] ?? 0));
}

function exactlyOne(tree: DriverTree, top: Entries, key: string, where: string, node: number): number {
  const nodes = top.get(key) ?? [];
  if (nodes[0] === undefined) throw new DriverStop('driver/key-missing', `${where} has no ${key}`, ...placeOf(tree, node));
  atMostOne(tree, top, key, where);
  return nodes[0];
}

function readVersion(tree: DriverTree, top: Entries): void {
  const node = top.get('version')?.[0];
  if (node === undefined) return;
  const text = tree.value(node) === NONE ? '' : tree.unquoted(node);
  const dot = text.indexOf('.');
  if (dot < 1 || dot === text.length - 1)
    throw new DriverStop('driver/version', `${text || 'nothing'} is not a version`, ...tree.place(node));
  const major = Number(/^[+-]?[0-9]+/.exec(text)?.[0] ?? 0);
  if (major !== MAJOR)
    throw new DriverStop('driver/major-version', `the major version is ${major}, and the driver takes ${MAJOR}`, ...tree.place(node));
}

function readHostAccess(tree: DriverTree, top: Entries, { behaviour, stops }: DecodeOptions): void {
  const node = top.get('global_host_access_table')?.[0];
  if (node === undefined) return;
  const found = new Findings(stops);
  for (const item of tree.children(node)) readRecord(tree, item, globalHostAccess, behaviour, 'global_host_access_table', found);
  found.end();
}

function readFunctions(tree: DriverTree, top: Entries, options: DecodeOptions): void {
  const node = top.get('functions')?.[0];
  if (node === undefined) return;
  const { behaviour, stops } = options;
  for (const item of tree.children(node)) {
    const unknown = new Findings(stops);
    const environment = new DriverRecord(behaviour);
    let inside: DriverStop | undefined;
    for (const child of tree.children(item)) {
      const key = tree.key(child);
      if (key === 'execution_env') inside ??= caught(() => readExecutionEnv(tree, child, options, 'a function', environment));
      else if (!Object.hasOwn(externalFunction.attributes, key) && behaviour.does('strict')) unknown.unknownKey(tree, child, 'a function');
    }
    stops.attempt(() => unknown.end());
    stops.attempt(() => {
      if (inside) throw inside;
    });
  }
}

function caught(run: () => unknown): DriverStop | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof DriverStop)) throw error;
    if (error.code.endsWith('-abort')) throw error;
    return error;
  }
}

function readCachePolicy(tree: DriverTree, top: Entries, behaviour: Behaviour): void {
  const node = top.get('l1_cache_policy')?.[0];
  if (node === undefined) return;
  const word = tree.text(tree.value(node));
  const member = l1CachePolicy.members.find((row) => row.value === word);
  if (!member || !behaviour.knows(member.driver))
    throw new DriverStop('driver/value', `l1_cache_policy is ${word || 'nothing'}`, ...tree.place(node));
}

/** The execution environment of a kernel or function. Since 23.05 its SIMD size is checked here. */
function readExecutionEnv(
  tree: DriverTree,
  node: number,
  { behaviour, stops }: DecodeOptions,
  where: string,
  record = new DriverRecord(behaviour),
): DriverRecord {
  const found = new Findings(stops);
  readRecord(tree, node, executionEnv, behaviour, `execution_env of ${where}`, found, record);
  if (!behaviour.does('sectionsFirst')) {
    found.end();
    return record;
  }
  found.endInvalid();
  checkSimd(tree, node, record.number('simd_size', -1));
  found.end();
  return record;
}

function checkSimd(tree: DriverTree, node: number, simd: number): void {
  const fault = simdSizeFault(simd);
  if (fault !== undefined) throw new DriverStop('driver/simd-size', fault, ...entryPlace(tree, node, 'simd_size'));
}

function readKernels(tree: DriverTree, top: Entries, options: DecodeOptions): DriverInfo['kernels'] {
  const node = top.get('kernels')?.[0];
  const kernels: { index: number; name: string; place: readonly [number, number] }[] = [];
  if (node === undefined) return kernels;
  let index = -1;
  for (const item of tree.children(node)) {
    index++;
    try {
      options.stops.attempt(() => {
        const decoded = readKernel(tree, item, options);
        kernels.push({ index, ...decoded });
        options.kernelDone(decoded.name, decoded.place);
      });
    } catch (error) {
      if (!(error instanceof DriverStop) || !options.kernelStopped) throw error;
      options.kernelStopped(index, error);
    }
  }
  return kernels;
}

const PARTS = Object.keys(kernel.attributes);

function readKernel(tree: DriverTree, node: number, options: DecodeOptions): { name: string; place: readonly [number, number] } {
  const { behaviour, grfBytes, stops } = options;
  const found = new Findings(stops);
  const parts = entries(tree, node, kernel, behaviour, found, 'a kernel');
  stops.attempt(() => found.end());
  const nameNode = exactlyOne(tree, parts, 'name', 'a kernel', node);
  const name = tree.unquoted(nameNode);
  const where = `kernel ${name}`;
  const env = exactlyOne(tree, parts, 'execution_env', where, node);
  for (const key of PARTS) stops.attempt(() => atMostOne(tree, parts, key, where));

  const environment = new DriverRecord(behaviour);
  const environmentKnown = stops.attempt(() => void readExecutionEnv(tree, env, options, where, environment));
  /** Sizes of local ids and buffers follow from the lanes. */
  const lanesKnown = () => environmentKnown || simdSizeFault(environment.number('simd_size', -1)) === undefined;
  stops.attempt(() => {
    const fault = behaviour.does('slmModes') ? slmModeFault(environment.number('slm_alloc_mode', 0)) : undefined;
    if (fault !== undefined) throw new DriverStop('driver/value-abort', `${where}: ${fault}`, ...entryPlace(tree, env, 'slm_alloc_mode'));
  });
  const record = (key: string, rows: RecordRows) => {
    const at = parts.get(key)?.[0];
    if (at === undefined) return undefined;
    const inside = new Findings(stops);
    const read = readRecord(tree, at, rows, behaviour, `${key} of ${where}`, inside);
    inside.end();
    return read;
  };
  const list = (key: string, rows: RecordRows) => {
    const at = parts.get(key)?.[0];
    const items: { record: DriverRecord; place: Place }[] = [];
    if (at === undefined) return items;
    const inside = new Findings(stops);
    for (const item of tree.children(at)) {
      const read = readRecord(tree, item, rows, behaviour, `${key} of ${where}`, inside);
      items.push({ record: read, place: () => placeOf(tree, item) });
    }
    inside.end();
    return items;
  };

  stops.attempt(() => record('user_attributes', userAttributes));
  let debug: DriverRecord | undefined;
  stops.attempt(() => {
    debug = record('debug_env', debugEnv);
  });
  let simd = environment.number('simd_size', -1);
  const state: { args: DriverArguments } = { args: new DriverArguments(0, behaviour) };
  // The surface of the debugger, which counts when arguments are looked at for what they mix.
  if (debug?.number('sip_surface_bti', -1) === 0) state.args.bind(0, () => tree.place(env));

  /** Each part: reading it, and what is then done with it. Releases before 23.05 read all parts first. */
  const perThread = () => {
    const items = list('per_thread_payload_arguments', perThreadPayloadArgument).filter((item) => item.record.number('size', -1) !== 0);
    return () => {
      for (const item of items)
        stops.attempt(() => {
          simd = perThreadArgument(item.record, simd, grfBytes, item.place);
        });
    };
  };
  const payload = () => {
    const items = list('payload_arguments', payloadArgument);
    return () => readPayload(items, state, options);
  };
  const samplers = () => {
    const items = list('inline_samplers', inlineSampler);
    return () => {
      for (const { record: sampler, place } of items) {
        const index = sampler.number('sampler_index', -1);
        const fault = inlineSamplerFault(index !== -1, sampler.word('addrmode'), sampler.word('filtermode'));
        if (fault !== undefined) throw new DriverStop('driver/inline-sampler', `${where}: ${fault}`, ...place());
        state.args.samplers = Math.max(state.args.samplers, (index + 1) & 0xff);
      }
    };
  };
  const buffers = () => {
    const items = list('per_thread_memory_buffers', perThreadMemoryBuffer);
    return () => {
      const slots = new Set<number>();
      for (const item of items) stops.attempt(() => readBuffer(item.record, item.place, simd, slots, behaviour, where));
    };
  };
  const experiments = () => {
    const at = parts.get('experimental_properties')?.[0];
    const inside = new Findings(stops);
    if (at !== undefined)
      for (const item of tree.children(at))
        readRecord(tree, item, experimentalProperties, behaviour, `experimental_properties of ${where}`, inside);
    inside.end();
    return () => {};
  };
  /** Runs a part; gives whether nothing in it was refused. */
  const taken = (part: () => void) => {
    const before = stops.list.length;
    stops.attempt(part);
    return stops.list.length === before;
  };
  // A mere consequence of a refused entry is not a separate reason.
  let argumentsKnown = true;
  if (behaviour.does('sectionsFirst')) {
    if (lanesKnown()) taken(() => perThread()());
    // Enough for any index.
    if (!taken(() => samplers()())) state.args.samplers = 0xff;
    argumentsKnown = taken(() => payload()());
    if (lanesKnown()) taken(() => buffers()());
    taken(() => experiments()());
  } else {
    const rest: (() => void)[] = [];
    for (const part of [perThread, payload, samplers, buffers, experiments])
      argumentsKnown = taken(() => void rest.push(part())) && argumentsKnown;
    // Stored in eight bits before it is looked at.
    simd &= 0xff;
    argumentsKnown = argumentsKnown && environmentKnown && taken(() => checkSimd(tree, env, simd));
    if (argumentsKnown) for (const take of rest) argumentsKnown = taken(take) && argumentsKnown;
  }
  if (!argumentsKnown) return { name, place: tree.place(nameNode) };
  stops.attempt(() => {
    for (const { record: entry, place } of list('binding_table_indices', bindingTableIndex)) {
      const what = state.args.boundTo(entry.number('arg_index', 0), place);
      stops.attempt(() => {
        if (what !== 'image' && what !== 'pointer')
          throw new DriverStop(
            'driver/binding-table',
            `the binding table has an entry for argument ${entry.number('arg_index', 0)}, which is ${what}`,
            ...place(),
          );
        state.args.bind(entry.number('bti_value', 0), place);
      });
    }
  });
  return { name, place: tree.place(nameNode) };
}

function placeOf(tree: DriverTree, item: number): readonly [number, number] {
  let place = tree.place(item);
  for (const child of tree.children(item)) {
    const [start, end] = tree.place(child);
    place = place[1] === 0 ? [start, end] : [Math.min(place[0], start), Math.max(place[1], end)];
  }
  return place;
}

/** The place of an entry; that of its map when it is not there. */
function entryPlace(tree: DriverTree, node: number, key: string): readonly [number, number] {
  const found = tree.children(node).filter((child) => tree.key(child) === key);
  return tree.place(found.at(-1) ?? node);
}

type Items = readonly { readonly record: DriverRecord; readonly place: Place }[];

function readPayload(items: Items, state: { args: DriverArguments }, { behaviour, stops }: DecodeOptions): void {
  const last = items.reduce((most, { record }) => Math.max(most, record.number('arg_index', -1)), -1);
  const before = state.args;
  const args = new DriverArguments(last + 1, behaviour, items.at(-1)?.place);
  args.samplers = before.samplers;
  args.bindings = before.bindings;
  state.args = args;
  const used = { bindlessBuffer: false, bindlessImage: false, statefulBuffer: false, statefulImage: false };
  for (const { record, place } of items) {
    if (!stops.attempt(() => args.payload(record, place))) continue;
    const index = record.number('arg_index', -1);
    const mode = record.word('addrmode');
    const word = record.word('arg_type');
    if ((word === 'const_base' || word === 'global_base') && mode === 'bindless' && record.number('offset', -1) !== -1)
      used.bindlessBuffer = true;
    if (index === -1 || (index < 0 && !behaviour.does('bindlessAlone'))) continue;
    const what = args.at(index, place);
    if (mode !== 'bindless' && mode !== 'stateful') continue;
    if (what === 'pointer') used[mode === 'bindless' ? 'bindlessBuffer' : 'statefulBuffer'] = true;
    else if (what === 'image') used[mode === 'bindless' ? 'bindlessImage' : 'statefulImage'] = true;
  }
  const fault = behaviour.does('bindlessAlone') ? mixedFault({ ...used, table: args.bindings > 0 }) : undefined;
  if (fault !== undefined) {
    const [start] = items[0]?.place() ?? [0, 0];
    throw new DriverStop('driver/bindless', fault, start, items.at(-1)?.place()[1] ?? start);
  }
}

function readBuffer(record: DriverRecord, place: Place, simd: number, slots: Set<number>, behaviour: Behaviour, where: string): void {
  const buffer: MemoryBuffer = {
    type: record.word('type'),
    usage: record.word('usage'),
    size: record.number('size', 0),
    slot: record.number('slot', 0),
    is_simt_thread: record.truth('is_simt_thread'),
  };
  const size = bufferSizeFault(buffer, simd, behaviour.does('largestBuffer'));
  const fault = size ?? bufferTypeFault(buffer) ?? bufferUseFault(buffer, slots);
  const aborts = size === undefined && buffer.type === 'scratch' && buffer.slot < 0;
  if (fault !== undefined) throw new DriverStop(aborts ? 'driver/value-abort' : 'driver/memory-buffer', `${where}: ${fault}`, ...place());
  if (buffer.type === 'scratch') slots.add(buffer.slot);
}
