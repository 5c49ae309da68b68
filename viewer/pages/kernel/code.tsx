/** The code of a kernel: instructions with their places in the source, or the vISA that it was made from. */
import { useState } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { later } from '../../parts/safe.tsx';
import { shown, size } from '../../parts/shown.ts';
import type { KernelView } from '../../worker/kernel.ts';
import type { VisaText } from '../../worker/kernel-code.ts';
import type { KernelParams } from '../../worker/kernel-place.ts';
import { Instructions } from './instructions.tsx';

const CodePane = later('The text', async () => (await import('../../parts/code/pane.tsx')).CodePane);

export function CodeTab({ view, place }: { view: KernelView; place: KernelParams }) {
  const [kind, setKind] = useState<'code' | 'visa'>('code');
  const texts = useAnswer('visaTexts', place);
  const visa = texts.state === 'here' ? texts.value : [];
  return (
    <div class="code-tab">
      {view.visa === 0 ? null : (
        <fieldset class="switch">
          <legend class="unseen">View of the code</legend>
          {(['code', 'visa'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="code-kind" checked={kind === one} onChange={() => setKind(one)} />
              {one === 'code' ? 'Instructions' : 'vISA'}
            </label>
          ))}
        </fieldset>
      )}
      {kind === 'visa' ? <VisaTab file={place.file} texts={visa} /> : <Instructions view={view} place={place} />}
    </div>
  );
}

/** The texts of vISA of an image, one of them open. */
export function VisaTab({ file, texts }: { file: number; texts: readonly VisaText[] }) {
  const [chosen, setChosen] = useState(0);
  const text = texts[chosen];
  if (!text) return null;
  return (
    <>
      {texts.length < 2 ? null : (
        <label class="code-note">
          Text of{' '}
          <select value={String(chosen)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {texts.map(({ address, routine }, i) => (
              <option key={address} value={String(i)}>
                {routine === '' ? shown(address, 80) : shown(routine, 80)}
              </option>
            ))}
          </select>
        </label>
      )}
      <VisaPane file={file} text={text} />
    </>
  );
}

function VisaPane({ file, text: { address, routine } }: { file: number; text: VisaText }) {
  const answer = useAnswer('visaText', { file, address });
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <div class="code-pane" aria-busy="true" />;
  const { text, left } = answer.value;
  return (
    <>
      <CodePane label={`vISA of ${shown(routine, 80)}`} text={text} />
      {left > 0 ? <p class="quiet">{size(left)} more are not shown.</p> : null}
    </>
  );
}
