/** The name of the kernel, links to others, and its resources in one line. */
import { useEffect } from 'preact/hooks';
import { finding } from '../../parts/find-kernel.tsx';
import { Name } from '../../parts/name.tsx';
import { count, hex, number, shown } from '../../parts/shown.ts';
import { Tip } from '../../parts/tip.tsx';
import { go, link, route } from '../../state.ts';
import type { KernelView } from '../../worker/kernel.ts';
import type { KernelPlace } from '../../worker/kernel-place.ts';

export function Head({ view }: { view: KernelView }) {
  const { label, name, address, target, version, code, same, index, kernels, previous, next } = view;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const to = { p: previous, n: next }[event.key];
      if (!to || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      go({ at: to.at, kernel: to.name });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [previous, next]);
  return (
    <div class="kernel-head">
      <div class="kernel-steps">
        <Step to={previous} rel="prev" title="Previous kernel">
          ‹
        </Step>
        <button type="button" aria-haspopup="dialog" onClick={() => (finding.value = true)}>
          Kernel {number(index + 1)} of {number(kernels)} <span aria-hidden="true">▾</span>
        </button>
        <Step to={next} rel="next" title="Next kernel">
          ›
        </Step>
      </div>
      <h1>
        <Name of={label} />
      </h1>
      {label === name ? null : (
        <p class="kernel-mangled">
          <code>
            <Name of={name} />
          </code>
        </p>
      )}
      <p class="quiet kernel-facts">
        <span>{target.length === 0 ? 'no device named' : shown(target.join(', '))}</span>
        <span>zebin {shown(version ?? 'without version')}</span>
        {address === '' ? null : (
          <span>
            in <code>{shown(address)}</code>
          </span>
        )}
        <span>
          {code ? (
            <a href={link({ view: 'bytes', at: address, span: { start: code.offset, end: code.offset + code.size } })}>
              {count(code.size, 'byte')} of code at {hex(code.offset)}
            </a>
          ) : (
            'no code'
          )}
        </span>
        {same > 1 ? <span class="warn">{count(same, 'kernel')} with this name in the image; this is the first</span> : null}
      </p>
      <dl class="kernel-resources">
        {view.resources.map(({ title, unit, text, explain }) => (
          <div key={title} class={title.startsWith('spill') && view.mark !== ' ' ? (view.mark === '!' ? 'bad' : 'warn') : undefined}>
            <dt>
              {explain === undefined ? title : <Tip of={explain}>{title}</Tip>} <span class="quiet">{unit}</span>
            </dt>
            <dd class={text === '-' ? 'quiet' : undefined}>{text}</dd>
          </div>
        ))}
        {view.occupancy ? (
          <div>
            <dt>
              occupancy <span class="quiet">estimate</span>
            </dt>
            <dd>{view.occupancy.estimate.percent} %</dd>
          </div>
        ) : null}
      </dl>
    </div>
  );
}

function Step({ to, rel, title, children }: { to: KernelPlace | null; rel: string; title: string; children: string }) {
  if (!to) {
    return (
      <span class="step" aria-hidden="true">
        {children}
      </span>
    );
  }
  return (
    <a
      class="step"
      rel={rel}
      href={link({ at: to.at, kernel: to.name, ...(route.value.tab === undefined ? {} : { tab: route.value.tab }) })}
      aria-label={title}
      title={`${title}: ${shown(to.name)}`}
    >
      {children}
    </a>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type="radio"]), textarea, select, dialog, [contenteditable]') !== null;
}
