import { encodeText } from '../../../core/bytes/index.ts';
import { NOWHERE, type Outcome, Reporter, refusal } from '../../../core/diag/index.ts';
import { existsIn } from '../../../core/schema/index.ts';
import { type CoreFamily, coreFamily, deviceNamed, executionOf, type ProductConfig, productFamily } from '../../../devices/index.ts';
import { MACHINES as ELF_MACHINES, type ElfParts, FILE_TYPES, numbersOf } from '../../elf/index.ts';
import { type Container, type ExecutionEnv, knownVersion, NEWEST, OLDEST, printZeInfo, type ZeFunction } from '../../zeinfo/index.ts';
import { linkZebin } from '../link.ts';
import { orderSections } from '../parts.ts';
import { readZebin } from '../read.ts';
import { violations } from '../rules.ts';
import { ABI_VERSIONS, type AbiVersion, FUNCTIONS_KERNEL, NOTE_SECTION, TEXT_PREFIX } from '../table.ts';
import { encodeZebin } from '../write.ts';
import { GRF_COUNT, kernelRecord } from './kernel.ts';
import { unknownKeys } from './keys.ts';
import type { ArgumentBuild, FunctionsBuild, ZebinBuild } from './model.ts';
import { deviceNotes, visaAbi } from './notes.ts';
import { SectionBuilder } from './sections.ts';

const { ET_REL } = numbersOf(FILE_TYPES);
const { EM_INTELGT } = numbersOf(ELF_MACHINES);

/**
 * The bytes of a zebin from its specification, not checked against a driver; `buildZebin` also does that. Errors are those of
 * {@link buildParts} and of the driver's linker (`link/range`, `link/type`, …). After an error there are no bytes.
 */
export function zebinOfBuild(spec: ZebinBuild): Outcome<Uint8Array | undefined> {
  const parts = buildParts(spec);
  if (parts.value === undefined) return { value: undefined, diagnostics: parts.diagnostics };
  const { value } = encodeZebin(parts.value);
  // Undefined names are left to a later linker. Anything else that the driver cannot link is an error.
  const faults = linkZebin(readZebin(value).value).diagnostics.filter((d) => d.severity === 'error');
  return faults.length > 0 ? { value: undefined, diagnostics: faults } : { value, diagnostics: [] };
}

/**
 * The parts of a zebin from its specification. They can be edited by copying and then passed to `writeZebin`. Each broken rule is an error
 * (`build/refused`, with the rule's code and source), and so is each unknown key (`build/key`) and each argument without a size
 * (`build/layout`). After an error there are no parts.
 *
 * Throws `FormatError` if not exactly one device is named (`build/device`), if the version is unknown (`build/version`), or if code is
 * empty, two symbols have one name, or functions, variables or parts of an argument overlap or are out of bounds (`build/layout`).
 *
 * Source: RULES for the rules; intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/source/ZEELFObjectBuilder.cpp for the layout.
 *
 * @example
 * const { value: parts } = buildParts({ device: 'bmg-g21', kernels: [{ name: 'k', code: new Uint8Array(64), env: { simd_size: 16 } }] });
 * parts?.sections[0].name; // '.text.k'
 */
export function buildParts(spec: ZebinBuild): Outcome<ElfParts | undefined> {
  const out = new Reporter(Number.MAX_SAFE_INTEGER);
  unknownKeys(spec, out);
  if (out.diagnostics.length > 0) return { value: undefined, diagnostics: out.diagnostics };
  const version = versionOf(spec);
  const { config, core } = deviceOf(spec.device);
  checkLayout(spec);
  const is64 = spec.is64 !== false;
  const container = containerOf(spec, version, core, is64);
  const execution = executionOf(core.value, config.family);
  const context = { container, version, grfBytes: core.grfBytes, ...(execution ? { execution } : {}) };
  for (const { path, message, rule } of violations(spec.driver === undefined ? context : { ...context, driver: spec.driver })) {
    out.report('build/refused', NOWHERE, path, `${message}. ${rule.says}`, { rule: rule.code, source: rule.source });
  }
  const { diagnostics } = out;
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  return { value: partsOf(spec, container, version, config, core, is64), diagnostics };
}

function versionOf({ version = NEWEST }: ZebinBuild): string {
  const known = knownVersion(version);
  if (known !== undefined) return known;
  throw refusal('build/version', 'version', `${version} is not a version from ${OLDEST} to ${NEWEST}`);
}

interface Device {
  readonly config: ProductConfig;
  readonly core: CoreFamily & { readonly grfBytes: number };
}

function deviceOf(name: string | number): Device {
  const { device: config, why } = deviceNamed(name);
  if (!config) throw refusal('build/device', 'device', why);
  const core = coreFamily(productFamily(config.family)?.core ?? 0);
  const { grfBytes } = core ?? {};
  if (core && grfBytes !== undefined) return { config, core: { ...core, grfBytes } };
  throw refusal('build/device', 'device', `the registers of ${config.name} are not known`);
}

function containerOf(spec: ZebinBuild, version: string, core: Device['core'], is64: boolean): Container {
  const { kernels, functions, attributes = {} } = spec;
  const records = kernels.map((kernel) => kernelRecord(kernel, { core, is64 }));
  const shared = functions && { name: FUNCTIONS_KERNEL, execution_env: envOf(functions) };
  const entries = functions?.functions.map(({ name, env }): ZeFunction => ({ name, execution_env: { ...envOf(functions, env) } }));
  return { version, kernels: shared ? [...records, shared] : records, ...(entries ? { functions: entries } : {}), ...attributes };
}

