import { type Bytes, type Input, textSize } from '../../core/bytes/index.ts';
import { COST, type Reporter, type Span } from '../../core/diag/index.ts';
import { type Annotation, clip, dumped, type Region } from '../../core/schema/index.ts';
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
export function annotateProps(props: Props, bytes: Bytes, out: Reporter): (Annotation | Region)[] {
  const span = bytes.span();
  if (!out.annotate(props.lines.length * COST.line, span, '')) return [{ span, path: '', text: 'property sets', role: 'text' }];
  return [{ span, annotations: () => (props.form === 'json' ? withPunctuation(annotationsOf(props), span) : annotationsOf(props)) }];
}

/** In the order of the lines. */
function* annotationsOf({ lines, form }: Props): Generator<Annotation> {
  let set = '';
  let path = '';
  for (const line of lines) {
    const { span } = line;
    if (!span) continue;
    if (line.kind === 'set') {
      set = line.name;
      path = clip(set, 80);
      yield { span, path, text: line.kind, role: 'text' };
    } else if (line.kind !== 'property') {
      yield { span, path: `${path}/`, text: line.kind, role: 'text' };
    } else {
      const text = clip(describe(decodeProperty(set, line.key, line.value), line.value), 120);
      const place = `${path}/${clip(line.key)}`;
      const { source, start, end } = span;
      // JSON has a colon between them, and may have white space.
      const cut = form === 'json' ? start : start + textSize(line.key) + 1;
      if (cut > start) yield { span: { source, start, end: cut }, path: place, text: 'key', role: 'text' };
      yield { span: { source, start: cut, end }, path: place, text, role: 'field' };
    }
  }
}

/** The annotations of JSON, including what is between them: braces, commas, white space. */
function* withPunctuation(annotations: Iterable<Annotation>, { source, start, end }: Span): Generator<Annotation> {
  const between = (from: number, to: number): Annotation => ({
    span: { source, start: from, end: to },
    path: '',
    text: 'punctuation',
    role: 'text',
  });
  let at = start;
  for (const annotation of annotations) {
    if (annotation.span.start > at) yield between(at, annotation.span.start);
    yield annotation;
    at = annotation.span.end;
  }
  if (end > at) yield between(at, end);
}
