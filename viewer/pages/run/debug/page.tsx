/** A kernel that is debugged: what can be done, its code, and what its threads have. */
import { useEffect, useState } from 'preact/hooks';
import { NARROW } from '../../../parts/code/gutter.ts';
import { useKept } from '../../../parts/kept.ts';
import { Split } from '../../../parts/split.tsx';
import { type Tab, Tabs } from '../../../parts/tabs.tsx';
import type { KernelView } from '../../../worker/kernel.ts';
import type { KernelParams } from '../../../worker/kernel-place.ts';
import { DebugCode } from './code.tsx';
import { Lanes } from './lanes.tsx';
import { MemoryPanel } from './memory.tsx';
import { Points } from './points.tsx';
import type { DebugProps } from './props.ts';
import { Registers } from './registers.tsx';
import { Threads } from './threads.tsx';
import { Toolbar } from './toolbar.tsx';
import { Variables } from './variables.tsx';

type Key = 'variables' | 'registers' | 'lanes' | 'memory' | 'points';

export function DebugPage({ of, debug, view, place }: DebugProps & { view: KernelView; place: KernelParams }) {
  const [cursor, setCursor] = useState<{ readonly section: string; readonly offset: number }>();
  const isNarrow = matchMedia(NARROW).matches;
  return (
    <div class="code-tab debug" aria-busy={of.running}>
      <Toolbar of={of} debug={debug} cursor={cursor} />
      <Split
        label="Width of the code"
        start={isNarrow ? 45 : 62}
        along={isNarrow ? 'column' : 'row'}
        first={<DebugCode of={of} debug={debug} view={view} place={place} onCursor={setCursor} />}
        second={<Panels of={of} debug={debug} />}
      />
    </div>
  );
}

function Panels({ of, debug }: DebugProps) {
  const { points, lanes, memories, outcome, number, lane: asked } = debug.view;
  const [kept, choose] = useKept<Key>('panel of the debugger');
  // At the end there are no variables, but what the kernel left.
  const chosen = kept ?? (outcome === null ? 'variables' : 'memory');
  const [keptLane, setLane] = useKept<number>('lane of the debugger');
  useEffect(() => {
    if (asked !== null) setLane(asked);
  }, [number]);
  const lane = (lanes.find((one) => one.lane === keptLane) ?? lanes.find(({ runs }) => runs))?.lane ?? 0;
  const tabs: readonly Tab<Key>[] = [
    { key: 'variables', title: 'Variables' },
    { key: 'registers', title: 'Registers' },
    { key: 'lanes', title: 'Lanes', count: lanes.length },
    { key: 'memory', title: 'Memory', count: memories.length },
    { key: 'points', title: 'Breakpoints', count: points.length },
  ];
  return (
    <section class="debug-panels" aria-label="What the threads have">
      <Threads of={of} debug={debug} />
      <Tabs label="Of the thread" tabs={tabs} chosen={chosen} onChoose={choose}>
        {chosen === 'variables' ? <Variables of={of} debug={debug} lane={lane} onLane={setLane} /> : null}
        {chosen === 'registers' ? <Registers of={of} /> : null}
        {chosen === 'lanes' ? <Lanes debug={debug} lane={lane} onLane={setLane} /> : null}
        {chosen === 'memory' ? <MemoryPanel of={of} debug={debug} /> : null}
        {chosen === 'points' ? <Points of={of} debug={debug} /> : null}
      </Tabs>
    </section>
  );
}
