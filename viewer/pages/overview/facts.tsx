import { useAnswer } from '../../client.ts';
import { Name } from '../../parts/name.tsx';
import { Prose } from '../../parts/prose.tsx';
import { count, number, shown } from '../../parts/shown.ts';
import type { Result } from '../../worker/handlers.ts';

/** What a file is, in words: those of the command for a zebin, the nesting of containers for others. */
export function Facts({ id, content, findings }: { id: number; content: Result<'open'>; findings: Result<'findings'>['rows'] }) {
  const answer = useAnswer('facts', { file: id, at: '' });
  if (answer.state === 'here' && answer.value) return <ZebinFacts facts={answer.value} />;
  return <ContainerFacts content={content} findings={findings} />;
}

function ZebinFacts({ facts: { facts, functions, functionCount } }: { facts: NonNullable<Result<'facts'>> }) {
  return (
    <dl class="facts">
      {facts.map(({ name, text, lead }) => (
        <div key={name} data-fact={name}>
          <dt>{name}</dt>
          <dd>
            {lead ? <span class={lead.tone}>{lead.text}</span> : null}
            <Name of={lead ? text.slice(lead.text.length) : text} most={1_000} />
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

function ContainerFacts({ content, findings }: { content: Result<'open'>; findings: Result<'findings'>['rows'] }) {
  const { images, kernelCount, format, holds } = content;
  const isVisa = format === 'visa-object' || format === 'visa-text';
  const { formats, devices, deviceCount, advice } = holds;
  // Without images, what reading found is the answer.
  const said = images.total === 0 ? findings.slice(0, 3) : [];
  return (
    <dl class="facts">
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
      {said.map(({ code, message, help }) => (
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
