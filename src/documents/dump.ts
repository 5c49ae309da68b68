import { type Budgeted, Reporter } from '../core/diag/index.ts';
import { type Annotation, type BitField, clip, partition, type Region, regionOf } from '../core/schema/index.ts';
import type { Section } from '../formats/elf/index.ts';
import { annotateZebin, TEXT_PREFIX, type Zebin } from '../formats/zebin/index.ts';
import { formatRow } from '../walk/formats.ts';
import { allDiagnostics, type Item } from '../walk/inspect.ts';
import { containerSpans, isPlainSection } from './container-spans.ts';
import { codeAnnotations, platformOfZebin } from './dump-code.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';

/** `zebin dump --json`: every byte of the input in exactly one span. */
export interface DumpDocument {
  readonly schema: 'zebin/dump/1';
  /** First byte that is dumped, counted from the start of the file. */
  readonly offset: number;
  /** Address of the item in whose inflated data all offsets count; absent when they count in the file itself. */
  readonly source?: string;
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
  /** Byte after the last. */
  readonly end: number;
  /** Place in the structure. */
  readonly path: string;
  /** Description of the bytes. */
  readonly text: string;
  /**
   * `field`: a decoded number or name; `code`: an instruction; `text`: readable text; `bytes`: content that is not decoded; `padding`:
   * zeros between structures; `gap`: other bytes that no structure claims.
   */
  readonly role: 'field' | 'code' | 'text' | 'bytes' | 'padding' | 'gap';
  /** Every bit of an instruction by name, where that was asked for. */
  readonly fields?: readonly BitField[];
}

/** The roles of {@link DumpSpan}, with a description for users. */
export const DUMP_ROLES: readonly { readonly role: DumpSpan['role']; readonly doc: string }[] = [
  { role: 'field', doc: 'a decoded number or name' },
  { role: 'code', doc: 'an instruction' },
  { role: 'text', doc: 'readable text' },
  { role: 'bytes', doc: 'content that is not decoded' },
  { role: 'padding', doc: 'zeros between structures' },
  { role: 'gap', doc: 'other bytes that no structure claims' },
];

export interface DumpOptions extends Budgeted {
  /** Does not look into the items of a container: each is one span, whose path is its address. */
  readonly shallow?: boolean;
  /** Instructions have their bits by name. */
  readonly fields?: boolean;
  /** The image that the item is a section of, which says what instructions it has. */
  readonly image?: Item;
}

/**
 * Every byte of an item, in order, in exactly one named span: `zebin dump`.
 *
 * @example
 * const { spans } = dumpDocument(inspect(bytes).value);
 * spans.reduce((sum, { offset, end }) => sum + end - offset, 0) === bytes.length; // true
 */
export function dumpDocument(item: Item, options?: DumpOptions): DumpDocument {
  const { head, spans, gapBytes, diagnostics } = dumpParts(item, options);
  return { ...head, spans: [...spans], gap_bytes: gapBytes(), diagnostics: diagnostics() };
}

/** The document in parts, so that no span is kept. */
export interface DumpParts {
  readonly head: Pick<DumpDocument, 'schema' | 'offset' | 'source' | 'size'>;
  /** To be read once; each span is made when it is its turn. */
  readonly spans: Iterable<DumpSpan>;
  /** Known once all spans were read, as the findings are. */
  gapBytes(): number;
  diagnostics(): readonly DiagnosticJson[];
}

/** As {@link dumpDocument}, one span at a time. */
export function dumpParts(item: Item, options: DumpOptions = {}): DumpParts {
  const { bytes } = item;
  options.budget?.check();
  const out = new Reporter(bytes.length, options.budget);
  let gap = 0;
  function* spans(): Generator<DumpSpan> {
    for (const { span, path, text, role, fields } of partition(bytes, annotate(item, out, options), out)) {
      if (role === 'gap') gap += span.end - span.start;
      yield { offset: span.start, end: span.end, path, text, role, ...(fields === undefined ? {} : { fields }) };
    }
  }
  return {
    head: { schema: 'zebin/dump/1', offset: bytes.base, ...(bytes.source === '' ? {} : { source: bytes.source }), size: bytes.length },
    spans: spans(),
    gapBytes: () => gap,
    diagnostics: () => [...out.diagnostics, ...allDiagnostics(item)].map((d) => diagnosticJson(d)),
  };
}

