/** The selected instruction: its place, and links to the instructions that it is connected with. */
import type { ComponentChildren } from 'preact';
import { count, hex, number } from '../../parts/shown.ts';
import { link } from '../../state.ts';
import type { CodeView } from '../../worker/code-view.ts';
import type { PayloadRow } from '../../worker/kernel.ts';
import type { KernelParams } from '../../worker/kernel-place.ts';
import { address, chainText, fileNames, percent, reasonsText } from './code-columns.ts';
import { textAt } from './code-place.ts';
import { argumentText, type Links, lineAt } from './instruction-links.ts';

interface Props {
  readonly code: CodeView;
  readonly place: KernelParams;
  readonly line: number | undefined;
  /** Instructions of the selected line of the source. */
  readonly marked: number;
  readonly entries: readonly PayloadRow[];
  readonly links: Links;
  onGo(line: number): void;
}

/** Instructions that are named of each kind. */
const NAMED = 8;

export function InstructionDetail({ code, place, line, marked, entries, links, onGo }: Props) {
  const offset = line === undefined ? -1 : (code.offsets[line] ?? -1);
  if (line === undefined || offset < 0) {
    return (
      <section class="instruction" aria-label="Chosen instruction">
        <p class="quiet" role="status">
          {marked > 0 ? `${count(marked, 'instruction')} marked. ` : ''}Choose an instruction to see what it depends on.
        </p>
      </section>
    );
  }
  const start = code.offset + offset;
  const { costs } = code;
  const step = (to: number, text: ComponentChildren) => {
    const at = lineAt(code, to);
    return (
      <button type="button" key={to} class="step-to" disabled={at === undefined} onClick={() => at !== undefined && onGo(at)}>
        <code>{address(code, to)}</code> {text}
      </button>
    );
  };
  const linked = (all: NonNullable<Links>['uses'], way: string) => (
    <>
      {all
        .slice(0, NAMED)
        .map(({ offset: to, op, registers, distance }) =>
          step(to, `${op} ${registers.slice(0, 3).join(' ')}, ${distanceText(distance, way)}`),
        )}
      <More all={all.length} />
    </>
  );
  const waits = (costs?.waits.get(line) ?? []).filter(({ producers }) => producers > 0);
  const read = (costs?.arguments.get(line) ?? []).flatMap((entry) => entries[entry] ?? []);
  const sampled = costs?.samples.get(line);
  const targets = costs?.flow.targets.get(line) ?? [];
  const chain = chainText(code, fileNames(code), code.chain[line] ?? -1);
  return (
    <section class="instruction" aria-label="Chosen instruction">
      <p role="status">
        {marked > 0 ? `${count(marked, 'instruction')} of the source line marked. ` : ''}
        <a href={link({ view: 'bytes', at: place.at, span: { start, end: start + (code.sizes[line] ?? 0) } })}>
          {hex(offset)} in the code is byte {number(start)} of the file
        </a>
        {summary(code, line, links)}
      </p>
      <code class="whole">{words(textAt(code, line))}</code>
      <dl>
        {links && links.definitions.length > 0 ? (
          <Row title="reads from" keys="d">
            {linked(links.definitions, 'back')}
          </Row>
        ) : null}
        {links && links.uses.length > 0 ? (
          <Row title="is used by" keys="u">
            {linked(links.uses, 'ahead')}
          </Row>
        ) : null}
        {waits.map((wait) => (
          <Row
            key={wait.text}
            {...(wait.token === undefined ? { title: `waits, ${wait.pipe}` } : { title: `waits for $${wait.token}`, keys: 'w' })}
          >
            {wait.on.slice(0, NAMED).map(({ offset: to, op, distance }) => step(to, `${op}, ${distanceText(distance, 'back')}`))}
            <More all={wait.producers} />
          </Row>
        ))}
        {targets.length > 0 ? (
          <Row title="branches to" keys="b">
            {targets.slice(0, NAMED).map((to) => step(code.offsets[to] ?? 0, ''))}
            <More all={targets.length} />
          </Row>
        ) : null}
        {sampled ? (
          <Row title="samples" keys="h">
            {percent(sampled.total, costs?.sampled?.total ?? 0)}: {reasonsText(sampled)}
          </Row>
        ) : null}
        {read.length > 0 ? (
          <Row title="arguments">{read.slice(0, NAMED).map(argumentText).join(', ') + (read.length > NAMED ? ', …' : '')}</Row>
        ) : null}
        {chain === '' ? null : <Row title="source">{chain}</Row>}
      </dl>
    </section>
  );
}

/** The instruction without the spaces that align it. */
const words = (text: string): string => text.trim().replaceAll(/ {2,}/g, ' ');

function Row({ title, keys, children }: { title: string; keys?: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>
        {title} {keys === undefined ? null : <kbd>{keys}</kbd>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function More({ all }: { all: number }) {
  return all > NAMED ? <span class="quiet"> and {number(all - NAMED)} more</span> : null;
}

/** What a screen reader says about the instruction besides its text. */
function summary({ costs }: CodeView, line: number, links: Links): string {
  if (!costs) return '';
  const live = costs.live[line] ?? -1;
  if (live < 0) return ', after the end of the code';
  const depth = costs.flow.depths[line] ?? 0;
  const waits = (costs.waits.get(line) ?? []).filter(({ token }) => token !== undefined).length;
  const scratch = costs.scratch.get(line);
  const parts = [
    `${count(live, 'register')} live`,
    `block ${costs.blocks[line]}`,
    ...(depth > 0 ? [`in ${count(depth, 'loop')}`] : []),
    ...(scratch ? [`${scratch.use === 'private' ? 'private memory' : scratch.use} of ${count(scratch.bytes, 'byte')}`] : []),
    ...(waits > 0 ? [`${count(waits, 'wait')} for messages`] : []),
    ...(links ? [count(links.definitions.length, 'definition'), count(links.uses.length, 'use')] : []),
  ];
  return `; ${parts.join(', ')}`;
}

function distanceText(distance: number, way: string): string {
  if (distance > 0) return `${number(distance)} ${way}`;
  return distance === 0 ? 'itself, around the loop' : `${number(-distance)} ${way === 'back' ? 'ahead' : 'back'}, around the loop`;
}
