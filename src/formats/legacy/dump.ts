import type { Input } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import { type Annotation, annotateStruct, dumped } from '../../core/schema/index.ts';
import type { PatchToken, PatchTokens } from './model.ts';
import { decodePatchTokens } from './read.ts';
import { KERNEL_BINARY_HEADER, KERNEL_PARTS, PROGRAM_BINARY_HEADER } from './table.ts';

/**
 * What each byte of a program is.
 *
 * @example
 * const device = findItem(inspect(tokens).value, '!Intel(R) OpenCL Device Binary');
 * dumpPatchTokens(device?.bytes ?? tokens)[0].role; // 'field'
 */
export function dumpPatchTokens(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => annotatePatchTokens(decodePatchTokens(bytes, out), out));
}

/** What every byte of the program is: headers by field; heaps and tokens without decoding. */
export function annotatePatchTokens({ bytes, header, tokens, kernels, rest }: PatchTokens, out: Reporter): Annotation[] {
  const annotations = annotateStruct(PROGRAM_BINARY_HEADER, bytes, 0, true, 'header', (field) =>
    field.name === 'Magic' ? 'CTNI' : undefined,
  );
  for (const one of dumpTokens(tokens, 'patch_list', out)) annotations.push(one);
  for (const kernel of kernels) {
    const path = `kernels[${kernel.index}]`;
    const span = kernel.headerBytes.span();
    if (!out.annotate(KERNEL_BINARY_HEADER.fields.length + KERNEL_PARTS.length, span, path)) {
      annotations.push({ span: { ...span, end: kernel.parts.patch_list.span().end }, path, text: kernel.name, role: 'bytes' });
      continue;
    }
    annotations.push(...annotateStruct(KERNEL_BINARY_HEADER, kernel.headerBytes, 0, true, path));
    for (const { name } of KERNEL_PARTS) {
      const part = kernel.parts[name];
      if (part.length === 0 || name === 'patch_list') continue;
      const text = name === 'name' ? kernel.name : `${part.length} bytes`;
      annotations.push({ span: part.span(), path: `${path}/${name}`, text, role: name === 'name' ? 'text' : 'bytes' });
    }
    for (const one of dumpTokens(kernel.tokens, `${path}/patch_list`, out)) annotations.push(one);
  }
  if (rest.length > 0 && kernels.length === header.NumberOfKernels) {
    annotations.push({ span: rest.span(), path: 'rest', text: 'after the last kernel', role: 'bytes' });
  }
  return annotations;
}

function dumpTokens(tokens: readonly PatchToken[], path: string, out: Reporter): Annotation[] {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (!first || !last) return [];
  const span = { ...first.bytes.span(), end: last.bytes.span().end };
  if (!out.annotate(tokens.length, span, path)) return [{ span, path, text: `${tokens.length} tokens`, role: 'bytes' }];
  return tokens.map(({ Token, name, bytes }, i) => ({
    span: bytes.span(),
    path: `${path}[${i}]`,
    text: `${name ?? `token ${Token}`}, ${bytes.length} bytes`,
    role: 'field',
  }));
}
