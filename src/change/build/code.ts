/** Code of a build as assembly. */
import { encodeText, LineStarts } from '../../core/bytes/index.ts';
import { type Diagnostic, diagnostic, NOWHERE, type Outcome } from '../../core/diag/index.ts';
import { coreFamily, type ProductConfig, productFamily } from '../../devices/index.ts';
import { assemble, type Platform, platformNamed } from '../../formats/eu/index.ts';
import type { CodeBuild, ZebinBuild } from '../../formats/zebin/index.ts';

/** Code as text. Its bytes are followed by the zeros that the instruction prefetch needs. */
export interface AssemblyBuild {
  readonly assembly: string;
  /** The instruction set, if it is not that of the device. */
  readonly platform?: Platform;
  /** Whether instructions are compacted where possible. */
  readonly compact?: boolean;
}

/** The minimum number of zeros after code, and the alignment of the size of both, as compilers write them. */
const PADDING = { least: 128, multiple: 64 } as const;

/**
 * A build with the bytes of its assembly. Errors are those of {@link assemble}, with the path of the code, and line and column in `data`; then
 * there is no value.
 */
export function assembledBuild(spec: ZebinBuild<Uint8Array | AssemblyBuild>, config: ProductConfig): Outcome<ZebinBuild | undefined> {
  const diagnostics: Diagnostic[] = [];
  const bytesOf = <Part extends CodeBuild<Uint8Array | AssemblyBuild>>(part: Part, path: string): Part & CodeBuild => {
    const { code } = part;
    if (code instanceof Uint8Array || typeof code !== 'object') return { ...part, code };
    const { value, diagnostics: findings } = assembled(code, config, `${path}/code`);
    for (const one of findings) diagnostics.push(one);
    return { ...part, code: value };
  };
  const { kernels, functions, ...rest } = spec;
  const build = {
    ...rest,
    kernels: kernels.map((kernel, i) => bytesOf(kernel, `kernels[${i}]`)),
    ...(functions && { functions: bytesOf(functions, 'functions') }),
  };
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  return { value: failed ? undefined : build, diagnostics };
}

function assembled(
  { assembly, platform, compact = false }: AssemblyBuild,
  { family, acronyms }: ProductConfig,
  path: string,
): Outcome<Uint8Array> {
  const chosen = platform ?? platformNamed(coreFamily(productFamily(family)?.core ?? -1)?.iga ?? '');
  if (chosen === undefined) {
    const message = `the instructions of ${acronyms[0] ?? 'the device'} are not known; give platform`;
    return { value: new Uint8Array(), diagnostics: [diagnostic('build/device', message, NOWHERE, path)] };
  }
  const text = encodeText(assembly);
  const { value, diagnostics } = assemble(text, chosen, { compact });
  const lines = new LineStarts(text);
  const placed = diagnostics.map((one): Diagnostic => ({ ...one, path, data: { ...one.data, ...lines.placeOf(one.span.start) } }));
  return { value: value.length === 0 ? value : padded(value), diagnostics: placed };
}

function padded(code: Uint8Array): Uint8Array {
  const { least, multiple } = PADDING;
  const out = new Uint8Array(Math.ceil((code.length + least) / multiple) * multiple);
  out.set(code);
  return out;
}
