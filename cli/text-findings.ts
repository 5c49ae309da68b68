/** Findings of a text, as compilers print them: an editor jumps to a line that begins with file, line and column. */
import { type Bytes, type Diagnostic, type DiagnosticJson, diagnosticRenderer, type Item } from '../src/internal.ts';

/** Kinds of items that are a text which a person writes. */
const TEXTS: readonly string[] = ['visa-text', 'property-sets'];

/** Whether findings of an item are about lines, not about bytes. */
export const isText = ({ content }: Item): boolean => TEXTS.includes(content.kind);

/** Prints a finding of a text with its place, its line and a mark under it. @param title of the text: the path, and the address in it */
export function textFindings(bytes: Bytes, title: string): (diagnostic: Diagnostic | DiagnosticJson) => string {
  const render = diagnosticRenderer(bytes.data, title);
  return (diagnostic) => {
    const { severity, code, message } = diagnostic;
    const { start, end } = 'span' in diagnostic ? diagnostic.span : { start: diagnostic.offset, end: diagnostic.end };
    return render({ severity, code, message, span: { start: start - bytes.base, end: end - bytes.base } });
  };
}
