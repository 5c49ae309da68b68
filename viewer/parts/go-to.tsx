/** Leads to a kernel by a part of its name, to an instruction by its address, to an argument by its name or number, to a byte by its offset. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../client.ts';
import { file, go } from '../state.ts';
import { Dialog } from './dialog.tsx';
import { Name } from './name.tsx';
import { roving } from './roving.ts';
import { count, hex, number, shown } from './shown.ts';

export const going = signal(false);

/** A place that a text leads to. */
export interface Place {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  go(): void;
}

type Finder = (text: string) => readonly Place[];

/** What the page that is shown finds in itself. */
const here = signal<Finder | undefined>(undefined);

/** Adds places of the page, as long as it is shown. */
export function usePlaces(find: Finder): void {
  useEffect(() => {
    here.value = find;
    return () => {
      here.value = undefined;
    };
  }, [find]);
}

export function GoTo() {
  const shownFile = file.value;
  if (!shownFile?.content) return null;
  return (
    <Dialog open={going} label="Go to">
      <Finding id={shownFile.id} bytes={shownFile.size} />
    </Dialog>
  );
}

function Finding({ id, bytes }: { id: number; bytes: number }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const answer = useAnswer('findKernels', { file: id, text });
  const kernels = answer.state === 'here' ? answer.value.first : [];
  const places: readonly Place[] = [
    ...(here.value?.(text.trim()) ?? []),
    ...useByte(id, bytes, text.trim()),
    ...kernels.map((kernel, index) => ({
      key: `${kernel.at} ${kernel.name.slice(0, 200)} ${index}`,
      title: kernel.label ?? kernel.name,
      detail: kernel.at,
      go: () => go({ view: 'kernel', at: kernel.at, kernel: kernel.name }),
    })),
  ];
  const open = (index: number) => {
    const place = places[index];
    if (!place) return;
    going.value = false;
    place.go();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Home' || event.key === 'End') return;
    const to = roving(event, at, places.length, 'column');
    if (to !== undefined) setAt(to);
    if (event.key === 'Enter') {
      event.preventDefault();
      open(at);
    }
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={places.length > 0 ? `found-${at}` : undefined}
        aria-label="Part of a kernel's name, an address, or an argument"
        placeholder="Part of a kernel's name, an address, or an argument"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id="found" aria-label="Places" class="found">
        {places.map(({ key, title, detail }, index) => (
          <div
            role="option"
            key={key}
            id={`found-${index}`}
            aria-selected={index === at}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => open(index)}
          >
            <Name of={title} most={120} /> <span class="quiet">{shown(detail, 160)}</span>
          </div>
        ))}
      </div>
      <p class="quiet" role="status">
        {answer.state === 'here' ? `${number(answer.value.found)} of ${count(answer.value.total, 'kernel')}` : '…'}
      </p>
    </>
  );
}

/** The byte at an offset of the file, and the field that it belongs to. */
function useByte(id: number, bytes: number, text: string): readonly Place[] {
  const offset = /^(?:0x[0-9a-f]{1,12}|\d{1,15})$/i.test(text) ? Number(text) : -1;
  const isIn = offset >= 0 && offset < bytes;
  const owner = useAnswer('bytesOwner', { file: id, at: '', offset: isIn ? offset : -1 });
  if (!isIn) return [];
  const { path, text: value } = (owner.state === 'here' ? owner.value : null) ?? { path: '', text: '' };
  return [
    {
      key: `byte ${offset}`,
      title: `Byte ${hex(offset)} of the file`,
      detail: [path, value.trim()].filter((part) => part !== '').join(': '),
      go: () => go({ view: 'bytes', at: '', kernel: undefined, span: { start: offset, end: offset + 1 } }),
    },
  ];
}
