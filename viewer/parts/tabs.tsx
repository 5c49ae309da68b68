import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { roving } from './roving.ts';

export interface Tab<K extends string = string> {
  readonly key: K;
  readonly title: ComponentChildren;
  /** A count after the title, in a muted colour. */
  readonly count?: number;
}

/** Tabs above a panel: arrows move, Home and End jump. The panel is named by its tab. */
export function Tabs<K extends string>(props: {
  label: string;
  tabs: readonly Tab<K>[];
  chosen: K;
  onChoose(key: K): void;
  children: ComponentChildren;
}) {
  const { label, tabs, chosen, onChoose, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const id = label.replaceAll(/\W/g, '-');
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === chosen);
    const to = roving(event, at, tabs.length, 'row');
    const next = to === undefined ? undefined : tabs[to];
    if (!next) return;
    onChoose(next.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ key, title, count }) => (
          <button
            type="button"
            role="tab"
            key={key}
            id={`${id}-${key}`}
            data-key={key}
            aria-selected={key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {title}
            {count === undefined ? null : <span class="quiet"> {count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} class="panel">
        {children}
      </div>
    </div>
  );
}
