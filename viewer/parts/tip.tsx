/** Explanations on hover and focus: what the library's tables say about a name. One box for the whole page. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useAnswer } from '../client.ts';
import type { Result } from '../worker/handlers.ts';
import { shown } from './shown.ts';

/** What has a place on the screen. */
interface Placed {
  getBoundingClientRect(): { readonly left: number; readonly top: number; readonly bottom: number };
}

interface Tip {
  /** As for `zebin explain`: `execution_env/grf_count`. */
  readonly of: string;
  readonly near: Placed;
  /** A word that may mean nothing: then nothing is shown. */
  readonly isGuess?: boolean;
}

const open = signal<Tip | undefined>(undefined);
let timer = 0;

/** The attributes of any element that is to be explained; the element should be one that can be focused, or be inside of one. */
export function tip(of: string | undefined) {
  if (of === undefined) return {};
  const show = (delay: number) => (event: Event) => {
    const near = event.currentTarget as Element;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      open.value = { of, near };
    }, delay);
  };
  return {
    'data-explain': of,
    'aria-describedby': open.value?.of === of ? 'tip' : undefined,
    onMouseEnter: show(250),
    onMouseLeave: hideTip,
    onFocus: show(0),
    onBlur: hideTip,
  };
}

/** Explains a word of a text, if it has a meaning, after so many milliseconds. */
export function explainWord(of: string, near: Placed, delay: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    open.value = { of, near, isGuess: true };
  }, delay);
}

export function hideTip(): void {
  clearTimeout(timer);
  open.value = undefined;
}

/** A word with its explanation, reachable with the keyboard. */
export function Tip({ of, children }: { of: string; children: ComponentChildren }) {
  return (
    // The role `note` fits: this is additional text without controls.
    <span class="explained" role="note" tabIndex={0} {...tip(of)}>
      {children}
    </span>
  );
}

/** The box itself; the shell draws it once. */
export function TipLayer() {
  const shownTip = open.value;
  return shownTip ? <TipBox key={shownTip.of} tip={shownTip} /> : null;
}

function TipBox({ tip: { of, near, isGuess } }: { tip: Tip }) {
  const answer = useAnswer('explain', { name: of });
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { left, top, bottom } = near.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    element.style.top = `${bottom + height + 10 > innerHeight && top > height + 10 ? top - height - 6 : bottom + 6}px`;
  });
  if (isGuess && (answer.state !== 'here' || answer.value.length === 0)) return null;
  return (
    <div id="tip" role="tooltip" class="tip" ref={box}>
      {answer.state === 'here' ? <Entries of={of} entries={answer.value} /> : '…'}
    </div>
  );
}

function Entries({ of, entries }: { of: string; entries: Result<'explain'> }) {
  if (entries.length === 0) return <>{shown(of)}: nothing is known of it</>;
  return (
    <>
      {entries.map((entry) => (
        <div key={entry.path}>
          <code>{entry.path}</code> <span class="quiet">{entry.kind}</span>
          <p>{entry.doc}</p>
          <p class="quiet">{entry.facts.join('; ')}</p>
        </div>
      ))}
    </>
  );
}
