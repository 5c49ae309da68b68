import { type Bytes, encodeText, LineStarts } from '../core/bytes/index.ts';
import type { Diagnostic } from '../core/diag/index.ts';
import { type DiagnosticJson, diagnosticJson } from '../documents/json.ts';
import { codeNames, oneKernel } from '../documents/kernel/kernel-names.ts';
import type { ElfParts } from '../formats/elf/index.ts';
import { encodeZebin, partsOfZebin, TEXT_PREFIX, type Zebin } from '../formats/zebin/index.ts';
import { eachZebin, hasZebin, type Item } from '../walk/inspect.ts';
import type { AsmFinding } from './asm.ts';
import { type CodeEdit, patchCode } from './code/index.ts';
import { replaceItems } from './replace.ts';

/** `zebin patch --json`: what changes in the code of a kernel, or why nothing does. */
export interface PatchDocument {
  readonly schema: 'zebin/patch/1';
  /** Address of the image in the file; empty for a file that is the image itself. */
  readonly address: string;
  readonly kernel: string;
  /** Bytes of the file before and after; null after an error. */
  readonly size_before: number;
  readonly size: number | null;
  /** Bytes of the code with its padding before and after; null after an error. */
  readonly code_before: number;
  readonly code_size: number | null;
  /** Findings in the text of an edit have its name as source, a line and a column. */
  readonly diagnostics: readonly (DiagnosticJson | AsmFinding)[];
}

/** A file with an edited kernel. */
export interface PatchedItem {
  /** Undefined when the text of an edit has an error. */
  readonly bytes: Bytes | undefined;
  readonly document: PatchDocument;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Edits the code of a kernel or function of the zebin at or below an item with {@link patchCode}, and writes the file again.
 *
 * @param kernelName a name of the kernel, as for `chooseKernels`
 *
 * Throws `TypeError` when no image has the kernel, or more than one: an address is right for the code of one device. Throws `FormatError`
 * as `patchCode` and `replaceItems` do.
 *
 * @example
 * const { bytes } = patchItem(inspect(file).value, 'saxpy', [{ kind: 'delete', at: 0x40 }]);
 */
export function patchItem(root: Item, kernelName: string, edits: readonly CodeEdit[]): PatchedItem {
  const hasImages = hasZebin(root);
  const kernel = hasImages ? oneKernel(kernelName, codeNames(root)) : kernelName;
  let [only, count]: [{ readonly item: Item; readonly zebin: Zebin } | undefined, number] = [undefined, 0];
  for (const image of eachZebin(root)) {
    if (!image.zebin.elf.sections.some(({ name }) => name === TEXT_PREFIX + kernel)) continue;
    only ??= image;
    count++;
  }
  if (!only) throw new TypeError(hasImages ? `no code is named ${kernel}` : 'there is no zebin');
  if (count > 1) throw new TypeError(`${count} images have a kernel ${kernel}: give the address of one of them`);
  const { item, zebin } = only;
  const before = partsOfZebin(zebin);
  const { value: parts, diagnostics } = patchCode(before, kernel, edits);
  const written = parts && encodeZebin(parts);
  const bytes = written && replaceItems(root, new Map([[item.address, written.value]]));
  const findings = [...diagnostics, ...(written?.diagnostics ?? [])];
  const document: PatchDocument = {
    schema: 'zebin/patch/1',
    address: item.address.slice(root.address.length),
    kernel,
    size_before: root.bytes.length,
    size: bytes?.length ?? null,
    code_before: codeSize(before, kernel),
    code_size: parts ? codeSize(parts, kernel) : null,
    diagnostics: findings.map(findingsIn(edits)),
  };
  return { bytes, document, diagnostics: findings };
}

/** Gives findings line and column if they are in the text of an edit. */
function findingsIn(edits: readonly CodeEdit[]): (diagnostic: Diagnostic) => DiagnosticJson | AsmFinding {
  const lines = new Map(
    edits.flatMap(({ text, source = '' }) =>
      text === undefined ? [] : [[source, new LineStarts(typeof text === 'string' ? encodeText(text) : text)] as const],
    ),
  );
  return (diagnostic) => {
    const inText = diagnostic.span.end === 0 ? undefined : lines.get(diagnostic.span.source);
    return { ...diagnosticJson(diagnostic), ...inText?.placeOf(diagnostic.span.start) };
  };
}

function codeSize({ sections }: ElfParts, kernel: string): number {
  const content = sections.find(({ name }) => name === TEXT_PREFIX + kernel)?.content;
  return content?.kind === 'bytes' ? content.bytes.length : 0;
}
