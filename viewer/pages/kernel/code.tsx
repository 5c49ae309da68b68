/** The code of a kernel: instructions with their places in the source, or the vISA that it was made from. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { later } from '../../parts/safe.tsx';
import { count, hex, number, shown, size } from '../../parts/shown.ts';
import { Split } from '../../parts/split.tsx';
import { link } from '../../state.ts';
import type { KernelView } from '../../worker/kernel.ts';
import type { CodeView, VisaText } from '../../worker/kernel-code.ts';
import type { KernelParams } from '../../worker/kernel-place.ts';
import { Sources, type SourceTexts } from './sources.tsx';

const CodePane = later('The text', async () => (await import('../../parts/code-pane.tsx')).CodePane);

export function CodeTab({ view, place }: { view: KernelView; place: KernelParams }) {
  const [kind, setKind] = useState<'code' | 'visa'>('code');
  const texts = useAnswer('visaTexts', place);
  const visa = texts.state === 'here' ? texts.value : [];
  return (
    <div class="code-tab">
      {view.visa === 0 ? null : (
        <fieldset class="switch">
          <legend class="unseen">View of the code</legend>
          {(['code', 'visa'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="code-kind" checked={kind === one} onChange={() => setKind(one)} />
              {one === 'code' ? 'Instructions' : 'vISA'}
            </label>
          ))}
        </fieldset>
      )}
      {kind === 'visa' ? <VisaTab file={place.file} texts={visa} /> : <Instructions place={place} />}
    </div>
  );
}

/** The texts of vISA of an image, one of them open. */
export function VisaTab({ file, texts }: { file: number; texts: readonly VisaText[] }) {
  const [chosen, setChosen] = useState(0);
  const text = texts[chosen];
  if (!text) return null;
  return (
    <>
      {texts.length < 2 ? null : (
        <label class="code-note">
          Text of{' '}
          <select value={String(chosen)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {texts.map(({ address, routine }, i) => (
              <option key={address} value={String(i)}>
                {routine === '' ? shown(address, 80) : shown(routine, 80)}
              </option>
            ))}
          </select>
        </label>
      )}
      <VisaPane file={file} text={text} />
    </>
  );
}

function VisaPane({ file, text: { address, routine } }: { file: number; text: VisaText }) {
  const answer = useAnswer('visaText', { file, address });
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <div class="code-pane" aria-busy="true" />;
  const { text, left } = answer.value;
  return (
    <>
      <CodePane label={`vISA of ${shown(routine, 80)}`} text={text} />
      {left > 0 ? <p class="quiet">{size(left)} more are not shown.</p> : null}
    </>
  );
}

function Instructions({ place }: { place: KernelParams }) {
  const answer = useAnswer('code', place);
  const [source, setSource] = useState<number>();
  const [line, setLine] = useState<number>();
  const [reveal, setReveal] = useState<number>();
  const [texts, setTexts] = useState<SourceTexts>(new Map());
  const code = answer.state === 'here' ? answer.value : null;
  const gutters = useMemo(() => (code ? guttersOf(code) : []), [code]);
  const marked = useMemo(() => linesOf(code, source), [code, source]);
  useEffect(() => setReveal(undefined), [code]);
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <div class="code-pane" aria-busy="true" />;
  if (!code) return <p class="quiet">The kernel has no code.</p>;

  const chooseSource = (index: number) => {
    setSource(index);
    const [first] = linesOf(code, index);
    if (first !== undefined) setReveal(first);
  };
  const chooseLine = (at: number) => {
    setLine(at);
    const innermost = code.chains[code.chain[at] ?? -1]?.[0];
    if (innermost !== undefined) setSource(innermost);
  };
  const pane = (
    <CodePane
      label="Instructions"
      text={code.text}
      gutters={gutters}
      marked={marked}
      {...(reveal === undefined ? {} : { reveal })}
      onLine={chooseLine}
    />
  );
  return (
    <>
      <Note code={code} place={place} line={line} marked={source === undefined ? 0 : marked.size} />
      {code.sources.length === 0 ? (
        pane
      ) : (
        <Split
          label="Width of the source"
          start={30}
          first={<Sources code={code} chosen={source} onChoose={chooseSource} texts={texts} onTexts={setTexts} />}
          second={pane}
        />
      )}
      {code.left > 0 ? <p class="quiet">{size(code.left)} of code are not shown.</p> : null}
    </>
  );
}

/** How the code was decoded, and where the chosen line is in the file. */
function Note({ code, place, line, marked }: { code: CodeView; place: KernelParams; line: number | undefined; marked: number }) {
  const offset = line === undefined ? -1 : (code.offsets[line] ?? -1);
  const start = code.offset + offset;
  const end = start + (line === undefined ? 0 : (code.sizes[line] ?? 0));
  return (
    <p class="code-note">
      {code.platform === null ? (
        <span>
          Bytes of each instruction{code.reason === null ? '' : ': '}
          {code.reason === null ? '' : shown(code.reason, 400)}.
        </span>
      ) : (
        <span>Decoded as {shown(code.platform)}.</span>
      )}{' '}
      <span role="status">
        {marked > 0 ? `${count(marked, 'instruction')} marked. ` : ''}
        {offset < 0 ? null : (
          <a href={link({ view: 'bytes', at: place.at, span: { start, end } })}>
            {hex(offset)} in the code is byte {number(start)} of the file
          </a>
        )}
      </span>
    </p>
  );
}

function guttersOf(code: CodeView) {
  const digits = Math.max(code.size.toString(16).length, 4);
  const address = (line: number) => {
    const offset = code.offsets[line] ?? -1;
    return offset < 0 ? '' : offset.toString(16).padStart(digits, '0');
  };
  const gutters = [{ name: 'address', text: address, widest: '0'.repeat(digits) }];
  if (code.sources.length === 0) return gutters;
  // A place is shown where it begins.
  const begins = new Map<number, string>();
  let last = -1;
  code.chain.forEach((chain, line) => {
    if (chain >= 0 && chain !== last) begins.set(line, placeName(code, chain));
    if (chain >= 0 || (code.offsets[line] ?? -1) >= 0) last = chain;
  });
  const widest = [...new Set(begins.values())].reduce((a, b) => (b.length > a.length ? b : a), '');
  return [...gutters, { name: 'place', text: (line: number) => begins.get(line) ?? '', widest }];
}

const PLACE = 22;

/** The line, and before it the name of the file without its folder where there are several. */
function placeName({ sources, chains }: CodeView, chain: number): string {
  const source = sources[chains[chain]?.[0] ?? -1];
  if (!source) return '';
  const line = source.line === 0 ? '?' : String(source.line);
  if (sources.every(({ file }) => file === source.file)) return line;
  const name = shown(source.file.replace(/^.*[\\/]/, ''), 80);
  const where = `:${line}`;
  return (name.length + where.length > PLACE ? `…${name.slice(where.length + 1 - PLACE)}` : name) + where;
}

function linesOf(code: CodeView | null, source: number | undefined): ReadonlySet<number> {
  if (!code || source === undefined) return new Set();
  const chains = new Set(code.chains.flatMap((chain, i) => (chain.includes(source) ? [i] : [])));
  const lines = new Set<number>();
  code.chain.forEach((chain, line) => {
    if (chains.has(chain)) lines.add(line);
  });
  return lines;
}
