import { useState } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { Prose } from '../../parts/prose.tsx';
import { RefusalNote } from '../../parts/refusal.tsx';
import { number, shown } from '../../parts/shown.ts';
import { link } from '../../state.ts';
import type { Result } from '../../worker/handlers.ts';

/** Images that are checked together at first; if there are more, only the first is checked. */
const TOGETHER = 8;

/** Whether a driver accepts the file, for a selected device and release. */
/** @param within address of the image that it is about; empty for the file */
export function Driver({ id, within, content: { images } }: { id: number; within: string; content: Result<'open'> }) {
  const zebins = images.rows.filter(({ target }) => target !== undefined);
  const [at, setAt] = useState(images.total > TOGETHER ? (zebins[0]?.at ?? within) : within);
  const [device, setDevice] = useState('');
  const [driver, setDriver] = useState('');
  const choices = useAnswer('choices', {});
  const answer = useAnswer('check', { file: id, at, ...(driver === '' ? {} : { driver }), ...(device === '' ? {} : { device }) });
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'here' && !answer.value && device === '' && at === '') return null;
  const { devices, drivers } = choices.state === 'here' ? choices.value : { devices: [], drivers: [] };
  return (
    <section class="driver" aria-label="Does a driver accept it?">
      <div class="choosers">
        {zebins.length > 1 ? (
          <label>
            image
            <select name="image" value={at} onChange={(event) => setAt(event.currentTarget.value)}>
              <option value="">all</option>
              {zebins.map((image) => (
                <option key={image.at} value={image.at}>
                  {shown(image.at, 60)}
                </option>
              ))}
              {images.next === undefined ? null : (
                <option disabled>{`and ${number(images.total - images.rows.length)} more: see the table of images`}</option>
              )}
            </select>
          </label>
        ) : null}
        <label>
          device
          <select name="device" value={device} onChange={(event) => setDevice(event.currentTarget.value)}>
            <option value="">from the file</option>
            {devices.map(({ ip, name }) => (
              <option key={ip} value={ip}>
                {name} ({ip})
              </option>
            ))}
          </select>
        </label>
        <label>
          driver
          <select name="driver" value={driver} onChange={(event) => setDriver(event.currentTarget.value)}>
            <option value="">{drivers[0] === undefined ? 'newest' : `${drivers[0]} (newest)`}</option>
            {drivers.slice(1).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      <div aria-live="polite">
        {answer.state === 'waiting' ? (
          <p class="quiet">…</p>
        ) : answer.value ? (
          <Verdict check={answer.value} of={zebins.length > 1 ? at : ''} />
        ) : (
          <p>There is no code to check.</p>
        )}
      </div>
    </section>
  );
}

/** @param of address of the image that was chosen; empty for all that there is */
function Verdict({ check, of }: { check: NonNullable<Result<'check'>>; of: string }) {
  const { verdict, accepted, sentence, reason, support, steps, releases, kernels, images, imageCount } = check;
  return (
    <>
      <p class={`verdict ${accepted ? 'good' : 'bad'}`} data-verdict={verdict}>
        {of === '' ? '' : `${shown(of, 80)}: `}
        {shown(sentence, 1_000)}
      </p>
      {reason ? (
        <p>
          <Prose text={reason.help} /> <code class="quiet">{reason.code}</code>{' '}
          {reason.end > reason.offset && reason.source === undefined ? (
            <a href={link({ view: 'bytes', at: check.address, span: { start: reason.offset, end: reason.end } })}>its bytes</a>
          ) : null}
        </p>
      ) : null}
      {imageCount > 0 ? <Images images={images} imageCount={imageCount} /> : null}
      <p class="quiet">{shown(support.join('; '), 2000)}</p>
      <details>
        <summary>steps and releases</summary>
        <ul class="steps">
          {steps.map(({ name, outcome, findings, count }) => (
            <li key={name}>
              {name}: <span class={outcome === 'failed' ? 'bad' : undefined}>{outcome}</span>
              {findings.map(({ code, message }, i) => (
                <div key={`${code} ${i}`} class="quiet">
                  {shown(message, 500)} <code>{code}</code>
                </div>
              ))}
              {count > findings.length ? <div class="quiet">and {count - findings.length} more</div> : null}
            </li>
          ))}
        </ul>
        <ul>
          {releases.map(({ range, verdict: outcome, message }) => (
            <li key={range}>
              {range}: {outcome}
              {message === undefined ? '' : `, ${shown(message, 500)}`}
            </li>
          ))}
        </ul>
        {kernels.length === 0 ? null : <p>Accepted by no known release: {kernels.map((name) => shown(name, 80)).join(', ')}</p>}
      </details>
    </>
  );
}

function Images({ images, imageCount }: Pick<NonNullable<Result<'check'>>, 'images' | 'imageCount'>) {
  return (
    <ul>
      {images.map((image) => (
        <li key={image.address}>
          <span class={image.accepted ? 'good' : 'bad'}>{image.accepted ? '✓' : '✗'}</span> <code>{shown(image.address, 80)}</code>:{' '}
          {shown(image.sentence, 500)}
        </li>
      ))}
      {imageCount > images.length ? <li class="quiet">and {imageCount - images.length} more</li> : null}
    </ul>
  );
}
