import { dumpAr } from '../ar/index.ts';
import { Reporter } from '../diag/index.ts';
import { dumpElf } from '../elf/index.ts';
import { allDiagnostics, type Item } from '../inspect.ts';
import { type Annotation, clip, partition } from '../schema/index.ts';
import { dumpZebin } from '../zebin/index.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';

/** `zebin dump --json`: every byte of the input in exactly one span. */
export interface DumpDocument {
  readonly schema: 'zebin/dump/1';
  /** First byte that is dumped, counted from the start of the file. */
  readonly offset: number;
  /** Number of bytes. */
  readonly size: number;
  readonly spans: readonly DumpSpan[];
  /** Bytes that no structure claims and that are not zero. */
  readonly gap_bytes: number;
  /** Findings of the dump itself, then of reading. */
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface DumpSpan {
  readonly offset: number;
  /** Byte behind the last. */
  readonly end: number;
  /** Place in the structure. */
  readonly path: string;
  /** What stands there, in words. */
  readonly text: string;
  /**
   * `field`: a decoded number or name; `text`: readable text; `bytes`: content that is not decoded; `padding`: zeros between
   * structures; `gap`: other bytes that no structure claims.
   */
  readonly role: 'field' | 'text' | 'bytes' | 'padding' | 'gap';
}

/** What every byte of an item is, in order. */
export function dumpDocument(item: Item): DumpDocument {
  const out = new Reporter(item.bytes.length);
  const { bytes } = item;
  const spans = partition(bytes, annotate(item, out), out).map(({ span, path, text, role }) => ({
    offset: span.start,
    end: span.end,
    path,
    text,
    role,
  }));
  const gap_bytes = spans.reduce((sum, span) => sum + (span.role === 'gap' ? span.end - span.offset : 0), 0);
  return {
    schema: 'zebin/dump/1',
    offset: bytes.base,
    size: bytes.length,
    spans,
    gap_bytes,
    diagnostics: [...out.diagnostics, ...allDiagnostics(item)].map((d) => diagnosticJson(d)),
  };
}

function annotate(item: Item, out: Reporter): Annotation[] {
  const { content, bytes } = item;
  const prefix = item.address === '' ? '' : `${clip(item.address.slice(1), 160)}!`;
  const within = (found: Annotation[]): Annotation[] => (prefix === '' ? found : found.map((a) => ({ ...a, path: prefix + a.path })));
  switch (content.kind) {
    case 'zebin':
      return within(dumpZebin(content.zebin, out));
    case 'elf':
      return within(dumpElf(content.elf, out));
    case 'ar':
      return [...within(dumpAr(content.ar, out)), ...item.children.flatMap((child) => annotate(child, out))];
    case 'section':
    case 'none': {
      const what = item.kind === 'padding' ? 'filler that aligns the next member' : `${bytes.length} bytes`;
      return [{ span: bytes.span(), path: item.address.slice(1), text: what, role: 'bytes' }];
    }
  }
}
