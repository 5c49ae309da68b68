/** The name of the kernel, links to others, and its resources in one line. */
import { going } from '../../parts/go-to.tsx';
import { useKept } from '../../parts/kept.ts';
import { Name } from '../../parts/name.tsx';
import { usePress } from '../../parts/press.ts';
import { count, groupedIn, hex, number, shown } from '../../parts/shown.ts';
import { Tip } from '../../parts/tip.tsx';
import { go, link } from '../../state.ts';
import type { KernelView } from '../../worker/kernel.ts';
import type { KernelPlace } from '../../worker/kernel-place.ts';

/** @param brief whether it is one line at first */
export function Head({ view, brief }: { view: KernelView; brief: boolean }) {
  const { label, name, index, kernels, previous, next } = view;
  const [kept, setOpen] = useKept<boolean>('head of the kernel');
  const isOpen = kept ?? !brief;
  usePress((key) => {
    const to = { p: previous, n: next }[key];
    if (to) go({ at: to.at, kernel: to.name });
    return to !== undefined && to !== null;
  });
  return (
    <div class={isOpen ? 'kernel-head' : 'kernel-head brief'}>
      <div class="kernel-steps">
        <Step to={previous} rel="prev" title="Previous kernel">
          ‹
        </Step>
        <button type="button" aria-haspopup="dialog" onClick={() => (going.value = true)}>
          Kernel {number(index + 1)} of {number(kernels)} <span aria-hidden="true">▾</span>
        </button>
        <Step to={next} rel="next" title="Next kernel">
          ›
        </Step>
      </div>
      <button type="button" class="twist" aria-expanded={isOpen} aria-label="Everything about the kernel" onClick={() => setOpen(!isOpen)}>
        {isOpen ? '▾' : '▸'}
      </button>
      <h1>
        <Name of={label} />
      </h1>
      {label === name || !isOpen ? null : (
        <p class="kernel-mangled">
          <code>
            <Name of={name} />
          </code>
        </p>
      )}
      {isOpen ? <Facts view={view} /> : null}
      <Resources view={view} brief={!isOpen} />
    </div>
  );
}

function Facts({ view: { target, version, address, code, same } }: { view: KernelView }) {
  return (
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
  );
}

/** @param brief leaves out what the kernel does not use */
function Resources({ view, brief }: { view: KernelView; brief: boolean }) {
  return (
    <dl class="kernel-resources">
      {view.resources
        .filter(({ text }) => !brief || text !== '-')
        .map(({ title, unit, text, explain }) => (
          <div key={title} class={title.startsWith('spill') && view.mark !== ' ' ? (view.mark === '!' ? 'bad' : 'warn') : undefined}>
            <dt>
              {explain === undefined ? title : <Tip of={explain}>{title}</Tip>} <span class="quiet">{unit}</span>
            </dt>
            <dd class={text === '-' ? 'quiet' : undefined}>{groupedIn(text)}</dd>
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
    <a class="step" rel={rel} href={link({ at: to.at, kernel: to.name })} aria-label={title} title={`${title}: ${shown(to.name)}`}>
      {children}
    </a>
  );
}
