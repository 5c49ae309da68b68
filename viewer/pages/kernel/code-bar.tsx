/** Above the instructions: how they were decoded, what their registers cost, steps to what costs most, and the columns that are shown. */
import { count, hex, number, shown } from '../../parts/shown.ts';
import type { CodeCosts, CodeView } from '../../worker/code-view.ts';
import { COLUMNS, type Column, columnsOf } from './code-columns.ts';
import { type Steps, stepFrom } from './code-steps.ts';

interface Props {
  readonly code: CodeView;
  readonly steps: Steps;
  /** From which steps lead. */
  readonly line: number;
  onGo(line: number): void;
  readonly columns: ReadonlySet<Column>;
  onColumns(columns: ReadonlySet<Column>): void;
}

export function CodeBar({ code, steps, line, onGo, columns, onColumns }: Props) {
  const { costs, platform, reason } = code;
  const all = columnsOf(code);
  const toggle = (key: Column) => onColumns(new Set(all.filter((one) => columns.has(one) !== (one === key))));
  return (
    <>
      <p class="code-note">
        {platform === null ? (
          <span>
            Bytes of each instruction{reason === null ? '' : ': '}
            {reason === null ? '' : shown(reason, 400)}.
          </span>
        ) : (
          <span>Decoded as {shown(platform)}.</span>
        )}{' '}
        {costs ? <PeakText costs={costs} /> : null}
      </p>
      {costs ? (
        <div class="code-bar">
          <StepButtons title="Peak" unit="most live registers" keys="m" lines={steps.peak} line={line} onGo={onGo} />
          <StepButtons title="Spills and fills" unit="spill or fill" keys="s" lines={steps.scratch} line={line} onGo={onGo} />
          <StepButtons title="Loops" unit="loop" keys="l" lines={steps.loops} line={line} onGo={onGo} />
          <fieldset class="switch">
            <legend class="unseen">Columns</legend>
            {all.map((key) => (
              <label key={key}>
                <input type="checkbox" checked={columns.has(key)} onChange={() => toggle(key)} />
                {COLUMNS[key]}
              </label>
            ))}
          </fieldset>
        </div>
      ) : null}
    </>
  );
}

function PeakText({ costs: { peak, grf_count, nextText, indirect } }: { costs: CodeCosts }) {
  if (!peak) return null;
  return (
    <span>
      At most <strong>{count(peak.registers, 'register')}</strong>
      {grf_count === null ? '' : ` of ${number(grf_count)}`} {peak.registers === 1 ? 'is' : 'are'} live, before {hex(peak.offset)}
      {nextText}.{indirect === 0 ? '' : ` ${count(indirect, 'instruction')} with an address register may keep more live.`}
    </span>
  );
}

interface StepProps {
  readonly title: string;
  readonly unit: string;
  readonly keys: string;
  readonly lines: readonly number[];
  readonly line: number;
  onGo(line: number): void;
}

/** Two buttons to the one before and the next; of a kind that there is once, one button. */
function StepButtons({ title, unit, keys, lines, line, onGo }: StepProps) {
  if (lines.length === 0) return null;
  const go = (way: 1 | -1) => {
    const to = stepFrom(lines, line, way);
    if (to !== undefined) onGo(to);
  };
  if (lines.length === 1) {
    return (
      <button type="button" title={`${unit} (${keys})`} onClick={() => go(1)}>
        {title} <kbd>{keys}</kbd>
      </button>
    );
  }
  return (
    <span class="code-steps">
      <button type="button" aria-label={`previous ${unit}`} title={`previous ${unit} (Shift+${keys})`} onClick={() => go(-1)}>
        ‹
      </button>
      <span>
        {title} <span class="quiet">{number(lines.length)}</span> <kbd>{keys}</kbd>
      </span>
      <button type="button" aria-label={`next ${unit}`} title={`next ${unit} (${keys})`} onClick={() => go(1)}>
        ›
      </button>
    </span>
  );
}
