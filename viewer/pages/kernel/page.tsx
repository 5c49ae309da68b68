/** One kernel: what it needs, its arguments and their places, its code, and its cost. */
import { useAnswer } from '../../client.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { type Tab, Tabs } from '../../parts/tabs.tsx';
import { go, type OpenFile, route } from '../../state.ts';
import type { KernelView } from '../../worker/kernel.ts';
import { canRun } from '../run/script.ts';
import { sessionOf } from '../run/session.ts';
import { RunTab } from '../run/tab.tsx';
import { CodeTab, VisaTab } from './code.tsx';
import { CostTab } from './cost.tsx';
import { EnvironmentTab } from './environment.tsx';
import { Head } from './head.tsx';
import { useLatest } from './latest.ts';
import { ListsTab } from './lists.tsx';
import { PayloadTab } from './payload.tsx';

type Key = 'payload' | 'environment' | 'code' | 'run' | 'cost' | 'lists';

export function KernelPage({ file }: { file: OpenFile }) {
  const { at, kernel } = route.value;
  const answer = useLatest(useAnswer('kernel', { file: file.id, at, ...(kernel === undefined ? {} : { name: kernel }) }));
  const texts = useAnswer('visaTexts', { file: file.id, at });
  if (answer.state === 'waiting') return <p class="page loading">…</p>;
  if (answer.state === 'refused') {
    // A vISA file has code, but nothing else that a kernel has.
    if (kernel === undefined && texts.state === 'here' && texts.value.length > 0)
      return (
        <section class="page kernel-page">
          <h1>vISA</h1>
          <VisaTab file={file.id} texts={texts.value} />
        </section>
      );
    return (
      <section class="page kernel-page">
        <RefusalNote refusal={answer.refusal} />
      </section>
    );
  }
  const view = answer.value;
  const tabs = tabsOf(view);
  const chosen = tabs.find(({ key }) => key === route.value.tab)?.key ?? (view.code ? 'code' : 'payload');
  // When another kernel is shown, only the tab is kept.
  const identity = `${view.address}\n${view.name}`;
  const place = { file: file.id, at: view.address, name: view.name };
  const isFilled = chosen === 'code' || (chosen === 'run' && sessionOf(place)?.debug !== undefined);
  return (
    <section class={isFilled ? 'page kernel-page filled' : 'page kernel-page'}>
      <Head view={view} brief={chosen === 'code' || chosen === 'run'} />
      <Tabs label="Parts of the kernel" tabs={tabs} chosen={chosen} onChoose={(tab) => go({ tab })}>
        {chosen === 'payload' ? <PayloadTab key={identity} view={view} /> : null}
        {chosen === 'environment' ? <EnvironmentTab key={identity} view={view} place={place} /> : null}
        {chosen === 'code' ? <CodeTab key={identity} view={view} place={place} /> : null}
        {chosen === 'run' ? <RunTab key={identity} view={view} place={place} file={file.name} /> : null}
        {chosen === 'cost' ? <CostTab key={identity} place={place} /> : null}
        {chosen === 'lists' ? <ListsTab key={identity} view={view} /> : null}
      </Tabs>
    </section>
  );
}

function tabsOf({ code, lists, hasCost, payload }: KernelView): Tab<Key>[] {
  return [
    ...(code === null ? [] : [{ key: 'code' as const, title: 'Code' }]),
    ...(canRun ? [{ key: 'run' as const, title: 'Run' }] : []),
    { key: 'payload', title: 'Payload and arguments', count: payload.entries.length + payload.left },
    { key: 'environment', title: 'Execution' },
    ...(hasCost ? [{ key: 'cost' as const, title: 'Cost' }] : []),
    { key: 'lists', title: 'Lists', count: lists.length },
  ];
}
