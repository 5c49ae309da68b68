import { hexBytes } from '../core/bytes/index.ts';
import type { Diagnostic, Span } from '../core/diag/index.ts';
import {
  decodeProperty,
  describe,
  linesOf,
  type PropertyValue,
  type Props,
  type PropsLine,
  printProps,
  propertySets,
  specConstants,
  validateProps,
} from '../formats/props/index.ts';
import { type Completeness, completenessOf } from '../walk/damage.ts';
import type { Item } from '../walk/item.ts';
import { modelOf } from '../walk/model-of.ts';
import { type DiagnosticJson, diagnosticJson, type Json, toJson } from './json.ts';

/** `zebin props --json`: every property text, and the property sets of every image that has them in another form. */
export interface PropsDocument extends Completeness {
  readonly schema: 'zebin/props/1';
  readonly items: readonly PropsItemJson[];
}

/** Property sets, line by line, from which `zebin props --from-json` makes the same text again. */
export interface PropsItemJson {
  /** Address of the text, or of the image that the sets belong to; empty for the input itself. */
  readonly address: string;
  /** `json` for the JSON form of upstream LLVM; absent for property text. */
  readonly form?: 'json';
  /** The text of a JSON form whose layout is not that of LLVM. It is read back if it has the same content as `sets`. */
  readonly layout?: string;
  /** End of the lines that have no `end`; empty in the JSON form. */
  readonly line_end: '\n' | '\r\n' | '';
  /** In the order of the text. A set that occurs twice in the text is listed twice. */
  readonly sets: readonly PropsSetJson[];
  /** The specialization constants with their defaults. Not read back. */
  readonly specialization_constants: readonly SpecConstantJson[];
  /** Findings of reading. Not read back. */
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface PropsSetJson {
  /** Absent for lines before the first set. */
  readonly name?: string;
  /** Text after the name. Readers ignore it. */
  readonly after?: string;
  /** End of the line with the name, if it is not `line_end`. */
  readonly end?: string;
  readonly lines: readonly (PropertyJson | PropsTextJson)[];
}

export interface PropertyJson {
  readonly key: string;
  /** 1 is a 32-bit integer, 2 a byte array. */
  readonly type: 1 | 2;
  /** The value, for type 1. */
  readonly value?: number;
  /** Length in bits, for type 2. */
  readonly bits?: number;
  /** The bytes, two digits each, for type 2. */
  readonly hex?: string;
  /** The value decoded with the tables. It is read back only if neither `value` nor `hex` is given. */
  readonly decoded?: { readonly [key: string]: Json };
  /** The decoded value in one line of text. Not read back. */
  readonly meaning: string;
  /** The text after the `=`, if it is not the common spelling. It is read back if it still spells the value. */
  readonly spelling?: string;
  /** End of the line, if it is not `line_end`. */
  readonly end?: string;
}

/** A line that is kept unchanged: an empty line, or one that cannot be read. */
export interface PropsTextJson {
  readonly text: string;
  readonly end?: string;
}

export interface SpecConstantJson {
  readonly name: string;
  /** Size of all its scalars, in bytes. */
  readonly size: number;
  /** The default of the whole constant, two digits for each byte; null when it has none. */
  readonly default_hex: string | null;
  readonly scalars: readonly {
    readonly id: number;
    readonly offset: number;
    readonly size: number;
    readonly padding: boolean;
    readonly default_hex: string | null;
  }[];
}

/** The same, whose sets and lines are made when they are read, once: a text may have very many. */
export interface PropsStream extends Omit<PropsDocument, 'items'> {
  readonly items: readonly PropsItemStream[];
}

export interface PropsItemStream extends Omit<PropsItemJson, 'sets'> {
  readonly sets: Iterable<PropsSetStream>;
}

export interface PropsSetStream extends Omit<PropsSetJson, 'lines'> {
  readonly lines: Iterable<PropertyJson | PropsTextJson>;
}

/**
 * The property sets of a file: those of each property text, and of each image whose container has them in another form. The sets of a
 * SYCLBIN file are separate texts.
 *
 * @example
 * propsDocument(inspect(properties).value).items.length; // 1
 */
export function propsDocument(root: Item): PropsDocument {
  const { items, ...rest } = propsStream(root);
  return { ...rest, items: items.map(wholeItem) };
}

const wholeItem = (item: PropsItemStream): PropsItemJson => ({
  ...item,
  sets: Array.from(item.sets, (set) => ({ ...set, lines: [...set.lines] })),
});

/** As {@link propsDocument}, for the command, which prints each line as it is made. */
export function propsStream(root: Item): PropsStream {
  const items: PropsItemStream[] = [];
  const visit = (item: Item, inside: Item | undefined): void => {
    const { content, address, properties, bytes } = item;
    const props = modelOf(content, 'property-sets');
    if (props) items.push(itemStream(props, bytes.span(), address, item.diagnostics));
    else if (properties.length > 0 && inside?.content.kind !== 'syclbin')
      items.push(itemStream(linesOf(properties), bytes.span(), address, []));
    if (content.kind !== 'zebin') for (const child of item.children) visit(child.open(), item);
  };
  visit(root, undefined);
  return { schema: 'zebin/props/1', ...completenessOf(root), items };
}

/**
 * One text of the document.
 *
 * @param findings the findings from reading the text
 */
export function propsItem(props: Props, span: Span, address: string, findings: readonly Diagnostic[]): PropsItemJson {
  return wholeItem(itemStream(props, span, address, findings));
}

function itemStream(props: Props, span: Span, address: string, findings: readonly Diagnostic[]): PropsItemStream {
  const sets = propertySets(props);
  const diagnostics = [...findings, ...validateProps(sets, span)];
  const json = props.form === 'json';
  const line_end = json ? '' : props.lines.find((line) => line.end !== '')?.end === '\r\n' ? '\r\n' : '\n';
  const layout = json && props.read && props.read.text !== printProps({ ...props, lines: [...props.lines] }) ? props.read.text : undefined;
  return {
    address,
    ...(json ? { form: 'json' } : {}),
    ...(layout === undefined ? {} : { layout }),
    line_end,
    sets: setsOf(props, line_end),
    specialization_constants: specConstants(sets).map(({ name, size, default: whole, scalars }) => ({
      name,
      size,
      default_hex: whole ? hexBytes(whole) : null,
      scalars: scalars.map(({ default: value, ...scalar }) => ({ ...scalar, default_hex: value ? hexBytes(value) : null })),
    })),
    diagnostics: diagnostics.map((d) => diagnosticJson(d)),
  };
}

function* setsOf({ lines }: Props, common: string): Generator<PropsSetStream> {
  for (let at = 0; at < lines.length; ) {
    const head = lines[at];
    const first = head?.kind === 'set' ? at + 1 : at;
    let end = first;
    while (end < lines.length && lines[end]?.kind !== 'set') end++;
    const [name, after] = head?.kind === 'set' ? [head.name, head.after] : [undefined, ''];
    yield {
      ...(name === undefined ? {} : { name }),
      ...(after === '' ? {} : { after }),
      ...(name === undefined || head === undefined || head.end === common ? {} : { end: head.end }),
      lines: linesIn(lines.slice(first, end), name ?? '', common),
    };
    at = end;
  }
}

function* linesIn(lines: readonly PropsLine[], set: string, common: string): Generator<PropertyJson | PropsTextJson> {
  for (const line of lines) {
    const end = line.end === common ? {} : { end: line.end };
    if (line.kind === 'set') continue;
    if (line.kind !== 'property') yield { text: line.text, ...end };
    else {
      const { spelling } = line;
      yield { ...propertyJson(set, line.key, line.value), ...(spelling === undefined ? {} : { spelling }), ...end };
    }
  }
}

/** A property in the form of the documents. */
export function propertyJson(set: string, key: string, value: PropertyValue): PropertyJson {
  const decoded = decodeProperty(set, key, value);
  const isPlain = decoded.kind === 'bytes' || (decoded.kind === 'uint32' && Object.keys(decoded).length === 2);
  const meaning = describe(decoded, value);
  const more = isPlain ? { meaning } : { decoded: toJson(decoded) as { readonly [key: string]: Json }, meaning };
  if (value.type === 1) return { key, type: 1, value: value.value, ...more };
  return { key, type: 2, bits: value.bits, hex: hexBytes(value.data), ...more };
}
