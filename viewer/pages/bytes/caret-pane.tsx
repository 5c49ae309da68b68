/** What the byte at the caret is: its owner, and its bytes as numbers. */
import { useRef } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import type { Blocks } from '../../parts/hex-blocks.ts';
import { count, hex, number, shown } from '../../parts/shown.ts';
import { link } from '../../state.ts';
import type { Result } from '../../worker/handlers.ts';
import type { Selection } from './selection.ts';
import { VALUES } from './values.ts';

export type Roles = Result<'bytesSource'>['roles'];
export type Owner = NonNullable<Result<'bytesOwner'>>;

/** The owner of a byte; until it arrives, that of the previous byte. */
export function useOwner(file: number, at: string, offset: number): Owner | undefined {
  const answer = useAnswer('bytesOwner', { file, at, offset });
  const last = useRef<Owner | undefined>(undefined);
  if (answer.state === 'here') last.current = answer.value ?? undefined;
  return last.current;
}

export interface CaretPaneProps {
  readonly owner: Owner | undefined;
  readonly blocks: Blocks;
  readonly selection: Selection;
  readonly roles: Roles;
}

export function CaretPane({ owner, blocks, selection, roles }: CaretPaneProps) {
  const { caret } = selection;
  void blocks.version.value;
  const block = blocks.around(caret);
  const at = block ? caret - block.start : 0;
  const available = block ? block.bytes.length - at : 0;
  const view = block && available > 0 ? new DataView(block.bytes.buffer, block.bytes.byteOffset + at, available) : undefined;
  return (
    <section class="caretpane" aria-label="at the caret">
      <dl class="owner">
        <dt>place</dt>
        <dd class="mono">{owner ? (owner.path === '' ? '–' : shown(owner.path)) : '…'}</dd>
        <dt>value</dt>
        <dd>
          {owner ? shown(owner.text.trim()) : ''}
          {owner?.opens === undefined ? null : (
            <>
              {' '}
              <a href={link({ at: owner.opens })}>show the decompressed data</a>
            </>
          )}
        </dd>
        {owner?.means ? (
          <>
            <dt>means</dt>
            <dd>
              {owner.means.doc} <code class="quiet">{shown(owner.means.path)}</code>
            </dd>
          </>
        ) : null}
        <dt>role</dt>
        <dd>
          {owner
            ? `${owner.role}: ${roles.find(({ role }) => role === owner.role)?.doc ?? ''}; ${count(owner.end - owner.start, 'byte')} from ${hex(owner.start)} to ${hex(owner.end)}`
            : ''}
        </dd>
      </dl>
      {owner === undefined || owner.fields.length === 0 ? null : <BitTable fields={owner.fields} />}
      <dl class="values">
        {VALUES.map(({ title, bytes, read }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd class="mono">{view && available >= bytes ? read(view) : '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type BitField = Owner['fields'][number];

/** Every bit of an instruction by name; the fields of a descriptor are below it. */
function BitTable({ fields }: { fields: readonly BitField[] }) {
  const rows = fields.flatMap((field) => [{ ...field, deep: false }, ...(field.parts ?? []).map((part) => ({ ...part, deep: true }))]);
  return (
    <table class="bits">
      <caption class="unseen">bits of the instruction</caption>
      <thead>
        <tr>
          <th scope="col">bits</th>
          <th scope="col">field</th>
          <th scope="col">value</th>
          <th scope="col">meaning</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, bits, value, meaning, deep }) => (
          <tr key={`${deep} ${bits}`} class={`${deep ? 'deep' : ''} ${name === 'reserved' ? 'quiet' : ''}`}>
            <td class="mono">{bits}</td>
            <th scope="row">{name}</th>
            <td class="mono">{hex(value)}</td>
            <td>{shown(meaning ?? '', 160)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A summary in one line, which screen readers read out as the caret moves. */
export function StatusLine({ owner, selection, said }: { owner: Owner | undefined; selection: Selection; said: string }) {
  const { caret, span } = selection;
  return (
    <p class="status mono" role="status">
      <span>
        {hex(caret)} <span class="quiet">({number(caret)})</span>
      </span>
      <span class="path">{owner ? shown(owner.path === '' ? owner.text : owner.path, 160) : ''}</span>
      <span class="quiet text">{owner && owner.path !== '' ? shown(owner.text.trim(), 160) : ''}</span>
      {owner ? <span class={`role ${owner.role}`}>{owner.role}</span> : null}
      <span class="quiet">{said !== '' ? said : span ? `${count(span.end - span.start, 'byte')} chosen` : ''}</span>
    </p>
  );
}

/** The meaning of a byte's appearance. */
export function Legend({ roles }: { roles: Roles }) {
  return (
    <ul class="legend" aria-label="colours of bytes">
      {roles.map(({ role, doc }) => (
        <li key={role} title={doc}>
          <span class={`byte ${role}`} aria-hidden="true">
            {role === 'padding' ? '00' : '4f'}
          </span>{' '}
          {role}
        </li>
      ))}
    </ul>
  );
}
