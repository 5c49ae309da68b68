/** A chart of lines over one number, in the colours of the page. */
import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { saveAs } from './take-out.ts';

export interface CurveLine {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** A token of the page: `--accent`. */
  readonly colour: string;
  /** Can be distinguished without colours, too. */
  readonly dash?: readonly number[];
}

export interface CurveProps {
  readonly label: string;
  readonly over: string;
  /** What all lines count. */
  readonly unit: string;
  readonly at: readonly number[];
  readonly lines: readonly CurveLine[];
}

/** In pixels. */
const HEIGHT = 260;

export function Curve({ label, over, unit, at, lines }: CurveProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = box.current;
    if (!parent) return;
    let chart: uPlot | undefined;
    const draw = () => {
      chart?.destroy();
      chart = new uPlot(
        optionsOf(parent, over, unit, lines),
        [[...at], ...lines.map(({ values }) => [...values])] as uPlot.AlignedData,
        parent,
      );
    };
    draw();
    // A canvas does not follow the tokens of the page by itself.
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const resize = new ResizeObserver(() => chart?.setSize({ width: parent.clientWidth, height: HEIGHT }));
    resize.observe(parent);
    scheme.addEventListener('change', draw);
    return () => {
      resize.disconnect();
      theme.disconnect();
      scheme.removeEventListener('change', draw);
      chart?.destroy();
    };
  }, [over, unit, at, lines]);
  const save = () => box.current?.querySelector('canvas')?.toBlob((picture) => picture && saveAs('curve.png', picture));
  return (
    <div class="curve-box">
      <div class="curve" role="img" aria-label={label} ref={box} />
      <button type="button" class="save-picture" onClick={save} aria-label={`Save as PNG: ${label}`}>
        Save as PNG
      </button>
    </div>
  );
}

function optionsOf(parent: HTMLElement, over: string, unit: string, lines: readonly CurveLine[]): uPlot.Options {
  const colour = (token: string) => resolved(parent, token);
  const axis = { stroke: colour('--quiet'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 } };
  const font = '12px system-ui, sans-serif';
  return {
    width: parent.clientWidth,
    height: HEIGHT,
    // Lines are straight between points that are not at whole pixels.
    pxAlign: 0,
    scales: { x: { time: false }, y: { range: fromZero } },
    axes: [
      { ...axis, label: over, font, labelFont: font, labelSize: 20 },
      { ...axis, label: unit, size: 64, font, labelFont: font, labelSize: 20, values: (_, ticks) => ticks.map(short) },
    ],
    series: [
      { label: over },
      ...lines.map(
        ({ name, colour: token, dash }): uPlot.Series => ({
          label: name,
          stroke: colour(token),
          width: 2,
          points: { show: false },
          ...(dash ? { dash: [...dash] } : {}),
        }),
      ),
    ],
  };
}

function fromZero(_: uPlot, __: number, most: number): [number, number] {
  return [0, most > 0 ? most * 1.05 : 1];
}

/** The value of a token in the current colour scheme: a canvas cannot read `light-dark()`. */
function resolved(parent: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  parent.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function short(value: number): string {
  const units: [number, string][] = [
    [1e12, ' T'],
    [1e9, ' G'],
    [1e6, ' M'],
    [1e3, ' k'],
  ];
  const [unit, letter] = units.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  return `${Number((value / unit).toPrecision(4))}${letter}`;
}
