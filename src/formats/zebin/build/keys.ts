import { type Code, type Facts, NOWHERE, type Reporter } from '../../../core/diag/index.ts';
import { nearest, type RecordRows } from '../../../core/schema/index.ts';
import { CONTAINER, executionEnv, kernel } from '../../zeinfo/index.ts';
import type { ArgumentBuild, CodeBuild, DataBuild, FunctionsBuild, KernelBuild, RelocationBuild, ZebinBuild } from './model.ts';

/** The keys of a type. The compiler checks that none is missing. */
type KeysOf<T> = Readonly<Record<keyof T, true>>;
type OfKind<K extends ArgumentBuild['kind']> = Extract<ArgumentBuild, { kind: K }>;

const CODE: KeysOf<CodeBuild> = { code: true, relocations: true };
const BUILD: KeysOf<ZebinBuild> = {
  device: true,
  version: true,
  driver: true,
  is64: true,
  kernels: true,
  functions: true,
  globals: true,
  constants: true,
  strings: true,
  spirv: true,
  buildOptions: true,
  visaAbiVersion: true,
  indirectAccessDetectionVersion: true,
  indirectAccessBufferVersion: true,
  attributes: true,
};
const KERNEL: KeysOf<KernelBuild> = {
  ...CODE,
  name: true,
  env: true,
  args: true,
  implicit: true,
  localIds: true,
  entryOffset: true,
  attributes: true,
};
const FUNCTIONS: KeysOf<FunctionsBuild> = { ...CODE, env: true, functions: true };
const FUNCTION: KeysOf<FunctionsBuild['functions'][number]> = { name: true, offset: true, bytes: true, env: true };
const DATA: KeysOf<DataBuild> = { bytes: true, zeroBytes: true, symbols: true, relocations: true };
const SYMBOL: KeysOf<NonNullable<DataBuild['symbols']>[number]> = { name: true, offset: true, bytes: true, local: true };
const RELOCATION: KeysOf<RelocationBuild> = { offset: true, type: true, symbol: true, addend: true };
const PART: KeysOf<NonNullable<OfKind<'value'>['parts']>[number]> = { bytes: true, sourceOffset: true, align: true };
const ARGUMENTS: { readonly [K in ArgumentBuild['kind']]: KeysOf<OfKind<K>> } = {
  value: { kind: true, bytes: true, align: true, isPointer: true, parts: true },
  buffer: { kind: true, mode: true, space: true, access: true, address: true, offset: true, size: true, isPipe: true },
  local: { kind: true, align: true },
  image: { kind: true, mode: true, type: true, access: true, transformable: true, facts: true },
  sampler: { kind: true, mode: true, type: true, facts: true },
};

/**
 * Reports every key of a specification that nothing reads (`build/key`), such as `grf_cnt`, with the most similar valid key. Types do not
 * prevent such keys in plain JavaScript, where they would silently have no effect.
 */
export function unknownKeys(spec: ZebinBuild, out: Reporter): void {
  const report = (path: string, key: string, known: readonly string[]) => {
    const suggestion = nearest(key, known);
    const data: Facts = { found: key, ...(suggestion === undefined ? {} : { suggestion }) };
    const code: Code = 'build/key';
    out.report(code, NOWHERE, path, `there is no ${key}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`, data);
  };
  const keys = (record: object | undefined, known: Readonly<Record<string, true>>, path: string) => {
    for (const key of Object.keys(record ?? {})) if (!Object.hasOwn(known, key)) report(path, key, Object.keys(known));
  };
  const rows = (record: object | undefined, { attributes }: RecordRows, path: string): void => {
    for (const [key, value] of Object.entries(record ?? {})) {
      const row = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
      if (!row) report(path, key, Object.keys(attributes));
      else if (row.type.kind === 'record') rows(value, row.type.rows, `${path}/${key}`);
      else if (row.type.kind === 'list') {
        const inner = row.type.rows;
        for (const [i, item] of (value as readonly object[]).entries()) rows(item, inner, `${path}/${key}[${i}]`);
      }
    }
  };
  const relocations = (list: readonly RelocationBuild[] = [], path: string) => {
    for (const [i, one] of list.entries()) keys(one, RELOCATION, `${path}/relocations[${i}]`);
  };
  keys(spec, BUILD, '');
  rows(spec.attributes, CONTAINER, 'attributes');
  spec.kernels.forEach((one, i) => {
    const path = `kernels[${i}]`;
    keys(one, KERNEL, path);
    rows(one.env, executionEnv, `${path}/env`);
    rows(one.attributes, kernel, `${path}/attributes`);
    relocations(one.relocations, path);
    for (const [j, arg] of (one.args ?? []).entries()) unknownArgumentKeys(arg, `${path}/args[${j}]`, report);
  });
  const { functions } = spec;
  keys(functions, FUNCTIONS, 'functions');
  rows(functions?.env, executionEnv, 'functions/env');
  relocations(functions?.relocations, 'functions');
  functions?.functions.forEach((one, i) => {
    keys(one, FUNCTION, `functions/functions[${i}]`);
    rows(one.env, executionEnv, `functions/functions[${i}]/env`);
  });
  for (const name of ['globals', 'constants', 'strings'] as const) {
    const data: DataBuild | undefined = spec[name];
    keys(data, DATA, name);
    relocations(data?.relocations, name);
    for (const [i, one] of (data?.symbols ?? []).entries()) keys(one, SYMBOL, `${name}/symbols[${i}]`);
  }
}

/** The keys of one argument. */
export function unknownArgumentKeys(
  arg: ArgumentBuild,
  path: string,
  report: (path: string, key: string, known: readonly string[]) => void,
): void {
  const known: Readonly<Record<string, true>> | undefined = Object.hasOwn(ARGUMENTS, arg.kind) ? ARGUMENTS[arg.kind] : undefined;
  if (!known) {
    report(
      path,
      `kind ${String(arg.kind)}`,
      Object.keys(ARGUMENTS).map((kind) => `kind ${kind}`),
    );
    return;
  }
  for (const key of Object.keys(arg)) if (!Object.hasOwn(known, key)) report(path, key, Object.keys(known));
  if (arg.kind === 'value')
    arg.parts?.forEach((part, i) => {
      for (const key of Object.keys(part)) if (!Object.hasOwn(PART, key)) report(`${path}/parts[${i}]`, key, Object.keys(PART));
    });
}
