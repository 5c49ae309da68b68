import { closeFile, file, files, go, labelOf, NOWHERE } from '../state.ts';
import { Name } from './name.tsx';
import { shown } from './shown.ts';

/** More files than this are chosen from a list. */
const TABS = 6;

/** The open files: side by side if there are few. */
export function FileBar() {
  const all = files.value;
  const current = file.value;
  const choose = (name: string) => go({ file: name, ...NOWHERE });
  const state = ({ content, refusal }: (typeof all)[number]) => (content ? 'open' : refusal ? 'refused' : 'waiting');
  if (all.length > TABS) {
    return (
      <div class="files">
        <select aria-label="File" value={current?.name} onChange={(event) => choose(event.currentTarget.value)}>
          {all.map((one) => (
            <option key={one.id} value={one.name} data-file={one.id} data-state={state(one)}>
              {shown(labelOf(one), 80)}
            </option>
          ))}
        </select>
        {current ? <Close id={current.id} name={labelOf(current)} /> : null}
      </div>
    );
  }
  return (
    <ul class="files" aria-label="Files">
      {all.map((one) => (
        <li key={one.id} data-file={one.id} data-state={state(one)} class={one.id === current?.id ? 'current' : undefined}>
          <button
            type="button"
            class="file"
            aria-current={one.id === current?.id || undefined}
            title={labelOf(one) === one.name ? undefined : shown(one.name, 4_000)}
            onClick={() => choose(one.name)}
          >
            <Name of={labelOf(one)} most={60} />
          </button>
          <Close id={one.id} name={labelOf(one)} />
        </li>
      ))}
    </ul>
  );
}

function Close({ id, name }: { id: number; name: string }) {
  return (
    <button type="button" class="close" aria-label={`Close ${shown(name, 60)}`} onClick={() => closeFile(id)}>
      ×
    </button>
  );
}
