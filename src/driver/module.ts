/** What the two runtimes require of a decoded file, besides limits and links. */

import { type Diagnostic, type DriverCode, diagnostic } from '../core/diag/index.ts';
import type { Execution } from '../devices/index.ts';
import { numbersOf, SYMBOL_BINDINGS, symbolBinding } from '../formats/elf/index.ts';
import { findSection, GENERATORS, isObject, type Zebin } from '../formats/zebin/index.ts';
import { type Kernel, spanAt, type ZeInfo } from '../formats/zeinfo/index.ts';
import type { Behaviour } from './behaviour.ts';
import { MOST_STOPS } from './stop.ts';

const { STB_GLOBAL } = numbersOf(SYMBOL_BINDINGS);
const IGC = GENERATORS.find(({ name }) => name === 'IGC')?.value;

/** The arguments with the address of variables, and the sections that hold these. */
const BASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['const_base', ['.data.const', '.data.global_const', '.bss.const']],
  ['global_base', ['.data.global', '.bss.global']],
]);

interface Finding {
  readonly code: DriverCode;
  /** `kernels[0]/payload_arguments[2]` */
  readonly path: string;
  readonly message: string;
}

/** Findings about a file that the decoder accepts. Those that refuse it come first, in the driver's order. */
export function moduleFindings(zebin: Zebin, execution: Execution | undefined, behaviour: Behaviour): readonly Diagnostic[] {
  const { zeInfo } = zebin;
  if (!zeInfo) return [];
  const findings: Finding[] = [];
  const { kernels = [] } = zeInfo.container;
  if (execution?.statelessBuffers)
    for (const [i, kernel] of kernels.entries()) findings.push(...statefulBuffer(kernel, i, zebin, behaviour));
  const filled = new Set(zebin.elf.sections.flatMap(({ name, sh_size }) => (sh_size > 0 ? [name] : [])));
  for (const [i, kernel] of kernels.entries()) findings.push(...missingBases(kernel, i, filled));
  const all = findings.concat(hostAccess(zebin, zeInfo), requiredLibs(zeInfo, behaviour));
  return all.slice(0, MOST_STOPS).map(({ code, path, message }) => {
    const index = /^kernels\[(\d+)\]/.exec(path)?.[1];
    const span = spanAt(zeInfo, path);
    if (index === undefined) return diagnostic(code, message, span, `.ze_info/${path}`);
    const kernel = kernels[Number(index)]?.name ?? '';
    return diagnostic(code, `kernel ${kernel}: ${message}`, span, `.ze_info/${path}`, { kernel });
  });
}

/**
 * The first buffer with a state. Only code of IGC is refused because of it; a file without note 3 counts as such.
 *
 * Source: intel/compute-runtime shared/source/helpers/addressing_mode_helper.cpp; ModuleImp::shouldBuildBeFailed and Program::build.
 */
function statefulBuffer(
  { payload_arguments = [], binding_table_indices = [] }: Kernel,
  i: number,
  { target }: Zebin,
  behaviour: Behaviour,
) {
  const isBuffer = ({ arg_type, addrspace }: (typeof payload_arguments)[number]) => arg_type === 'arg_bypointer' && !isObject(addrspace);
  const buffers = new Set(payload_arguments.filter(isBuffer).map(({ arg_index }) => `${arg_index}`));
  const bindless = payload_arguments.findIndex((arg) => isBuffer(arg) && arg.addrmode === 'bindless' && (arg.offset ?? -1) !== -1);
  const bound = binding_table_indices.findIndex(({ arg_index, bti_value = -1 }) => bti_value !== -1 && buffers.has(`${arg_index}`));
  const path = bindless >= 0 ? `payload_arguments[${bindless}]` : bound >= 0 ? `binding_table_indices[${bound}]` : undefined;
  if (path === undefined || (target.target_metadata?.generatorId ?? IGC) !== IGC || !behaviour.does('statelessBuffers')) return [];
  const kind = bindless >= 0 ? 'bindless' : 'stateful';
  const message = `a buffer is ${kind}, and the driver of the device requires stateless buffers in code of IGC`;
  return [{ code: 'driver/stateful-buffer', path: `kernels[${i}]/${path}`, message } as const];
}

/** Source: intel/compute-runtime level_zero/core/source/kernel/kernel_imp.cpp, KernelImmutableData::initialize; opencl/source/kernel/kernel.cpp. */
function missingBases({ payload_arguments = [] }: Kernel, i: number, filled: ReadonlySet<string>): readonly Finding[] {
  return payload_arguments.flatMap(({ arg_type = '', addrmode, offset = -1 }, at): readonly Finding[] => {
    const sections = BASES.get(arg_type);
    if (!sections || addrmode === 'bindless' || offset === -1) return [];
    if (sections.some((name) => filled.has(name))) return [];
    const message = `${arg_type} needs variables, and the file has none: there is no section ${sections.join(', ')} with bytes`;
    return [{ code: 'driver/base-abort', path: `kernels[${i}]/payload_arguments[${at}]`, message }];
  });
}

/** Source: intel/compute-runtime level_zero/core/source/module/module_imp.cpp, populateHostGlobalSymbolsMap. */
function hostAccess({ elf }: Zebin, { container }: ZeInfo): readonly Finding[] {
  const { global_host_access_table: table = [] } = container;
  if (table.length === 0) return [];
  const variables = new Set<string>();
  for (const { content } of elf.sections)
    if (content.kind === 'symbols')
      for (const symbol of content.symbols) {
        const segment = findSection(elf.sections[symbol.st_shndx]?.name ?? '')?.segment;
        if (symbolBinding(symbol) === STB_GLOBAL && (segment === 'data' || segment === 'zeros')) variables.add(symbol.name);
      }
  return table.flatMap(({ device_name = '' }, i): readonly Finding[] => {
    if (variables.has(device_name)) return [];
    const message = `${device_name || 'the name'} is not a global variable of the file: Level Zero refuses the module`;
    return [{ code: 'driver/level-zero', path: `global_host_access_table[${i}]/device_name`, message }];
  });
}

function requiredLibs({ container }: ZeInfo, behaviour: Behaviour): readonly Finding[] {
  const { required_libs: libs = [] } = container;
  if (libs.length === 0 || !behaviour.does('keepsMiscInfo')) return [];
  const who = behaviour.does('requiredLibsInOpenCl') ? 'the driver loads' : 'Level Zero loads, and OpenCL of this release does not,';
  return [{ code: 'driver/required-libs', path: 'required_libs', message: `the code needs modules that ${who}: ${libs.join(', ')}` }];
}
