import { diagnostic, FormatError, LIMITS, NOWHERE, type Span } from '../diag/index.ts';
import { CHAR } from './characters.ts';

/** Where a document comes from, for findings. */
interface Place {
  readonly span: Span;
  readonly path: string;
}

const NO_PLACE: Place = { span: NOWHERE, path: '' };

/**
 * The value of a JSON document. Its nesting is looked at before it is parsed, because the memory of the parser grows with it.
 *
 * Throws `FormatError` (`limit/depth`), and `SyntaxError` for text that is not JSON.
 */
export function parseJson(text: string, place = NO_PLACE): unknown {
  // Anything else is a value without parts, or refused at its first character.
  if (/^\s*[[{]/.test(text)) checkDepth(text, place);
  return JSON.parse(text);
}

/** The text need not be JSON: then the parser refuses it. */
function checkDepth(text: string, { span, path }: Place): void {
  const { quote, leftBrace, leftBracket, rightBrace, rightBracket } = CHAR;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at + 1);
    } else if (code === leftBrace || code === leftBracket) {
      depth++;
      if (depth > LIMITS.jsonDepth) {
        const message = `lists and objects nest deeper than ${LIMITS.jsonDepth}`;
        throw new FormatError(diagnostic('limit/depth', message, span, path));
      }
    } else if (code === rightBrace || code === rightBracket) {
      depth--;
    }
  }
}

/** Where the quote after a string is, or the end of the text. */
function endOfString(text: string, start: number): number {
  const { quote, backslash } = CHAR;
  let at = start;
  for (; at < text.length && text.charCodeAt(at) !== quote; at++) if (text.charCodeAt(at) === backslash) at++;
  return at;
}
