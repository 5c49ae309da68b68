/** A sketch of the page of a kernel: its code, with the columns next to it. */

/** Live registers of each line, as a part of all; how far its text is indented; how long that is; what it is. */
const LINES: readonly (readonly [live: number, text: number, kind: '' | 'spill' | 'wait'])[] = [
  [0.2, 150, ''],
  [0.3, 190, ''],
  [0.45, 120, ''],
  [0.6, 230, 'wait'],
  [0.8, 170, ''],
  [0.95, 210, 'spill'],
  [1, 240, 'spill'],
  [0.7, 140, ''],
  [0.5, 200, 'wait'],
  [0.3, 110, ''],
];
const STEP = 17;
const NAMED: readonly (readonly [x: number, text: string])[] = [
  [8, 'address'],
  [66, 'loops'],
  [112, 'live registers'],
  [204, 'waits'],
  [256, 'instructions'],
];

export function Sketch() {
  return (
    <svg
      class="sketch"
      viewBox="0 0 560 212"
      role="img"
      aria-label="The page of a kernel: code with addresses, loops, live registers and waits"
    >
      {NAMED.map(([x, text]) => (
        <text key={text} x={x} y={16}>
          {text}
        </text>
      ))}
      {LINES.map(([live, length, kind], i) => {
        const y = 28 + i * STEP;
        return (
          <g key={y}>
            {kind === '' ? null : <rect class={kind} x={250} y={y - 2} width={290} height={STEP - 1} />}
            <rect class="quiet-bar" x={8} y={y + 3} width={34} height={6} />
            {i > 2 && i < 9 ? <rect class="loop" x={70} y={y - 3} width={6} height={STEP} /> : null}
            <rect class="track" x={112} y={y + 1} width={70} height={10} />
            <rect class="live" x={112} y={y + 1} width={70 * live} height={10} />
            {kind === 'wait' ? <rect class="quiet-bar" x={204} y={y + 3} width={26} height={6} /> : null}
            <rect class="text" x={256} y={y + 3} width={length} height={6} />
          </g>
        );
      })}
    </svg>
  );
}