/** The environment of a function: that of all functions, with its own registers and lanes if it has them. */
function envOf({ env }: FunctionsBuild, functionEnv?: Partial<ExecutionEnv>): ExecutionEnv {
  if (!functionEnv) return { grf_count: GRF_COUNT, ...env };
  return { grf_count: env.grf_count ?? GRF_COUNT, simd_size: env.simd_size, ...functionEnv };
}

function partsOf(
  spec: ZebinBuild,
  container: Container,
  version: string,
  config: ProductConfig,
  core: CoreFamily,
  is64: boolean,
): ElfParts {
  const builder = new SectionBuilder(is64);
  const strings = builder.add('.strtab', { kind: 'strings' });
  const names = { kind: 'section', id: strings.id } as const;
  for (const { name, code, entryOffset = 0, relocations = [] } of spec.kernels) builder.addKernel(name, code, entryOffset, relocations);
  if (spec.functions) builder.addFunctions(spec.functions);
  if (spec.constants) builder.addData('.data.const', '.bss.const', spec.constants);
  if (spec.globals) builder.addData('.data.global', '.bss.global', spec.globals);
  if (spec.strings) builder.addData('.data.const.string', '', spec.strings);
  if (spec.spirv) builder.addBytes('.spv', spec.spirv);
  if (spec.buildOptions !== undefined) builder.addBytes('.misc.buildOptions', encodeText(spec.buildOptions));
  builder.finish(names);
  builder.addBytes('.ze_info', encodeText(printZeInfo(container)));
  builder.add(NOTE_SECTION, { kind: 'notes', notes: deviceNotes(spec, version, config, core) });
  return {
    kind: 'elf-parts',
    is64,
    ident: { EI_DATA: 1, EI_VERSION: 1, EI_OSABI: 0, EI_ABIVERSION: abiVersion(version, core) },
    header: { e_type: ET_REL, e_machine: EM_INTELGT, e_version: 1, e_entry: 0n, e_flags: 0 },
    programHeaders: [],
    names,
    sections: orderSections(builder.sections),
    layout: 'aligned',
  };
}

/** The newest ABI version that the version has and the device supports. ABI 2 belongs to version 3 of the calling convention. */
function abiVersion(version: string, core: CoreFamily): number {
  const most = visaAbi(core) - 1;
  const rows: readonly AbiVersion[] = ABI_VERSIONS;
  return rows.reduce((latest: number, row) => (existsIn(row.written ?? row, version) && row.value <= most ? row.value : latest), 0);
}

/** Refuses what cannot be put into a file, or not under its name. */
function checkLayout({ kernels, functions, globals, constants, strings }: ZebinBuild): void {
  const texts = [...kernels, ...(functions ? [{ ...functions, name: FUNCTIONS_KERNEL }] : [])];
  for (const { name, code } of texts) {
    if (code.length === 0) throw refusal('build/layout', TEXT_PREFIX + name, `the kernel ${name} has no code`);
  }
  for (const { name, args = [] } of kernels) for (const [i, arg] of args.entries()) checkArgument(arg, `${name}/args[${i}]`);
  checkApart((functions?.functions ?? []).map(({ name, offset, bytes }) => ({ name, start: offset, end: offset + bytes })));
  const ranges = [
    ...(functions?.functions ?? []).map((one) => ({ ...one, size: functions?.code.length ?? 0 })),
    ...[globals, constants, strings && { ...strings, zeroBytes: 0 }].flatMap((data) =>
      (data?.symbols ?? []).map((one) => ({ ...one, size: (data?.bytes.length ?? 0) + (data?.zeroBytes ?? 0) })),
    ),
  ];
  const names = new Set(texts.map(({ name }) => name));
  for (const { name, offset, bytes, size } of ranges) {
    if (names.has(name)) throw refusal('build/layout', name, `two symbols are named ${name}`);
    names.add(name);
    if (!(offset >= 0 && bytes >= 0 && offset + bytes <= size))
      throw refusal('build/layout', name, `${name} has ${bytes} bytes at offset ${offset}, outside the ${size} bytes of its section`);
  }
}

/** Checks that the place of an argument can be computed: its size is known, and its parts do not overlap. Throws otherwise. */
export function checkArgument(arg: ArgumentBuild, path: string): void {
  if (arg.kind !== 'value') return;
  const sized = (bytes: unknown, what: string) => {
    if (!(Number.isInteger(bytes) && (bytes as number) > 0))
      throw refusal('build/layout', path, `${what} has ${bytes === undefined ? 'no size' : `${String(bytes)} bytes`}`);
  };
  if (!arg.parts) {
    sized(arg.bytes, 'a value');
    return;
  }
  for (const { bytes, sourceOffset } of arg.parts) {
    sized(bytes, 'a part of a value');
    if (!(Number.isInteger(sourceOffset) && sourceOffset >= 0))
      throw refusal('build/layout', path, `a part of a value has the source offset ${String(sourceOffset)}`);
  }
  checkApart(
    arg.parts.map(({ bytes, sourceOffset }, i) => ({ name: `${path}/parts[${i}]`, start: sourceOffset, end: sourceOffset + bytes })),
  );
}

/** Throws if two ranges overlap. Two equal ranges are allowed: one thing under two names. */
function checkApart(ranges: readonly { readonly name: string; readonly start: number; readonly end: number }[]): void {
  const sorted = [...ranges].sort((a, b) => a.start - b.start || a.end - b.end);
  sorted.forEach((one, i) => {
    const before = sorted[i - 1];
    if (before && one.start < before.end && !(one.start === before.start && one.end === before.end))
      throw refusal('build/layout', one.name, `${one.name} begins at ${one.start}, and ${before.name} ends at ${before.end}`);
  });
}
