import { numbersOf, SYMBOL_BINDINGS, SYMBOL_TYPES, sectionPath, symbolBinding, symbolType } from '../../elf/index.ts';
import { spanAt } from '../../zeinfo/index.ts';
import { ENTRY_SYMBOL } from '../table.ts';
import { DECODER, ELF_PAGE, type FileContext, type FileRule, INFO_PAGE } from './rule.ts';

const { STB_LOCAL } = numbersOf(SYMBOL_BINDINGS);
const { STT_NOTYPE, STT_FUNC } = numbersOf(SYMBOL_TYPES);
const SOURCE = `${ELF_PAGE}, ZE symbols`;

/** Whether each symbol is `_entry`, or the only one in its section of code and named for the kernel. This common case needs no lookup. */
function onlyOwnSymbols({ zebin: { kernelEntries: kernels }, symbols }: FileContext): boolean {
  const names: (string | undefined)[] = [];
  for (const { name, text } of kernels) {
    if (name === ENTRY_SYMBOL) return false;
    if (text) names[text.index] = name;
  }
  for (const { name, st_shndx } of symbols) {
    if (st_shndx === 0 || name === ENTRY_SYMBOL) continue;
    if (name !== names[st_shndx]) return false;
    names[st_shndx] = undefined;
  }
  return true;
}

export const SYMBOL_RULES: readonly FileRule[] = [
  {
    code: 'rule/string-tables',
    says: 'Symbol names are in the same table as section names.',
    source: `${DECODER}/../elf/elf_decoder.h`,
    check({ zebin: { elf }, table, symbols }, report) {
      if (!table || symbols.length === 0 || table.sh_link === elf.header.e_shstrndx) return;
      const message = `the names of symbols are in section ${table.sh_link}, those of sections in ${elf.header.e_shstrndx}`;
      report(table.bytes.span(), sectionPath(table), message);
    },
  },
  {
    code: 'rule/no-symtab',
    says: 'A file with kernels has a symbol table.',
    source: SOURCE,
    check({ zebin, symbols }, report) {
      if (symbols.length === 0 && zebin.kernelEntries.length > 0)
        report(zebin.bytes.span(0, 0), '.symtab', 'the file has kernels, but no symbols');
    },
  },
  {
    code: 'rule/kernel-symbol',
    says: 'A kernel has a local symbol of its name at the start of its code.',
    source: SOURCE,
    check({ zebin: { kernels }, symbols }, report) {
      if (symbols.length === 0) return;
      // Kernel names by the index of their code section, until their symbol is found.
      const names: (string | undefined)[] = [];
      for (const { name, text } of kernels) if (text) names[text.index] = name;
      for (const symbol of symbols) {
        if (symbolBinding(symbol) === STB_LOCAL && symbol.st_value === 0n && symbol.name === names[symbol.st_shndx])
          names[symbol.st_shndx] = undefined;
      }
      for (const { name, text } of kernels) {
        if (!text || names[text.index] === undefined) continue;
        report(text.bytes.span(0, 0), sectionPath(text), `the kernel ${name} has no local symbol at the start of its code`);
      }
    },
  },
  {
    code: 'rule/kernel-symbol-twice',
    says: 'A kernel has one symbol.',
    source: SOURCE,
    check(context, report) {
      const { zebin, symbols } = context;
      if (onlyOwnSymbols(context)) return;
      const counts = new Map<string, number>();
      for (const { name } of zebin.kernelEntries) counts.set(name, 0);
      for (const symbol of symbols) {
        const before = counts.get(symbol.name);
        if (before === undefined || symbol.st_shndx === 0) continue;
        counts.set(symbol.name, before + 1);
        if (before > 0) report(context.symbolSpan(symbol), context.symbolPath(symbol), `there is a second symbol ${symbol.name}`);
      }
    },
  },
  {
    code: 'rule/symbol-extent',
    says: 'A kernel or function ends within the section of its code.',
    source: SOURCE,
    check(context, report) {
      for (const symbol of context.symbols) {
        const code = symbol.name === ENTRY_SYMBOL ? undefined : context.codeOf(symbol);
        if (!code || symbol.st_value + symbol.st_size <= BigInt(code.sh_size)) continue;
        const message = `${symbol.name} ends at ${symbol.st_value + symbol.st_size}, and ${code.name} has ${code.sh_size} bytes`;
        report(context.symbolSpan(symbol), context.symbolPath(symbol), message);
      }
    },
  },
  {
    code: 'rule/entry-symbol',
    says: '_entry is a local symbol in the code of a kernel. It has no type or is a function.',
    source: SOURCE,
    check(context, report) {
      for (const symbol of context.entries) {
        const complain = (message: string) => report(context.symbolSpan(symbol), context.symbolPath(symbol), message);
        const type = symbolType(symbol);
        const code = context.codeOf(symbol);
        if (symbolBinding(symbol) !== STB_LOCAL) complain('_entry is not local');
        else if (type !== STT_NOTYPE && type !== STT_FUNC) complain(`_entry is of type ${type}`);
        else if (!code) complain('_entry is not in a section of code');
        else if (symbol.st_value >= BigInt(code.sh_size) || symbol.st_value + symbol.st_size > BigInt(code.sh_size))
          complain(`_entry is at ${symbol.st_value} of ${code.name}, which has ${code.sh_size} bytes`);
      }
    },
  },
  {
    code: 'rule/entry-missing',
    says: 'Each kernel has a symbol _entry. This is a remark only, since the compiler of vector code does not write it.',
    source: SOURCE,
    since: '1.5',
    check({ zebin: { kernelEntries: kernels }, symbols, entries }, report) {
      if (symbols.length === 0) return;
      const has: true[] = [];
      for (const { st_shndx } of entries) has[st_shndx] = true;
      for (const { name, text } of kernels)
        if (text && !has[text.index]) report(text.bytes.span(0, 0), sectionPath(text), `the kernel ${name} has no symbol _entry`);
    },
  },
  {
    code: 'rule/entry-sized',
    says: '_entry has neither type nor size. This is a remark only, once for each file, since IGC up to 1.0.12504 makes it a function.',
    source: SOURCE,
    since: '1.5',
    check(context, report) {
      const first = context.entries.find((symbol) => symbolType(symbol) === STT_FUNC || symbol.st_size > 0n);
      if (first) report(context.symbolSpan(first), context.symbolPath(first), '_entry is a function or has a size');
    },
  },
  {
    code: 'rule/function-symbol',
    says: 'A function in .ze_info has a global symbol and is not a kernel. Only functions that other modules can call are listed.',
    source: `${INFO_PAGE}, Function Attributes`,
    check({ zebin: { functions, kernelEntries: kernels, zeInfo }, symbols }, report) {
      if (functions.length === 0 || !zeInfo) return;
      const names = new Set(kernels.map(({ name }) => name));
      const bindings = new Map<string, boolean>();
      for (const symbol of symbols) {
        if (symbol.name !== '') bindings.set(symbol.name, bindings.get(symbol.name) === true || symbolBinding(symbol) !== STB_LOCAL);
      }
      functions.forEach(({ name = '' }, i) => {
        const path = `functions[${i}]/name`;
        const complain = (message: string) => report(spanAt(zeInfo, path), `.ze_info/${path}`, message, { name });
        const global = bindings.get(name);
        if (names.has(name)) complain(`${name} is a kernel too`);
        else if (global === undefined) complain(`there is no symbol ${name}`);
        else if (!global) complain(`the symbol ${name} is local`);
      });
    },
  },
];
