/**
 * Functions that code calls across sections: the driver looks each of them up among the functions of .ze_info, to learn what a kernel
 * needs because of them. It refuses the file if one is missing.
 *
 * Source: intel/compute-runtime shared/source/compiler_interface/external_functions.cpp, and linker.cpp (decodeElfSymbolTableAndRelocations,
 * parseRelocationForExtFuncUsage and link).
 */
import { type Diagnostic, diagnostic, Reporter } from '../core/diag/index.ts';
import { type ElfSymbol, numbersOf, type Section, SYMBOL_BINDINGS, SYMBOL_TYPES, symbolBinding, symbolType } from '../formats/elf/index.ts';
import { compiledKernels, FUNCTIONS_KERNEL, kernelOf, LinkNames, type Zebin } from '../formats/zebin/index.ts';
import { container } from '../formats/zeinfo/index.ts';
import type { Behaviour } from './behaviour.ts';
import { MOST_STOPS } from './stop.ts';

/** A relocation that the driver takes for a call. */
interface Call {
  readonly used: string;
  /** The relocations, and the place of this one in them. */
  readonly section: Section;
  readonly index: number;
  /** Its place in the code. */
  readonly offset: number;
  /** The kernel that has it; undefined in the section of the functions. */
  readonly kernel: string | undefined;
  /** Whether another module may define the function. */
  readonly optional: boolean;
  readonly isVariable: boolean;
}

type Complain = (call: Call, message: string) => void;

const { STB_GLOBAL } = numbersOf(SYMBOL_BINDINGS);
const { STT_FUNC } = numbersOf(SYMBOL_TYPES);

/** Why the driver cannot resolve the functions of a file all of whose relocations it can apply; empty if it can. */
export function externalFunctionFaults(zebin: Zebin, behaviour: Behaviour): readonly Diagnostic[] {
  const listed = new Set(zebin.functions.map(({ name = '' }) => name));
  if (listed.size === 0 || !behaviour.knows(container.attributes.functions.driver)) return [];
  const faults: Diagnostic[] = [];
  const complain: Complain = ({ section, index, used, kernel }, message) => {
    if (faults.length >= MOST_STOPS) return;
    const data = kernel === undefined ? { symbol: used } : { kernel, symbol: used };
    faults.push(diagnostic('driver/external-function', message, section.bytes.span(), `${section.name}[${index}]`, data));
  };
  const { calls, functions } = callsOf(zebin, behaviour);
  const inFunctions = calls.filter(({ kernel }) => kernel === undefined);
  const callers = callersOf(inFunctions, functions);
  const edges = new Map<string, Call[]>();
  inFunctions.forEach((call, i) => {
    const caller = callers[i];
    if (caller === undefined) {
      if (behaviour.does('strictCallers')) complain(call, `the call of ${call.used} is in no function`);
    } else if (listed.has(caller) && listed.has(call.used)) {
      const others = edges.get(caller);
      if (others) others.push(call);
      else edges.set(caller, [call]);
    } else if (!call.optional) {
      const missing = listed.has(call.used) ? caller : call.used;
      complain(call, `function ${caller} refers to ${what(call)}, and ${missing} is not among the functions of .ze_info`);
    }
  });
  const circle = circleIn(edges);
  if (circle && behaviour.does('noRecursion')) complain(circle, `the function ${circle.used} calls itself, or functions that call it`);
  for (const call of calls)
    if (call.kernel !== undefined && !call.optional && !listed.has(call.used))
      complain(call, `kernel ${call.kernel} refers to ${what(call)}, and ${call.used} is not among the functions of .ze_info`);
  return faults;
}

const what = ({ used, isVariable }: Call) => (isVariable ? `the variable ${used}, which the release takes for a function` : used);

