/** The bar above the instructions: buttons that lead to the costliest places, and what the registers cost. */
import type { ComponentChildren } from 'preact';
import { count, hex, number, shown } from '../../parts/shown.ts';
import { StepButtons } from '../../parts/steps.tsx';
import type { CodeCosts, CodeView } from '../../worker/code-view.ts';
import type { Steps } from './code-steps.ts';

interface Props {
  readonly code: CodeView;
  readonly steps: Steps;
  /** From which steps lead. */
  readonly line: number;
  onGo(line: number): void;
  /** More buttons. */
  readonly children?: ComponentChildren;
}

export function CodeBar({ code, steps, line, onGo, children }: Props) {
  const { costs, platform, reason } = code;
  return (
    <>
      <div class="code-bar">
        {costs ? (
          <>
            <StepButtons title="Peak" unit="most live registers" keys="m" lines={steps.peak} line={line} onGo={onGo} />
            <StepButtons title="Spills and fills" unit="spill or fill" keys="s" lines={steps.scratch} line={line} onGo={onGo} />
            <StepButtons title="Loops" unit="loop" keys="l" lines={steps.loops} line={line} onGo={onGo} />
          </>
        ) : null}
        {children}
        <p class="code-note">
          {platform === null ? (
            <span>
              Bytes of each instruction{reason === null ? '' : ': '}
              {reason === null ? '' : shown(reason, 400)}.
            </span>
          ) : (
            <span>Decoded for platform {shown(platform)}.</span>
          )}{' '}
          {costs ? <PeakText costs={costs} /> : null}
        </p>
      </div>
      {code.unchecked.map((text) => (
        <p key={text} class="code-note warn">
          {shown(text, 400)}.
        </p>
      ))}
    </>
  );
}

function PeakText({ costs: { peak, grf_count, nextText, indirect } }: { costs: CodeCosts }) {
  if (!peak) return null;
  return (
    <span>
      At most <strong>{count(peak.registers, 'register')}</strong>
      {grf_count === null ? '' : ` of ${number(grf_count)}`} {peak.registers === 1 ? 'is' : 'are'} live, before {hex(peak.offset)}
      {nextText}.{indirect === 0 ? '' : ` ${count(indirect, 'instruction')} with an address register may keep more registers live.`}
    </span>
  );
}
