/**
 * ze_info as the driver decodes it, up to the first thing that it refuses.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp; before 23.05 zebin_decoder.cpp.
 */
import { container, executionEnv, externalFunction, globalHostAccess, kernelMiscInfo, l1CachePolicy } from '../formats/zeinfo/index.ts';
import type { Behaviour } from './behaviour.ts';
import { checkExecutionEnv } from './execution-env.ts';
import type { InfoTree } from './info-tree.ts';
import { readKernel } from './kernel.ts';
import type { DecodeOptions } from './options.ts';
import { DriverRecord, Findings } from './record.ts';
import { DriverStop } from './stop.ts';
import { NONE } from './tree.ts';

/** Major version of ze_info that the driver accepts. */
const MAJOR = 1;

/** The parts of ze_info that later steps need. */
export interface DriverInfo {
  /** The decoded kernels: their indices, and the nodes of their names. */
  readonly kernels: readonly { readonly index: number; readonly name: number }[];
}

/** Drivers stop reading where this text appears. */
const MISC_INFO = kernelMiscInfo.name;

/** The end of the part that the driver reads: the text is cut off at `kernels_misc_info`, wherever these characters appear. */
export function readPart(text: string, behaviour: Behaviour): number {
  const cut = text.indexOf(MISC_INFO);
  if (cut < 0) return text.length;
  return text.indexOf('required_libs') > cut && behaviour.does('keepsMiscInfo') ? text.length : cut;
}

export function decodeZeInfo(tree: InfoTree, options: DecodeOptions): DriverInfo {
  const { behaviour, stops } = options;
  if (tree.empty) return { kernels: [] };
  const findings = new Findings(stops);
  const top = new DriverRecord(tree, 0, container, behaviour);
  top.unknownKeys('.ze_info', findings);
  const once = (key: string) => stops.attempt(() => top.atMostOne(key, '.ze_info'));
  if (behaviour.does('sectionsFirst')) {
    for (const key of ['kernels', 'version', 'global_host_access_table', 'functions', 'required_libs', 'l1_cache_policy']) once(key);
    stops.attempt(() => findings.end());
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
  if (top.first('kernels') === undefined) return { kernels: [] };
  const kernels = readKernels(tree, top, options);
  stops.attempt(() => readHostAccess(tree, top, options));
  once('functions');
  readFunctions(tree, top, options);
  return { kernels };
}

function readVersion(tree: InfoTree, top: DriverRecord): void {
  const node = top.first('version');
  if (node === undefined) return;
  const text = tree.value(node) === NONE ? '' : tree.unquoted(node);
  const dot = text.indexOf('.');
  if (dot < 1 || dot === text.length - 1)
    throw new DriverStop('driver/version', `${text || 'nothing'} is not a version`, ...tree.place(node));
  const major = Number(/^[+-]?[0-9]+/.exec(text)?.[0] ?? 0);
  if (major !== MAJOR)
    throw new DriverStop('driver/major-version', `the major version is ${major}, and the driver requires ${MAJOR}`, ...tree.place(node));
}

function readHostAccess(tree: InfoTree, top: DriverRecord, { behaviour, stops }: DecodeOptions): void {
  const node = top.first('global_host_access_table');
  if (node === undefined) return;
  const records = tree.children(node).map((item) => new DriverRecord(tree, item, globalHostAccess, behaviour));
  const empty = records.flatMap((record) => record.known()).find((entry) => tree.value(entry.node) === NONE);
  if (empty) throw new DriverStop('driver/yaml-abort', `${empty.row?.key} has no value; it is read anyway`, ...tree.place(empty.node));
  const findings = new Findings(stops);
  for (const record of records) record.refusals('global_host_access_table', findings);
  findings.end();
}

function readFunctions(tree: InfoTree, top: DriverRecord, options: DecodeOptions): void {
  const node = top.first('functions');
  if (node === undefined) return;
  const { behaviour, stops } = options;
  for (const item of tree.children(node)) {
    const unknown = new Findings(stops);
    let simd = -1;
    let inside: DriverStop | undefined;
    for (const child of tree.children(item)) {
      const key = tree.key(child);
      if (key === 'execution_env') {
        const env = new DriverRecord(tree, child, executionEnv, behaviour);
        inside ??= refusalOf(() => checkExecutionEnv(env, options, 'a function', simd));
        simd = env.number('simd_size', simd);
      } else if (!Object.hasOwn(externalFunction.attributes, key) && behaviour.does('strict'))
        unknown.unknownKey(tree, child, 'a function');
    }
    stops.attempt(() => unknown.end());
    stops.attempt(() => {
      if (inside) throw inside;
    });
  }
}

function refusalOf(run: () => unknown): DriverStop | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof DriverStop)) throw error;
    if (error.code.endsWith('-abort')) throw error;
    return error;
  }
}

function readCachePolicy(tree: InfoTree, top: DriverRecord, behaviour: Behaviour): void {
  const node = top.first('l1_cache_policy');
  if (node === undefined) return;
  const word = tree.text(tree.value(node));
  const member = l1CachePolicy.members.find((row) => row.value === word);
  if (!member || !behaviour.knows(member.driver))
    throw new DriverStop('driver/value', `l1_cache_policy is ${word || 'nothing'}`, ...tree.place(node));
}

function readKernels(tree: InfoTree, top: DriverRecord, options: DecodeOptions): DriverInfo['kernels'] {
  const node = top.first('kernels');
  const kernels: { index: number; name: number }[] = [];
  if (node === undefined) return kernels;
  const { behaviour, stops, grfBytes } = options;
  let index = -1;
  const decide = (item: number) =>
    stops.all
      ? readKernel(tree, item, options)
      : tree.kernel(index, grfBytes).of(behaviour, (variant) => readKernel(tree, item, { ...options, behaviour: variant }));
  for (const item of tree.children(node)) {
    index++;
    try {
      options.stops.attempt(() => {
        const name = decide(item);
        kernels.push({ index, name });
        options.kernelDone(name);
      });
    } catch (error) {
      if (!(error instanceof DriverStop) || !options.kernelStopped) throw error;
      options.kernelStopped(index, error);
    }
  }
  return kernels;
}