/** What the release takes for calls, and for functions that can be called. */
function callsOf(zebin: Zebin, behaviour: Behaviour): { readonly calls: readonly Call[]; readonly functions: readonly ElfSymbol[] } {
  const { elf } = zebin;
  const table = elf.sections.find(({ content }) => content.kind === 'symbols')?.content;
  const symbols = table?.kind === 'symbols' ? table.symbols : [];
  const names = new LinkNames(zebin, new Map(), new Reporter(zebin.bytes.length));
  const kernels = compiledKernels(zebin);
  const elsewhere = new Set<string>();
  const segmentOf = ({ st_shndx }: ElfSymbol) => {
    const section = elf.sections[st_shndx];
    const segment = section && names.segment(section);
    return segment === 'debug' ? undefined : segment;
  };
  const define = (symbol: ElfSymbol) => {
    if (segmentOf(symbol) === undefined) elsewhere.add(symbol.name);
    names.define(symbol);
  };
  const globals = symbols.filter((symbol) => symbolBinding(symbol) === STB_GLOBAL);
  globals.forEach(define);
  const isFunction = (symbol: ElfSymbol) => symbolType(symbol) === STT_FUNC;
  const functions = behaviour.does('strictCallers')
    ? symbols.filter(isFunction)
    : globals.filter((symbol) => isFunction(symbol) && segmentOf(symbol) === 'code');
  const callable = new Set(functions.map(({ name }) => name));
  const allCalls = behaviour.does('allCalls');
  const localsFirst = allCalls && behaviour.does('localsFirst');
  const isCall = (name: string) => {
    if (!allCalls) return callable.has(name);
    const definition = names.get(name);
    return name !== '' && (definition === undefined || names.segment(definition.section) === 'code');
  };
  const calls: Call[] = [];
  for (const section of elf.sections) {
    const { content } = section;
    const target = elf.sections[section.sh_info];
    const segment = target && names.segment(target);
    if (content.kind !== 'relocations' || !target || segment === undefined || segment === 'debug' || segment === 'strings') continue;
    const owner = kernelOf(target);
    const isCode = segment === 'code' && kernels.has(owner);
    const kernel = owner === FUNCTIONS_KERNEL ? undefined : owner;
    for (const { r_sym, r_offset, index } of content.relocations) {
      const symbol = symbols[r_sym];
      if (!symbol) continue;
      const defineLocal = () => {
        if (!names.has(symbol.name)) define(symbol);
      };
      if (localsFirst) defineLocal();
      const { name } = symbol;
      if (isCode && isCall(name)) {
        const optional = allCalls && elsewhere.has(name);
        const isVariable = segmentOf(symbol) !== undefined && segmentOf(symbol) !== 'code';
        calls.push({ used: name, section, index, offset: Number(r_offset), kernel, optional, isVariable });
      }
      defineLocal();
    }
  }
  return { calls, functions };
}

/** For each call, the first function in the symbol table whose bytes contain it. */
function callersOf(calls: readonly Call[], functions: readonly ElfSymbol[]): readonly (string | undefined)[] {
  const callers: (string | undefined)[] = calls.map(() => undefined);
  const order = calls.map((_, i) => i).sort((a, b) => offsetOf(a) - offsetOf(b));
  function offsetOf(i: number): number {
    return calls[i]?.offset ?? 0;
  }
  // For each place in the order, the next one without a caller: every call is assigned once.
  const next = Array.from({ length: order.length + 1 }, (_, i) => i);
  const free = (from: number): number => {
    let end = from;
    while (next[end] !== end) end = next[end] ?? end;
    for (let at = from; next[at] !== end; ) {
      const after = next[at] ?? at;
      next[at] = end;
      at = after;
    }
    return end;
  };
  for (const { name, st_value, st_size } of functions) {
    const start = Number(st_value);
    const end = start + Number(st_size);
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (offsetOf(order[middle] as number) < start) low = middle + 1;
      else high = middle;
    }
    for (let at = free(low); at < order.length && offsetOf(order[at] as number) < end; at = free(at)) {
      callers[order[at] as number] = name;
      next[at] = at + 1;
    }
  }
  return callers;
}

/** A call in a circle of functions that call each other; undefined if there is no circle. */
function circleIn(edges: ReadonlyMap<string, readonly Call[]>): Call | undefined {
  const done = new Set<string>();
  for (const root of edges.keys()) {
    const open = new Set<string>([root]);
    const path = [{ name: root, next: 0 }];
    for (let top = path.at(-1); top && !done.has(root); top = path.at(-1)) {
      const call = edges.get(top.name)?.[top.next++];
      if (call === undefined) {
        done.add(top.name);
        open.delete(top.name);
        path.pop();
      } else if (open.has(call.used)) return call;
      else if (!done.has(call.used)) {
        open.add(call.used);
        path.push({ name: call.used, next: 0 });
      }
    }
  }
  return undefined;
}
