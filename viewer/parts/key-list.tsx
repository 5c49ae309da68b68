import { signal } from '@preact/signals';
import { KEYS } from '../keys.ts';
import { route } from '../state.ts';
import { Dialog } from './dialog.tsx';

export const listingKeys = signal(false);

/** The list of keys: those of every page, then those of the page that is shown. */
export function KeyList() {
  const { view } = route.value;
  return (
    <Dialog open={listingKeys} label="Keys">
      <h2>Keys</h2>
      <dl class="keys">
        {KEYS.filter((row) => row.view === undefined || row.view === view).map(({ keys, does }) => (
          <div key={keys + does}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </Dialog>
  );
}
