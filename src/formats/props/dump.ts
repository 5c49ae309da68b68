import { type Bytes, type Input, textSize } from '../../core/bytes/index.ts';
import type { Reporter, Span } from '../../core/diag/index.ts';
import { type Annotation, clip, dumped } from '../../core/schema/index.ts';
import { decodeProperty } from './decode.ts';
import { describe } from './describe.ts';
import type { Props } from './model.ts';
import { decodeProps } from './parse.ts';

/**
 * What each byte of a file is.
 *
 * @example
 * dumpProps(properties)[0].path; // 'SYCL/specialization constants'
 */
export function dumpProps(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => annotateProps(decodeProps(bytes, out), bytes, out));
}

/** Names, keys and values of property sets, text or JSON, which are in `bytes`. */
export function annotateProps(props: Props, bytes: Bytes, out: Reporter): Annotation[] {
  if (!out.annotate(props.lines.length * 2, bytes.span(), ''))
    return [{ span: bytes.span(), path: '', text: 'property sets', role: 'text' }];
  const annotations: Annotation[] = [];
  let set = '';
  for (const line of props.lines) {
    const { span } = line;
    if (!span) continue;
    if (line.kind === 'set') set = line.name;
    const path = clip(set, 80);
    if (line.kind !== 'property') annotations.push({ span, path: line.kind === 'set' ? path : `${path}/`, text: line.kind, role: 'text' });
    else {
      const text = clip(describe(decodeProperty(set, line.key, line.value), line.value), 120);
      const place = `${path}/${clip(line.key)}`;
      if (props.form === 'json') {
        annotations.push({ span, path: place, text, role: 'field' });
        continue;
      }
      const cut = span.start + textSize(line.key) + 1;
      annotations.push({ span: { ...span, end: cut }, path: place, text: 'key', role: 'text' });
      annotations.push({ span: { ...span, start: cut }, path: place, text, role: 'field' });
    }
  }
  return props.form === 'json' ? withPunctuation(annotations, bytes.span()) : annotations;
}

/** The annotations of JSON, including what is between them: braces, commas, white space. */
function withPunctuation(annotations: readonly Annotation[], whole: Span): Annotation[] {
  const all: Annotation[] = [];
  let at = whole.start;
  const upTo = (end: number) => {
    if (end > at) all.push({ span: { ...whole, start: at, end }, path: '', text: 'punctuation', role: 'text' });
  };
  for (const annotation of annotations) {
    upTo(annotation.span.start);
    all.push(annotation);
    at = annotation.span.end;
  }
  upTo(whole.end);
  return all;
}
