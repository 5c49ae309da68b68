import type { Refusal } from '../worker/handlers.ts';
import { hex, number, shown } from './shown.ts';

/** Why there is nothing to show: the library's sentence, its code, the place and the bytes there. */
export function RefusalNote({ refusal, what }: { refusal: Refusal; what?: string }) {
  const { message, code, offset, end, excerpt } = refusal;
  return (
    <div class="refusal" role="alert">
      {what === undefined ? null : <h2>{shown(what)}</h2>}
      <p>{shown(message, 2_000)}</p>
      <p class="quiet">
        {code === undefined ? null : <code>{code}</code>}
        {offset === undefined
          ? null
          : ` at byte ${number(offset)} (${hex(offset)})${end === undefined || end <= offset ? '' : ` to ${number(end)}`}`}
      </p>
      {excerpt === undefined || excerpt.length === 0 ? null : <pre class="bytes">{excerpt.join('\n')}</pre>}
    </div>
  );
}
