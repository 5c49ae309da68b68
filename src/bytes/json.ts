import { type Budget, COST, diagnostic, FormatError, LIMITS, mustCharge, type Span } from '../diag/index.ts';
import { CHAR } from './characters.ts';

/** Where a document comes from, for findings. */
interface Place {
  readonly span: Span;
  readonly path: string;
}

const NOWHERE: Place = { span: { source: '', start: 0, end: 0 }, path: '' };

/**
 * The value of a JSON document. What it takes is charged before it is parsed, because two bytes can be an object, and the memory of the
 * parser grows with the nesting.
 *
 * Throws `FormatError` (`limit/depth`, `limit/work`), and `SyntaxError` for text that is not JSON.
 */
export function parseJson(text: string, budget: Budget, place = NOWHERE): unknown {
  chargeJson(text, budget, place);
  return JSON.parse(text);
}

/** The text need not be JSON: then the parser refuses it. */
function chargeJson(text: string, budget: Budget, { span, path }: Place): void {
  const { quote, colon, leftBrace, leftBracket, rightBrace, rightBracket } = CHAR;
  const charge = (work: number): void => mustCharge(budget, work, span, path);
  charge(text.length * COST.jsonByte);
  const names = new Set<string>();
  let depth = 0;
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      start = at + 1;
      end = endOfString(text, start);
      at = end;
    } else if (code === leftBrace || code === leftBracket) {
      charge(COST.jsonList);
      depth++;
      if (depth > LIMITS.jsonDepth) {
        const message = `lists and objects nest deeper than ${LIMITS.jsonDepth}`;
        throw new FormatError(diagnostic('limit/depth', message, span, path));
      }
    } else if (code === rightBrace || code === rightBracket) {
      depth--;
    } else if (code === colon) {
      const name = text.slice(start, end);
      if (names.has(name)) continue;
      charge(COST.jsonName);
      names.add(name);
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
