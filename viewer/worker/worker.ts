/** The only place that parses: answers numbered requests with results of the library, one after another. */
import { Bytes, byteExcerpt, CODES, FormatError, type Span } from '../../src/internal.ts';
import { sourceOf } from './files.ts';
import { type Answer, handlerOf, type Params, type Request } from './handlers.ts';

self.onmessage = ({ data }: MessageEvent<Request>) => {
  const { id, name, params } = data;
  let answer: Answer;
  try {
    answer = { id, value: handlerOf(name)(params) };
  } catch (error) {
    answer = { id, refusal: refusal(error, params) };
  }
  self.postMessage(answer);
};

function refusal(error: unknown, params: unknown): NonNullable<Answer['refusal']> {
  if (!(error instanceof FormatError)) return { message: error instanceof Error ? error.message : String(error) };
  const { code, message, span } = error.diagnostic;
  return { code, message: sentence(code, message), offset: span.start, end: span.end, excerpt: excerpt(params, span) };
}

/** Messages about unknown or unsupported data say what to do; for other findings, the table of codes does. */
function sentence(code: keyof typeof CODES, message: string): string {
  return code === 'detect/unknown' || code === 'detect/not-readable' ? message : `${message}. ${CODES[code].help}`;
}

/** The bytes of a file that could not be opened, where the fault is. */
function excerpt(params: unknown, { source, start, end }: Span): readonly string[] {
  const { content } = params as Partial<Params<'open'>>;
  if (!content || source !== '') return [];
  const bytes = Bytes.from(sourceOf(content));
  if (bytes.length === 0) return [];
  const from = Math.max(0, Math.min(start, bytes.length) - 16);
  const piece = bytes.sub(from, Math.min(from + 96, bytes.length));
  return byteExcerpt(piece.data, from, start, Math.min(end, from + piece.length));
}
