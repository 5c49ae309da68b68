/** The only place that parses: answers numbered requests with what the library says, one after another. */
import { FormatError } from '../../src/index.ts';
import { type Answer, HANDLERS, type Request } from './handlers.ts';

self.onmessage = ({ data }: MessageEvent<Request>) => {
  const { id, name, params } = data;
  let answer: Answer;
  try {
    // The pair of name and params was checked where it was asked.
    answer = { id, value: (HANDLERS[name] as (params: unknown) => unknown)(params) };
  } catch (error) {
    answer = { id, refusal: refusal(error) };
  }
  self.postMessage(answer);
};

function refusal(error: unknown): NonNullable<Answer['refusal']> {
  if (error instanceof FormatError) {
    const { code, message, span } = error.diagnostic;
    return { code, message, offset: span.start, end: span.end };
  }
  return { message: error instanceof Error ? error.message : String(error) };
}
