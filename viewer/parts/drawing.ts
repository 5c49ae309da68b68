/** A drawing of what the page shows in boxes: rectangles and text where the browser put them, in the colours of the moment. */

const SVG = 'http://www.w3.org/2000/svg';

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Area extends Place {
  readonly width: number;
  readonly height: number;
}

/** An element as an SVG, also what is scrolled out of view. What does not fit its box is cut, as on the page, and is in the title there. */
export function drawingOf(element: Element): SVGSVGElement {
  const { left, top } = element.getBoundingClientRect();
  const drawing = new Drawing();
  drawing.draw(element, { x: -left, y: -top }, EVERYTHING);
  const size = { x: 0, y: 0, width: Math.ceil(drawing.width), height: Math.ceil(drawing.height) };
  const svg = node('svg', { width: size.width, height: size.height, viewBox: boxOf(size) }) as SVGSVGElement;
  svg.append(node('rect', { ...size, fill: getComputedStyle(document.body).backgroundColor }), ...drawing.nodes);
  return svg;
}

const EVERYTHING: Area = { x: 0, y: 0, width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };

class Drawing {
  readonly nodes: SVGElement[] = [];
  /** Of what was drawn. */
  width = 0;
  height = 0;
  private readonly pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;

  /**
   * @param origin the place of the window in the drawing
   * @param clip what is visible of the element
   */
  draw(element: Element, origin: Place, clip: Area): void {
    const style = getComputedStyle(element);
    const area = placed(element.getBoundingClientRect(), origin);
    if (area.width === 0 || area.height === 0) return;
    if (clip === EVERYTHING) {
      this.width = Math.max(this.width, area.x + area.width);
      this.height = Math.max(this.height, area.y + area.height);
    }
    this.box(style, area, element instanceof HTMLElement ? element.title : '');
    const inner = style.overflowX === 'hidden' ? area : clip;
    const scrolled = { x: origin.x + element.scrollLeft, y: origin.y + element.scrollTop };
    for (const child of element.childNodes) {
      if (child instanceof Element) this.draw(child, scrolled, inner);
      else if (child.textContent?.trim()) this.text(child, style, scrolled, inner);
    }
  }

  private box(style: CSSStyleDeclaration, area: Area, title: string): void {
    const { x, y, width, height } = area;
    const fill = isSeen(style.backgroundColor) ? style.backgroundColor : 'transparent';
    if (fill !== 'transparent' || title !== '') {
      const box = node('rect', { ...area, fill });
      if (title !== '') box.append(Object.assign(node('title', {}), { textContent: title }));
      this.nodes.push(box);
    }
    const [top, right, bottom, left] = [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth].map(
      Number.parseFloat,
    ) as [number, number, number, number];
    this.line({ x, y, width, height: top }, style.borderTopColor);
    this.line({ x: x + width - right, y, width: right, height }, style.borderRightColor);
    this.line({ x, y: y + height - bottom, width, height: bottom }, style.borderBottomColor);
    this.line({ x, y, width: left, height }, style.borderLeftColor);
  }

  private line(area: Area, fill: string): void {
    if (area.width > 0 && area.height > 0 && isSeen(fill)) this.nodes.push(node('rect', { ...area, fill }));
  }

  /** Text on one line as a whole, of several lines each word where it is. */
  private text(text: Node, style: CSSStyleDeclaration, origin: Place, clip: Area): void {
    this.pen.font = style.font;
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = this.pen.measureText('x');
    const font = { 'font-family': style.fontFamily, 'font-size': style.fontSize, 'font-weight': style.fontWeight };
    const content = text.textContent ?? '';
    const range = document.createRange();
    range.selectNodeContents(text);
    const parts = range.getClientRects().length > 1 ? /\S+/g : /\S.*/gs;
    for (const { 0: part, index } of content.matchAll(parts)) {
      range.setStart(text, index);
      range.setEnd(text, index + part.length);
      const { x, y, width, height } = placed(range.getBoundingClientRect(), origin);
      const line = node('text', { x, y: y + (height - ascent - descent) / 2 + ascent, fill: style.color, ...font });
      line.textContent = part.replaceAll(/\s+/g, ' ');
      const isWhole = x >= clip.x && y >= clip.y && x + width <= clip.x + clip.width && y + height <= clip.y + clip.height;
      const frame = isWhole ? undefined : node('svg', { ...clip, viewBox: boxOf(clip) });
      frame?.append(line);
      this.nodes.push(frame ?? line);
    }
  }
}

const placed = ({ left, top, width, height }: DOMRect, { x, y }: Place): Area => ({ x: left + x, y: top + y, width, height });
const isSeen = (colour: string): boolean => colour !== 'transparent' && !/[,/]\s*0\)$/.test(colour);
const boxOf = ({ x, y, width, height }: Area): string => `${x} ${y} ${width} ${height}`;

function node(name: string, attributes: { readonly [name: string]: string | number }): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** The text of a file. */
export const svgText = (drawing: SVGSVGElement): string => new XMLSerializer().serializeToString(drawing);

/** Pixels of the picture for each of the page: prints and projectors have more. */
const SCALE = 2;

/** The same as a picture of points. */
export async function pngOf(drawing: SVGSVGElement): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svgText(drawing)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * SCALE;
    canvas.height = image.height * SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser cannot make a picture of this size')))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
