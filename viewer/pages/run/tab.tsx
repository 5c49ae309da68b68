/** The tab Run: what the kernel is given, a run without a GPU, and what it left. */
import { useEffect } from 'preact/hooks';
import { RefusalNote } from '../../parts/refusal.tsx';
import { shown } from '../../parts/shown.ts';
import type { KernelView } from '../../worker/kernel.ts';
import type { KernelParams } from '../../worker/kernel-place.ts';
import { DebugPage } from './debug/page.tsx';
import { FormOfRun } from './form.tsx';
import { Outcome } from './outcome.tsx';
import { loadCases, openSession, sessionOf } from './session.ts';

export function RunTab({ view, place, file }: { view: KernelView; place: KernelParams; file: string }) {
  useEffect(() => void openSession(place), [place.file, place.at, place.name]);
  const current = sessionOf(place);
  if (current?.refusal) return <RefusalNote refusal={current.refusal} what={`${view.label} cannot be run`} />;
  if (!current?.form) return <div class="run" aria-busy="true" />;
  const { cannot } = current.form;
  if (cannot !== null) return <p class="note">This kernel cannot be run here: {shown(cannot, 400)}.</p>;
  if (current.debug) return <DebugPage of={current} debug={current.debug} view={view} place={place} />;
  const onDrop = (event: DragEvent) => {
    const dropped = [...(event.dataTransfer?.files ?? [])].find(({ name }) => /\.json$/i.test(name));
    if (!dropped || event.defaultPrevented) return;
    // Else the page would open it.
    event.preventDefault();
    void loadCases(current, dropped);
  };
  return (
    <div class="run" onDrop={onDrop}>
      <FormOfRun of={current} path={`${file}${place.at}`} />
      <Outcome of={current} section={view.code?.section} />
    </div>
  );
}
