import { type Bytes, displayText, type Input, reading } from '../../core/bytes/index.ts';
import { COST, diagnostic, FormatError, type Outcome, type Reporter } from '../../core/diag/index.ts';
import { readStruct } from '../../core/schema/index.ts';
import type { PatchToken, PatchTokenKernel, PatchTokens } from './model.ts';
import { KERNEL_BINARY_HEADER, KERNEL_PARTS, PATCH_ITEM_HEADER, PATCH_TOKEN_MAGIC, PROGRAM_BINARY_HEADER } from './table.ts';
import { INLINE_DATA_SIZE, PATCH_TOKENS } from './tokens.ts';

const PROGRAM = PROGRAM_BINARY_HEADER.size64;
const KERNEL = KERNEL_BINARY_HEADER.size64;
const ITEM = PATCH_ITEM_HEADER.size64;

/**
 * Reads a program in patch tokens: its kernels with their names, heaps and tokens. The content of tokens stays raw.
 *
 * A kernel that reaches past the end ends the list. Throws `FormatError` when there is no header (`legacy/not-patch-tokens`,
 * `legacy/cut`).
 *
 * @example
 * const device = findItem(inspect(tokens).value, '!Intel(R) OpenCL Device Binary');
 * readPatchTokens(device?.bytes ?? tokens).value.kernels.length > 0; // true
 */
export function readPatchTokens(input: Input): Outcome<PatchTokens> {
  return reading(input, decodePatchTokens);
}

/** As {@link readPatchTokens}, with the diagnostics to a reporter. */
export function decodePatchTokens(bytes: Bytes, out: Reporter): PatchTokens {
  if (!bytes.startsWith(PATCH_TOKEN_MAGIC)) {
    const message = `this is not a patch-token program: it does not begin with ${PATCH_TOKEN_MAGIC}`;
    throw new FormatError(diagnostic('legacy/not-patch-tokens', message, bytes.span(0, Math.min(4, bytes.length)), ''));
  }
  if (bytes.length < PROGRAM) {
    const message = `the header needs ${PROGRAM} bytes, but there are only ${bytes.length}`;
    throw new FormatError(diagnostic('legacy/cut', message, bytes.span(bytes.length), ''));
  }
  const header = readStruct(PROGRAM_BINARY_HEADER, bytes, 0, true);
  const listEnd = Math.min(PROGRAM + header.PatchListSize, bytes.length);
  if (listEnd < PROGRAM + header.PatchListSize) {
    const message = `the tokens of the program have ${header.PatchListSize} bytes, of which ${listEnd - PROGRAM} are in the file`;
    out.report('legacy/cut', bytes.span(24, PROGRAM), 'PatchListSize', message);
  }
  const tokens = readTokens(bytes.sub(PROGRAM, listEnd), 'patch_list', out);
  const kernels: PatchTokenKernel[] = [];
  let at = listEnd;
  while (kernels.length < header.NumberOfKernels) {
    const path = `kernels[${kernels.length}]`;
    const kernel = out.charge(COST.part, bytes.span(at, at), path) ? readKernel(bytes, at, kernels.length, path, out) : undefined;
    if (!kernel) break;
    kernels.push(kernel);
    at = kernel.parts.patch_list.base - bytes.base + kernel.parts.patch_list.length;
  }
  return { kind: 'patch-tokens', bytes, header, tokens, kernels, rest: bytes.sub(at, bytes.length) };
}

/** Size of the program that begins here; undefined if its headers are not those of a program or reach past the end. */
export function patchTokensExtent(bytes: Bytes, out: Reporter): number | undefined {
  if (!bytes.startsWith(PATCH_TOKEN_MAGIC) || bytes.length < PROGRAM) return undefined;
  const { GPUPointerSizeInBytes: pointer, NumberOfKernels: kernels, PatchListSize } = readStruct(PROGRAM_BINARY_HEADER, bytes, 0, true);
  if ((pointer !== 4 && pointer !== 8) || kernels === 0) return undefined;
  let end = PROGRAM + PatchListSize;
  for (let i = 0; i < kernels; i++) {
    if (!bytes.has(end, KERNEL) || !out.charge(COST.part, bytes.span(0, 0), '')) return undefined;
    const header = readStruct(KERNEL_BINARY_HEADER, bytes, end, true);
    end += KERNEL;
    for (const { size } of KERNEL_PARTS) end += header[size];
    if (end > bytes.length) return undefined;
  }
  return end;
}

function readKernel(bytes: Bytes, start: number, index: number, path: string, out: Reporter): PatchTokenKernel | undefined {
  if (!bytes.has(start, KERNEL)) {
    const message = `the header of a kernel needs ${KERNEL} bytes and ${bytes.length - start} are left`;
    out.report('legacy/cut', bytes.span(start), path, message);
    return undefined;
  }
  const header = readStruct(KERNEL_BINARY_HEADER, bytes, start, true);
  let at = start + KERNEL;
  const parts: Record<string, Bytes> = {};
  for (const { name, size } of KERNEL_PARTS) {
    if (!bytes.has(at, header[size])) {
      const message = `${size} is ${header[size]}, and ${bytes.length - at} bytes are left`;
      out.report('legacy/cut', bytes.span(start, start + KERNEL), `${path}/${size}`, message);
      return undefined;
    }
    parts[name] = bytes.sub(at, at + header[size]);
    at += header[size];
  }
  const kernelParts = parts as PatchTokenKernel['parts'];
  const tokens = readTokens(kernelParts.patch_list, `${path}/patch_list`, out);
  const name = displayText(kernelParts.name.text().replace(/\0.*$/s, ''));
  return { index, name, header, headerBytes: bytes.sub(start, start + KERNEL), parts: kernelParts, tokens };
}

function readTokens(bytes: Bytes, path: string, out: Reporter): PatchToken[] {
  const tokens: PatchToken[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (!out.charge(COST.entry, bytes.span(at, at), path)) break;
    const item = bytes.has(at, ITEM) ? readStruct(PATCH_ITEM_HEADER, bytes, at, true) : undefined;
    const size = item && sizeOf(item.Token, item.Size, bytes, at);
    if (!item || item.Size < ITEM || size === undefined || !bytes.has(at, size)) {
      const message = item ? `the token is ${size ?? item.Size} bytes, and ${bytes.length - at} are left` : 'the list ends inside a token';
      out.report('legacy/token', bytes.span(at), `${path}[${tokens.length}]`, message);
      break;
    }
    const name = PATCH_TOKENS[item.Token];
    tokens.push({ Token: item.Token, ...(name === undefined ? {} : { name }), bytes: bytes.sub(at, at + size) });
    at += size;
  }
  return tokens;
}

/** The size of a token with the data that follows it, which its own size does not count; `undefined` if that is not there. */
function sizeOf(token: number, size: number, bytes: Bytes, at: number): number | undefined {
  const place = INLINE_DATA_SIZE[token];
  if (place === undefined || size < place + 4) return size;
  return bytes.has(at, place + 4) ? size + bytes.u32(at + place) : undefined;
}
