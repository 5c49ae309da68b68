// @ts-check
/** What programs print in a terminal, as a page for a picture. */

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

const STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 0; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #e6edf3); }
  main { display: inline-block; padding: 16px 20px; }
  pre { margin: 0; font: 13px/1.4 'DejaVu Sans Mono', monospace; }
  b { font-weight: 700; } u { text-decoration: underline; } .dim { opacity: 0.65; }
  .black { color: light-dark(#57606a, #8b949e); } .red { color: light-dark(#b3261e, #ff7b72); }
  .green { color: light-dark(#116329, #3fb950); } .yellow { color: light-dark(#7d4e00, #d29922); }
  .blue { color: light-dark(#0550ae, #79c0ff); } .magenta { color: light-dark(#8250df, #d2a8ff); }
  .cyan { color: light-dark(#1b7c83, #39c5cf); } .white { color: light-dark(#6e7781, #b1bac4); }`;

/** @param {string} text what the terminal got, with its control sequences */
export function terminalHtml(text) {
  const lines = text.replace(/\s+$/, '').split(/\r?\n/).map(drawn);
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><main><pre>${lines.join('\n')}</pre></main>`;
}

/** A line as it is in the end: what came after a return of the carriage is over what was before. @param {string} line */
function drawn(line) {
  const last = (line.split('\r').findLast((part) => part !== '') ?? '')
    // Manuals print a character over itself, or over a line, as printers did.
    .replace(/(?:_\x08[^\x08])+/g, (text) => `\x1b[4m${text.replaceAll('_\x08', '')}\x1b[24m`)
    .replace(/(?:([^\x08])\x08\1)+/g, (text) => `\x1b[1m${text.replace(/.\x08/g, '')}\x1b[22m`);
  // Of other sequences none leaves something to be seen.
  const parts = last.replace(/\x1b\][^\x07]*\x07|\x1b\[[\d;?]*[A-Za-ln-z]|\x1b[()][A-Z0-9]/g, '').split(/\x1b\[([\d;]*)m/);
  let classes = /** @type {string[]} */ ([]);
  return parts
    .map((part, i) => {
      if (i % 2 === 1) {
        for (const code of part.split(';').map(Number)) classes = styled(classes, code);
        return '';
      }
      const shown = part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      const tags = classes.reduce(
        (inner, name) => (name === 'b' || name === 'u' ? `<${name}>${inner}</${name}>` : span(name, inner)),
        shown,
      );
      return shown === '' ? '' : tags;
    })
    .join('');
}

const span = (/** @type {string} */ name, /** @type {string} */ inner) => `<span class="${name}">${inner}</span>`;

/** @param {string[]} classes @param {number} code of `CSI … m` */
function styled(classes, code) {
  const without = (/** @type {readonly string[]} */ ...names) => classes.filter((one) => !names.includes(one));
  if (code === 0) return [];
  if (code === 1) return [...without('b'), 'b'];
  if (code === 2) return [...without('dim'), 'dim'];
  if (code === 4) return [...without('u'), 'u'];
  if (code === 22) return without('b', 'dim');
  if (code === 24) return without('u');
  const colour = COLOURS[code >= 90 ? code - 90 : code - 30];
  if (colour !== undefined) return [...without(...COLOURS), colour];
  return code === 39 ? without(...COLOURS) : classes;
}
