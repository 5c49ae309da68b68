/** The findings from reading and checking the file; each leads to its bytes. */
import { useAnswer } from '../../client.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { number, shown } from '../../parts/shown.ts';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { go } from '../../state.ts';
import type { Result } from '../../worker/handlers.ts';

type Finding = Result<'bytesFindings'>['findings'][number];

const LOOKS = { error: 'bad', warning: 'warn', info: 'quiet' } as const;

const COLUMNS: readonly TableColumn<Finding>[] = [
  {
    key: 'severity',
    title: 'severity',
    width: '5.5rem',
    value: ({ severity }) => severity,
    draw: ({ severity }) => <span class={LOOKS[severity]}>{severity}</span>,
  },
  {
    key: 'offset',
    title: 'offset',
    width: '6.5rem',
    align: 'right',
    value: ({ start }) => start,
    draw: ({ start }) => <span class="mono">0x{start.toString(16)}</span>,
  },
  { key: 'line', title: 'line', width: '4rem', align: 'right', value: ({ line }) => line },
  {
    key: 'message',
    title: 'finding',
    width: 'minmax(14rem, 2fr)',
    value: ({ message }) => message,
    draw: ({ message }) => <span title={shown(message, 800)}>{shown(message)}</span>,
  },
  {
    key: 'path',
    title: 'place',
    width: 'minmax(8rem, 1fr)',
    value: ({ path }) => path,
    draw: ({ path }) => (
      <span class="mono" title={shown(path, 800)}>
        {shown(path, 120)}
      </span>
    ),
  },
  { key: 'code', title: 'code', width: '11rem', value: ({ code }) => code, draw: ({ code }) => <span class="mono">{code}</span> },
];

export function Findings({ file }: { file: number }) {
  const answer = useAnswer('bytesFindings', { file });
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <p class="quiet">…</p>;
  const { findings, total, isChecked } = answer.value;
  return (
    <>
      {total === 0 ? (
        <p class="quiet">nothing was found</p>
      ) : (
        <Table label="findings" columns={COLUMNS} rows={findings} rowHeight={24} visibleRows={8} onOpen={open} />
      )}
      {total > findings.length ? <p class="quiet">and {number(total - findings.length)} more</p> : null}
      {isChecked ? null : <p class="quiet">findings of reading only; to check the rules of a file of this size, run `zebin validate`</p>}
    </>
  );
}

function open({ at, start, end }: Finding) {
  go({ at, span: { start, end: Math.max(end, start + 1) } });
}
