/** The text around the caret by lines: a line leads to its bytes, and bytes to their line. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ask, useAnswer } from '../../client.ts';
import type { Stretch } from '../../parts/hex-caret.ts';
import { later } from '../../parts/safe.tsx';
import { number, shown } from '../../parts/shown.ts';
import type { TextPart, TextPlace } from '../../worker/bytes/text.ts';

const CodePane = later('The text', async () => (await import('../../parts/code/pane.tsx')).CodePane);

/** Characters of a line that are drawn. */
const LONGEST = 2_000;

export interface TextPaneProps {
  readonly file: number;
  readonly at: string;
  readonly caret: number;
  readonly span: Stretch | undefined;
  onChoose(span: Stretch): void;
}

export function TextPane({ file, at, caret, span, onChoose }: TextPaneProps) {
  const answer = useAnswer('textAt', { file, at, offset: caret });
  const last = useRef<TextPlace | null | undefined>(undefined);
  if (answer.state === 'here') last.current = answer.value;
  const place = last.current;
  const [part, setPart] = useState<TextPart>();
  useEffect(() => {
    let current = true;
    if (place)
      ask('textPart', { file, address: place.address, part: place.part }).then(
        (textPart) => current && setPart(textPart),
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [place?.address, place?.part]);
  if (place === null) return <p class="quiet">no text here: select a byte in an image with .ze_info, in property sets, or in vISA text</p>;
  if (!place || !part) return <p class="quiet">…</p>;
  const { first, total, lines, starts } = part;
  const to = (offset: number | undefined) => offset !== undefined && onChoose({ start: offset, end: offset + 1 });
  return (
    <div class="textpane">
      <p class="quiet textplace">
        <span class="mono">{shown(`${place.address.slice(1)}${place.address === '' ? '' : '!'}${place.title}`, 120)}</span>
        {`: ${number(total)} lines`}
        {lines.length < total ? (
          <>
            {`, here ${number(first + 1)} to ${number(first + lines.length)} `}
            <button type="button" disabled={first === 0} onClick={() => to((starts[0] ?? 0) - 1)}>
              earlier
            </button>{' '}
            <button type="button" disabled={first + lines.length >= total} onClick={() => to(starts.at(-1))}>
              later
            </button>
          </>
        ) : null}
      </p>
      <Lines key={`${place.address} ${first}`} part={part} label={place.title} span={span} onChoose={onChoose} />
    </div>
  );
}

function Lines({ part, label, span, onChoose }: { part: TextPart; label: string } & Pick<TextPaneProps, 'span' | 'onChoose'>) {
  const { first, lines, starts } = part;
  const text = useMemo(() => lines.map((line) => shown(line, LONGEST)).join('\n'), [part]);
  const gutters = useMemo(
    () => [{ name: 'number', text: (line: number) => String(first + line + 1), widest: String(first + lines.length) }],
    [part],
  );
  const marked = useMemo(() => chosenLines(starts, span), [part, span?.start, span?.end]);
  const [reveal] = marked;
  const onLine = (line: number) => {
    const [start, end] = [starts[line], starts[line + 1]];
    if (start !== undefined && end !== undefined && end > start) onChoose({ start, end });
  };
  return (
    <CodePane
      label={`text of ${label}`}
      text={text}
      gutters={gutters}
      marked={marked}
      onLine={onLine}
      {...(reveal === undefined ? {} : { reveal })}
    />
  );
}

/** The lines that have a selected byte, in order. */
function chosenLines(starts: readonly number[], span: Stretch | undefined): ReadonlySet<number> {
  const lines = new Set<number>();
  for (let line = 0; span && line < starts.length - 1; line++) {
    if ((starts[line] as number) < span.end && (starts[line + 1] as number) > span.start) lines.add(line);
  }
  return lines;
}