type Piece = Annotation | Region;

/** What is in a piece, with a path that begins with `prefix`. */
function prefixed(piece: Piece, prefix: string): Piece {
  if (!('annotations' in piece)) return { ...piece, path: prefix + piece.path };
  return {
    span: piece.span,
    *annotations() {
      for (const annotation of piece.annotations()) yield { ...annotation, path: prefix + annotation.path };
    },
  };
}

function annotate(item: Item, out: Reporter, options: DumpOptions): Piece[] {
  const { content, bytes } = item;
  const prefix = item.address === '' ? '' : `${clip(item.address.slice(1), 160)}!`;
  const within = (pieces: Piece[]): Piece[] => (prefix === '' ? pieces : pieces.map((piece) => prefixed(piece, prefix)));
  switch (content.kind) {
    case 'zebin':
      return within(annotateZebin(content.zebin, out, codeOf(content.zebin, out, options)));
    case 'section': {
      const image = options.image?.content;
      const { name } = content.section;
      const code = image?.kind === 'zebin' && name.startsWith(TEXT_PREFIX) ? codeOf(image.zebin, out, options) : undefined;
      const instructions = code?.(content.section, item.address.slice(1));
      return instructions === undefined ? undecoded(item) : [{ span: bytes.span(), annotations: () => instructions }];
    }
    case 'none':
      return undecoded(item);
    default: {
      const contentPieces = within(containerSpans(content, out, bytes, item.children) ?? restOf(item));
      const inside = item.children.flatMap((part) => {
        if (part.stored.source !== bytes.source) return [];
        const pieces = (): Piece[] => {
          const child = part.open();
          if (child.bytes.source !== bytes.source) return [streamOf(child)];
          if (isPlainSection(child)) return [];
          return options.shallow ? [closed(child)] : annotate(child, out, options);
        };
        // Each is read when the dump reaches it.
        return options.shallow ? pieces() : [regionOf(part.stored.span(), pieces)];
      });
      // If two annotations claim the same bytes, the first keeps them.
      return options.shallow ? [...inside, ...contentPieces] : [...contentPieces, ...inside];
    }
  }
}

function undecoded({ kind, bytes, address }: Item): Annotation[] {
  const what = kind === 'padding' ? 'filler that aligns the next member' : `${bytes.length} bytes`;
  return [{ span: bytes.span(), path: address.slice(1), text: what, role: 'bytes' }];
}

/** What makes annotations of the code of an image; undefined where its instructions are not known. */
function codeOf(zebin: Zebin, out: Reporter, { fields = false }: DumpOptions): Parameters<typeof annotateZebin>[2] {
  const platform = platformOfZebin(zebin);
  return platform && ((section: Section, path: string) => codeAnnotations(section.bytes, platform, path, fields, out));
}

function closed({ bytes, address, kind }: Item): Annotation {
  return { span: bytes.span(), path: address.slice(1), text: formatRow(kind)?.title ?? `${bytes.length} bytes`, role: 'bytes' };
}

/** The bytes between the items of a container that has no dump of its own, such as a program's code and data. */
function restOf({ bytes, children, kind }: Item): Annotation[] {
  const text = `the rest of ${formatRow(kind)?.title ?? 'it'}`;
  const annotations: Annotation[] = [];
  const add = (start: number, end: number) => {
    if (end > start) annotations.push({ span: bytes.span(start - bytes.base, end - bytes.base), path: '', text, role: 'bytes' });
  };
  let at = bytes.base;
  const inside = children.map((child) => child.stored).filter((stored) => stored.source === bytes.source);
  for (const { base, length } of inside.sort((a, b) => a.base - b.base)) {
    add(at, base);
    at = Math.max(at, base + length);
  }
  add(at, bytes.base + bytes.length);
  return annotations;
}

/** The compressed stream of an item in its container. The inflated data is a source of its own. */
function streamOf({ stored, address, compression }: Item): Annotation {
  return { span: stored.span(), path: address.slice(1), text: `${compression ?? 'compressed'} stream`, role: 'bytes' };
}
