/**
 * ze_info as the driver decodes it, up to the first thing that it refuses.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp; before 23.05 zebin_decoder.cpp.
 */
import { container, externalFunction, globalHostAccess, kernelMiscInfo, l1CachePolicy } from '../formats/zeinfo/index.ts';
import type { Behaviour } from './behaviour.ts';
import { atMostOne, type Entries, entries } from './entries.ts';
import { readExecutionEnv } from './execution-env.ts';
import { type DecodedKernel, readKernel } from './kernel.ts';
import type { DecodeOptions } from './options.ts';
import { DriverStop } from './stop.ts';
import { type DriverTree, NONE } from './tree.ts';
import { DriverRecord, Findings, readRecord } from './values.ts';

/** Major version of ze_info that the driver accepts. */
const MAJOR = 1;

interface NumberedKernel extends DecodedKernel {
  readonly index: number;
}

/** The parts of ze_info that later steps need. */
export interface DriverInfo {
  /** Indices and names of the kernels, with their positions in the text. */
  readonly kernels: readonly NumberedKernel[];
}

/** Drivers stop reading where this text appears. */
const MISC_INFO = kernelMiscInfo.name;

/** The end of the part that the driver reads: the text is cut off at `kernels_misc_info`, wherever these characters appear. */
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

function readVersion(tree: DriverTree, top: Entries): void {
  const node = top.get('version')?.[0];
  if (node === undefined) return;
  const text = tree.value(node) === NONE ? '' : tree.unquoted(node);
  const dot = text.indexOf('.');
  if (dot < 1 || dot === text.length - 1)
    throw new DriverStop('driver/version', `${text || 'nothing'} is not a version`, ...tree.place(node));
  const major = Number(/^[+-]?[0-9]+/.exec(text)?.[0] ?? 0);
  if (major !== MAJOR)
    throw new DriverStop('driver/major-version', `the major version is ${major}, and the driver requires ${MAJOR}`, ...tree.place(node));
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
      if (key === 'execution_env') inside ??= refusalOf(() => readExecutionEnv(tree, child, options, 'a function', environment));
      else if (!Object.hasOwn(externalFunction.attributes, key) && behaviour.does('strict')) unknown.unknownKey(tree, child, 'a function');
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

function readCachePolicy(tree: DriverTree, top: Entries, behaviour: Behaviour): void {
  const node = top.get('l1_cache_policy')?.[0];
  if (node === undefined) return;
  const word = tree.text(tree.value(node));
  const member = l1CachePolicy.members.find((row) => row.value === word);
  if (!member || !behaviour.knows(member.driver))
    throw new DriverStop('driver/value', `l1_cache_policy is ${word || 'nothing'}`, ...tree.place(node));
}

function readKernels(tree: DriverTree, top: Entries, options: DecodeOptions): DriverInfo['kernels'] {
  const node = top.get('kernels')?.[0];
  const kernels: NumberedKernel[] = [];
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
