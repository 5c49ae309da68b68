import { type Relocation, symbolsOf } from '../elf/index.ts';
import { type Item, zebinsOf } from '../inspect.ts';
import { existsIn, type RecordRows } from '../schema/index.ts';
import { RELOCATION_TYPES, type Zebin, type ZebinKernel } from '../zebin/index.ts';
import { executionEnv, kernel as kernelRows, plainRecord } from '../zeinfo/index.ts';
import { type KernelInfo, kernelInfo } from './info.ts';
import { hex, type Json, toJson } from './json.ts';

/** `zebin kernel --json`: kernels in full, one entry for each image that has one of that name. */
export interface KernelDocument {
  readonly schema: 'zebin/kernel/1';
  readonly kernels: readonly KernelDetail[];
}

export interface KernelDetail {
  /** Address of the image below the file; empty when the file is the image. */
  readonly address: string;
  /** Names of the image's device, best first. */
  readonly target: readonly string[];
  /** ze_info version of the image. */
  readonly version: string | null;
  readonly name: string;
  readonly resources: KernelInfo;
  /** Attributes of execution_env that are not written, with the default that counts; only those of the file's version. */
  readonly defaults: { readonly [attribute: string]: Json };
  readonly arguments: readonly ArgumentDetail[];
  /** Place of the code in the file, in bytes; null when there is none. */
  readonly code: { readonly section: string; readonly offset: number; readonly size: number } | null;
  readonly symbols: readonly SymbolDetail[];
  readonly relocations: readonly RelocationDetail[];
  /** The kernel's own entry of .ze_info, as written. */
  readonly ze_info: { readonly [attribute: string]: Json };
}

/** An argument of the payload, with what kernels_misc_info says of it. */
export interface ArgumentDetail {
  /** The attributes as written, in the file's spelling. */
  readonly [attribute: string]: Json;
}

export interface SymbolDetail {
  readonly name: string;
  /** Offset in the section, in bytes. */
  readonly value: string;
  readonly size: string;
}

export interface RelocationDetail {
  /** Offset in the code, in bytes. */
  readonly offset: string;
  readonly type: number;
  readonly type_name: string | null;
  readonly symbol: string;
  readonly addend: string | null;
}

/**
 * The kernels whose name matches `pattern`, in every image below `root`. In the pattern `*` stands for any characters; without a
 * pattern all kernels are given.
 */
export function kernelDocument(root: Item, pattern?: string): KernelDocument {
  const wanted = pattern === undefined ? () => true : namePattern(pattern);
  const kernels = zebinsOf(root).flatMap(({ item, zebin }) =>
    zebin.kernels.filter((kernel) => wanted(kernel.name)).map((kernel) => kernelDetail(zebin, kernel, item.address)),
  );
  return { schema: 'zebin/kernel/1', kernels };
}

/** Matches names against a pattern in which only `*` is special. Linear in the length of the name for each star. */
export function namePattern(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return (name) => name === pattern;
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
    let at = first.length;
    for (const part of parts.slice(1, -1)) {
      const found = name.indexOf(part, at);
      if (found < 0 || found + part.length > name.length - last.length) return false;
      at = found + part.length;
    }
    return true;
  };
}

function kernelDetail(zebin: Zebin, kernel: ZebinKernel, address: string): KernelDetail {
  const { text } = kernel;
  return {
    address,
    target: zebin.target.names,
    version: zebin.version ?? null,
    name: kernel.name,
    resources: kernelInfo(kernel, zebin.version),
    defaults: defaultsOf(executionEnv, kernel.zeInfo.execution_env ?? {}, zebin.version),
    arguments: argumentsOf(zebin, kernel),
    code: text ? { section: text.name, offset: text.bytes.base, size: text.bytes.length } : null,
    symbols: symbolsIn(zebin, text?.index),
    relocations: relocationsOf(zebin, text?.index),
    ze_info: toJson(plainRecord(kernelRows, kernel.zeInfo)) as { [attribute: string]: Json },
  };
}

function defaultsOf(rows: RecordRows, record: object, version: string | undefined): { [attribute: string]: Json } {
  const entries = Object.entries(rows.attributes).filter(
    ([key, row]) =>
      row.default !== undefined && row.specified !== false && !(key in record) && (version === undefined || existsIn(row, version)),
  );
  return Object.fromEntries(entries.map(([key, row]) => [key, toJson(row.default)]));
}

function argumentsOf(zebin: Zebin, kernel: ZebinKernel): ArgumentDetail[] {
  const misc = zebin.zeInfo?.container.kernels_misc_info?.find((entry) => entry.name === kernel.name);
  const infos = new Map((misc?.args_info ?? []).map((info) => [info.index, info]));
  return (kernel.zeInfo.payload_arguments ?? []).map((argument): ArgumentDetail => {
    const info = argument.arg_index === undefined ? undefined : infos.get(argument.arg_index);
    const { extra: _, ...written } = argument;
    const named = info ? { name: info.name, type_name: info.type_name, address_qualifier: info.address_qualifier } : {};
    return toJson({ ...written, ...named }) as ArgumentDetail;
  });
}

function symbolsIn(zebin: Zebin, section: number | undefined): SymbolDetail[] {
  if (section === undefined) return [];
  const symbols = zebin.elf.sections.flatMap((s) => (s.content.kind === 'symbols' ? s.content.symbols : []));
  return symbols
    .filter((symbol) => symbol.st_shndx === section)
    .map((symbol) => ({ name: symbol.name, value: hex(symbol.st_value), size: hex(symbol.st_size) }));
}

function relocationsOf(zebin: Zebin, section: number | undefined): RelocationDetail[] {
  if (section === undefined) return [];
  return zebin.elf.sections.flatMap((s) => {
    if (s.content.kind !== 'relocations' || s.sh_info !== section) return [];
    const symbols = symbolsOf(zebin.elf, s);
    return s.content.relocations.map((r: Relocation) => ({
      offset: hex(r.r_offset),
      type: r.r_type,
      type_name: RELOCATION_TYPES.find((row) => row.value === r.r_type)?.name ?? null,
      symbol: symbols[r.r_sym]?.name ?? '',
      addend: r.r_addend === undefined ? null : hex(r.r_addend),
    }));
  });
}
