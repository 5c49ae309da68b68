import { useAnswer } from '../../client.ts';
import { Prose } from '../../parts/prose.tsx';
import { count, number, shown } from '../../parts/shown.ts';
import type { Result } from '../../worker/handlers.ts';

type Unread = Result<'open'>['unread'];

/** What a file is, in words: those of the command for a zebin, the nesting of containers for others. */
export function Facts(props: { id: number; at: string; content: Result<'open'>; findings: Result<'findings'>['rows'] }) {
  const { id, at, content, findings } = props;
  const answer = useAnswer('facts', { file: id, at });
  if (answer.state === 'here' && answer.value) return <ZebinFacts facts={answer.value} unread={content.unread} />;
  return <ContainerFacts content={content} findings={findings} />;
}

function ZebinFacts({ facts: { facts, functions, functionCount }, unread }: { facts: NonNullable<Result<'facts'>>; unread: Unread }) {
  return (
    <dl class="facts">
      <UnreadFact unread={unread} />
      {facts.map(({ name, text, lead }) => (
        <div key={name} data-fact={name}>
          <dt>{name}</dt>
          <dd>
            {lead ? <span class={lead.tone}>{lead.text}</span> : null}
            {shown(lead ? text.slice(lead.text.length) : text, 1_000)}
          </dd>
        </div>
      ))}
      {functionCount === 0 ? null : (
        <div>
          <dt>functions</dt>
          <dd>
            {functions.map((name) => shown(name, 80)).join(', ')}
            {functionCount > functions.length ? `, … (${functionCount} in all)` : ''}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** What of the file no other line on the page is about. */
function UnreadFact({ unread: { count: all, first } }: { unread: Unread }) {
  if (all === 0) return null;
  return (
    <div data-fact="unread">
      <dt>not read</dt>
      <dd>
        <strong class="bad">{`${count(all, 'part')} not read whole`}</strong>
        <ul>
          {first.map(({ at, reason }) => (
            <li key={at}>
              {at === '' ? '' : <code>{shown(at, 80)}</code>}
              {at === '' ? '' : ': '}
              {shown(reason, 500)}
            </li>
          ))}
          {all > first.length ? <li class="quiet">and {number(all - first.length)} more</li> : null}
        </ul>
      </dd>
    </div>
  );
}

/** The verdicts of all images; they take a moment, so they are asked for when the rest of the page is there. */
export function VerdictsFact({ id }: { id: number }) {
  const answer = useAnswer('verdicts', { file: id });
  if (answer.state !== 'here') return <p class="quiet">…</p>;
  const { release, verdicts } = answer.value;
  return (
    <p class="verdicts">
      {verdicts.map(({ word, tone, count: n }, i) => (
        <span key={word}>
          {i === 0 ? '' : ', '}
          <span class={tone}>
            {number(n)} {word}
          </span>
        </span>
      ))}{' '}
      <span class="quiet">by driver {release}, each on the device that it names</span>
    </p>
  );
}

function ContainerFacts({ content, findings }: { content: Result<'open'>; findings: Result<'findings'>['rows'] }) {
  const { images, kernelCount, format, holds, unread } = content;
  const isVisa = format === 'visa-object' || format === 'visa-text';
  const { formats, devices, deviceCount, advice } = holds;
  // Without images, what reading found is the answer.
  const sentences = images.total === 0 ? findings.slice(0, 3) : [];
  return (
    <dl class="facts">
      <UnreadFact unread={unread} />
      {images.total === 0 || images.rows[0]?.at === '' || isVisa ? null : (
        <div>
          <dt>holds</dt>
          <dd>
            {formats.map(([kind, n]) => count(n, kind, kind)).join(', ')}
            {kernelCount > 0 ? `; ${count(kernelCount, 'kernel')}` : ''}
          </dd>
        </div>
      )}
      {deviceCount === 0 ? null : (
        <div data-fact="devices">
          <dt>devices</dt>
          <dd>
            {devices.map((name) => shown(name, 60)).join(', ')}
            {deviceCount > devices.length ? `, … (${number(deviceCount)} in all)` : ''}
          </dd>
        </div>
      )}
      {advice.map((text) => (
        <div key={text}>
          <dt>advice</dt>
          <dd>
            <Prose text={text} />
          </dd>
        </div>
      ))}
      {sentences.map(({ code, message, help }) => (
        <div key={code}>
          <dt>finding</dt>
          <dd>
            {shown(message, 500)}. <Prose text={help} /> <code class="quiet">{code}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
