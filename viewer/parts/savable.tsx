import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { notice } from '../state.ts';
import { drawingOf, pngOf, svgText } from './drawing.ts';
import { saveAs } from './take-out.ts';

/**
 * A picture of boxes with its legend, and buttons that save both as they are drawn.
 *
 * @param name what the picture is of: in the names of its buttons and files
 */
export function Savable({ name, children }: { name: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const save = async (as: 'svg' | 'png') => {
    if (!box.current) return;
    const drawing = drawingOf(box.current);
    try {
      saveAs(`${name}.${as}`, as === 'png' ? await pngOf(drawing) : svgText(drawing), 'image/svg+xml');
    } catch (error) {
      notice.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <>
      <div ref={box}>{children}</div>
      <div class="take-out">
        <button type="button" aria-label={`Save as SVG: ${name}`} onClick={() => void save('svg')}>
          Save as SVG
        </button>
        <button type="button" aria-label={`Save as PNG: ${name}`} onClick={() => void save('png')}>
          Save as PNG
        </button>
      </div>
    </>
  );
}
