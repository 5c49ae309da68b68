import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { useAnswer } from '../client.ts';
import { file, go } from '../state.ts';
import { Dialog } from './dialog.tsx';
import { Name } from './name.tsx';
import { roving } from './roving.ts';
import { count, number, shown } from './shown.ts';

export const finding = signal(false);

/** Finds a kernel of the file that is shown by a part of its name, mangled or not. */
export function FindKernel() {
  const shownFile = file.value;
  if (!shownFile?.content) return null;
  return (
    <Dialog open={finding} label="Find a kernel">
      <Finder id={shownFile.id} />
    </Dialog>
  );
}

function Finder({ id }: { id: number }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const answer = useAnswer('findKernels', { file: id, text });
  const kernels = answer.state === 'here' ? answer.value.first : [];
  const open = (index: number) => {
    const kernel = kernels[index];
    if (!kernel) return;
    finding.value = false;
    go({ view: 'kernel', at: kernel.at, kernel: kernel.name, span: undefined, tab: undefined });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Home' || event.key === 'End') return;
    const to = roving(event, at, kernels.length, 'column');
    if (to !== undefined) setAt(to);
    if (event.key === 'Enter') open(at);
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={kernels.length > 0 ? `found-${at}` : undefined}
        aria-label="Part of a kernel's name"
        placeholder="Part of a kernel's name"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id="found" aria-label="Kernels" class="found">
        {kernels.map((kernel, index) => (
          <div
            role="option"
            key={`${kernel.at} ${kernel.name.slice(0, 200)} ${index}`}
            id={`found-${index}`}
            aria-selected={index === at}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => open(index)}
          >
            <Name of={kernel.label ?? kernel.name} most={120} />{' '}
            {kernel.at === '' ? null : <span class="quiet">{shown(kernel.at, 60)}</span>}
          </div>
        ))}
      </div>
      <p class="quiet" role="status">
        {answer.state === 'here' ? `${number(answer.value.found)} of ${count(answer.value.total, 'kernel')}` : '…'}
      </p>
    </>
  );
}
