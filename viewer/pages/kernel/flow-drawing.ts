/** Branches and loops of one line, as a drawing that meets those of the lines above and below. */
import { type FlowPicture, LANE } from '../../worker/code-flow.ts';

/** Widths in pixels. */
const LOOP = 6;
const BRANCH = 7;
const HEAD = 7;
const HEIGHT = 20;
/** Loops that are drawn each; of those that are deeper a number says how many there are. */
const DEEPEST = 5;

/** Everything that is drawn in a line, as text; '' for nothing. */
export function flowText({ lanes, cells, depths, begins, ends }: FlowPicture, line: number): string {
  const depth = depths[line] ?? 0;
  const row = cells.subarray(line * lanes, (line + 1) * lanes);
  if (depth === 0 && row.every((cell) => cell === 0)) return '';
  return [depth, begins[line] ?? 0, ends[line] ?? 0, ...row].join(' ');
}

/** The text of the line that takes most space. */
export function flowWidest({ lanes }: FlowPicture): string {
  return Array.from({ length: lanes + 3 }, () => 0).join(' ');
}

export function drawFlow(picture: FlowPicture, text: string): Node {
  const [depth = 0, begins = 0, ends = 0, ...cells] = text.split(' ').map(Number);
  const bars = loopBars(picture);
  const width = bars * LOOP + picture.lanes * BRANCH + HEAD;
  const svg = element('svg', { class: 'flow', width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: 'none' });
  for (let bar = 0; bar < Math.min(depth, bars); bar++) {
    // Only the innermost loop begins or ends in a line; those around it pass.
    const [top, bottom] = bar === Math.min(depth, bars) - 1 ? [begins * 4, ends * 4] : [0, 0];
    svg.append(element('rect', { class: 'loop', x: bar * LOOP, y: top, width: LOOP - 2, height: HEIGHT - top - bottom }));
  }
  if (begins === 1) svg.append(depthText(depth, bars));
  let [path, across] = ['', -1];
  for (const [lane, cell] of cells.entries()) {
    const x = bars * LOOP + lane * BRANCH + BRANCH / 2;
    if ((cell & LANE.up) !== 0) path += `M${x} 0V${HEIGHT / 2}`;
    if ((cell & LANE.down) !== 0) path += `M${x} ${HEIGHT / 2}V${HEIGHT}`;
    if ((cell & LANE.across) !== 0 && across < 0) across = x;
  }
  if (across >= 0) path += `M${across} ${HEIGHT / 2}H${width - 1}`;
  if (path !== '') svg.append(element('path', { d: path }));
  if (cells.some((cell) => (cell & LANE.arrives) !== 0)) {
    svg.append(element('path', { class: 'head', d: `M${width} ${HEIGHT / 2}l-5 -4v8z` }));
  }
  return svg;
}

const loopBars = ({ loops }: FlowPicture): number =>
  Math.min(
    DEEPEST,
    loops.reduce((most, { depth }) => Math.max(most, depth), 0),
  );

function depthText(depth: number, bars: number): Node {
  const text = element('text', { class: 'depth', x: (Math.min(depth, bars) - 1) * LOOP + LOOP / 2 - 1, y: HEIGHT - 5 });
  text.textContent = String(depth);
  return text;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}
