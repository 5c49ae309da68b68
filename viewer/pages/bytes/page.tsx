/** The bytes of a file next to their meaning: selecting a field selects its bytes, and vice versa. */
import { useMemo, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { Blocks } from '../../parts/hex-blocks.ts';
import { HexPane } from '../../parts/hex-pane.tsx';
import { usePress } from '../../parts/press.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { number, shown, size } from '../../parts/shown.ts';
import { Split } from '../../parts/split.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { go, type OpenFile, route } from '../../state.ts';
import type { Result } from '../../worker/handlers.ts';
import { CaretPane, Legend, StatusLine, useOwner } from './caret-pane.tsx';
import { FieldTree } from './field-tree.tsx';
import { copyBytes, FindBar } from './find-bar.tsx';
import { Findings } from './findings.tsx';
import { useSelection } from './selection.ts';
import { TextPane } from './text-pane.tsx';

export function BytesPage({ file }: { file: OpenFile }) {
  const { at } = route.value;
  const answer = useAnswer('bytesSource', { file: file.id, at });
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} what={file.name} />;
  if (answer.state === 'waiting') return <p class="quiet">…</p>;
  const { address } = answer.value;
  // All state is of one source.
  return <BytesView key={address} file={file} at={address} source={answer.value} />;
}

type TabKey = 'value' | 'text' | 'findings';
const TABS: readonly { readonly key: TabKey; readonly title: string }[] = [
  { key: 'value', title: 'At the caret' },
  { key: 'text', title: 'Text' },
  { key: 'findings', title: 'Findings' },
];

function BytesView({ file, at, source }: { file: OpenFile; at: string; source: Result<'bytesSource'> }) {
  const blocks = useMemo(() => new Blocks(file.id, at, source), []);
  const selection = useSelection(blocks, source.item ?? undefined);
  const { caret, span, target, node, choose, move } = selection;
  const owner = useOwner(file.id, at, caret);
  const fields = useRef<{ goTo?: HTMLInputElement | null; find?: HTMLInputElement | null }>({});
  const tab = TABS.find(({ key }) => key === route.value.tab)?.key ?? 'value';
  const [said, setSaid] = useState('');
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (altKey || !(ctrlKey || metaKey) || key.toLowerCase() !== 'c') return;
    void copyBytes({ file: file.id, at, ...(span ?? { start: caret, end: caret + 1 }) }, shiftKey ? 'text' : 'hex').then(setSaid);
    event.preventDefault();
  };
  usePress((key) => {
    // The description of the caret arrives shortly after the caret.
    const own = blocks.ownerAt(caret);
    if (key === 'g') fields.current.goTo?.focus();
    else if (key === 'f') fields.current.find?.focus();
    else if (key === 'n' && own && own.end < source.start + source.size) move(own.end, false);
    else if (key === 'p' && own && own.start > source.start) move(own.start - 1, false);
    else return false;
    return true;
  });
  const panes = (
    <Split
      label="width of the fields"
      start={innerWidth < 1000 ? 32 : 38}
      first={<FieldTree file={file.id} at={at} span={span} node={node} onChoose={choose} />}
      second={<HexPane label="bytes" blocks={blocks} caret={caret} selection={span} target={target} onCaret={move} onKey={onKey} />}
    />
  );
  const below = (
    <Tabs label="more of the bytes" tabs={TABS} chosen={tab} onChoose={(key) => go({ tab: key })}>
      {tab === 'value' ? <CaretPane owner={owner} blocks={blocks} selection={selection} roles={source.roles} /> : null}
      {tab === 'text' ? <TextPane file={file.id} at={at} caret={caret} span={span} onChoose={choose} /> : null}
      {tab === 'findings' ? <Findings file={file.id} /> : null}
    </Tabs>
  );
  return (
    <section class="bytespage" aria-label="bytes">
      <h1>Bytes of {shown(file.name, 80)}</h1>
      <div class="bytesbar">
        <SourceChooser at={at} file={file} source={source} />
        <FindBar file={file.id} at={at} blocks={blocks} caret={caret} span={span} onFound={choose} fields={fields.current} />
        <Legend roles={source.roles} />
      </div>
      <Split label="height of the bytes" along="column" start={66} first={panes} second={below} />
      <StatusLine owner={owner} selection={selection} said={said} />
    </section>
  );
}

/** The file, or what was inflated from a part of it. */
function SourceChooser({ at, file, source }: { at: string; file: OpenFile; source: Result<'bytesSource'> }) {
  const { sources, more } = source;
  if (sources.length < 2) return <span class="quiet">{size(source.size)}</span>;
  const known = sources.some(({ address }) => address === at);
  return (
    <label>
      bytes of{' '}
      <select value={at} onChange={(event) => go({ at: event.currentTarget.value })}>
        {(known ? sources : [...sources, { address: at, size: source.size }]).map(({ address, size: bytes }) => (
          <option key={address} value={address}>
            {`${address === '' ? shown(file.name, 60) : `${shown(address.slice(1), 60)}, inflated`} (${size(bytes)})`}
          </option>
        ))}
        {more > 0 ? <option disabled>{`and ${number(more)} more: select them in the tree`}</option> : null}
      </select>
    </label>
  );
}
