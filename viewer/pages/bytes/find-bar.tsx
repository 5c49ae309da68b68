/** Moves to an offset, searches for bytes or text, and copies the selection. */
import { useRef, useState } from 'preact/hooks';
import { ask } from '../../client.ts';
import type { Blocks } from '../../parts/hex-blocks.ts';
import type { Stretch } from '../../parts/hex-caret.ts';
import { count, hex, hexDigits } from '../../parts/shown.ts';

export interface FindBarProps {
  readonly file: number;
  readonly at: string;
  readonly blocks: Blocks;
  readonly caret: number;
  readonly span: Stretch | undefined;
  onFound(span: Stretch): void;
  /** The fields, for keys elsewhere that go to them. */
  readonly fields: { goTo?: HTMLInputElement | null; find?: HTMLInputElement | null };
}

type Kind = 'text' | 'hex';

export function FindBar({ file, at, blocks, caret, span, onFound, fields }: FindBarProps) {
  const [kind, setKind] = useState<Kind>('text');
  const [wanted, setWanted] = useState('');
  const [offset, setOffset] = useState('');
  const [said, setSaid] = useState('');
  const turn = useRef(0);

  const goTo = (event: Event) => {
    event.preventDefault();
    const to = offsetOf(offset);
    if (to === undefined) return setSaid('enter a number: 4096 or 0x1000');
    if (to < blocks.start || to >= blocks.start + blocks.size) return setSaid(`the last byte is ${hex(blocks.start + blocks.size - 1)}`);
    setSaid('');
    onFound({ start: to, end: to + 1 });
  };
  const find = async (backwards: boolean) => {
    const bytes = kind === 'hex' ? bytesOf(wanted) : new TextEncoder().encode(wanted);
    if (!bytes) return setSaid('enter pairs of hex digits: 7f 45 4c 46');
    if (bytes.length === 0) return setSaid('');
    const request = ++turn.current;
    setSaid('searching');
    // The selected hit is not found again.
    const from = backwards ? (span?.start ?? caret) : (span?.start ?? caret - 1) + 1;
    const offset = await ask('bytesFind', { file, at, bytes, from, backwards });
    if (request !== turn.current) return;
    if (offset === null) return setSaid('not found');
    const around = backwards ? offset >= from : offset < from;
    setSaid(`at ${hex(offset)}${around ? ', around the end' : ''}`);
    onFound({ start: offset, end: offset + bytes.length });
  };
  const copy = (as: Kind) => void copyBytes({ file, at, ...(span ?? { start: caret, end: caret + 1 }) }, as).then(setSaid);
  return (
    <div class="findbar" role="search">
      <form onSubmit={goTo}>
        <label>
          go to{' '}
          <input
            class="mono"
            size={10}
            placeholder="0x40"
            value={offset}
            ref={(element) => {
              fields.goTo = element;
            }}
            onInput={(event) => setOffset(event.currentTarget.value)}
          />
        </label>
      </form>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void find(false);
        }}
      >
        <label>
          find{' '}
          <input
            class="mono"
            size={18}
            placeholder={kind === 'hex' ? '7f 45 4c 46' : 'text'}
            value={wanted}
            ref={(element) => {
              fields.find = element;
            }}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        </label>{' '}
        <select aria-label="what is sought" value={kind} onChange={(event) => setKind(event.currentTarget.value as Kind)}>
          <option value="text">text</option>
          <option value="hex">bytes</option>
        </select>{' '}
        <button type="button" aria-label="find previous" onClick={() => void find(true)}>
          ↑
        </button>{' '}
        <button type="submit" aria-label="find the next">
          ↓
        </button>
      </form>
      <span>
        copy{' '}
        <button type="button" onClick={() => copy('hex')}>
          hex
        </button>{' '}
        <button type="button" onClick={() => copy('text')}>
          text
        </button>
      </span>
      <span class="quiet said" role="status">
        {said}
      </span>
    </div>
  );
}

/** Copies the selected bytes to the clipboard, and reports this. */
export async function copyBytes(from: { file: number; at: string } & Stretch, as: Kind): Promise<string> {
  const bytes = await ask('bytesCopy', from);
  const text = as === 'hex' ? hexText(bytes) : new TextDecoder().decode(bytes);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return 'the browser does not allow the page to copy';
  }
  const left = from.end - from.start - bytes.length;
  return `${count(bytes.length, 'byte')} copied as ${as}${left > 0 ? `; ${count(left, 'byte')} more are too many to copy` : ''}`;
}

function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => hexDigits(byte, 2)).join(' ');
}

function offsetOf(text: string): number | undefined {
  const trimmed = text.trim().replaceAll(/[,_]/g, '');
  return /^(?:0x[0-9a-f]{1,13}|[0-9]{1,15})$/i.test(trimmed) ? Number(trimmed) : undefined;
}

function bytesOf(text: string): Uint8Array | undefined {
  const digits = text.replaceAll(/0x|[\s,]/gi, '');
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) return undefined;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
