import { type Budget, COST, diagnostic, FormatError, LIMITS, mustCharge, type Span } from '../diag/index.ts';
import { CHAR } from './characters.ts';

const NOWHERE: Span = { source: '', start: 0, end: 0 };

/**
 * The value of a JSON document. What it takes is charged before it is parsed, because two bytes can be an object, and the memory of the
 * parser grows with the nesting.
 *
 * Throws `FormatError` (`limit/depth`, `limit/work`), and `SyntaxError` for text that is not JSON.
 */
export function parseJson(text: string, budget: Budget): unknown {
  chargeJson(text, budget);
  return JSON.parse(text);
}

/** The text need not be JSON: then the parser refuses it. */
function chargeJson(text: string, budget: Budget): void {
  const { quote, colon, leftBrace, leftBracket, rightBrace, rightBracket } = CHAR;
  mustCharge(budget, text.length * COST.jsonByte);
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
      mustCharge(budget, COST.jsonList);
      depth++;
      if (depth > LIMITS.jsonDepth) {
        const message = `lists and objects nest deeper than ${LIMITS.jsonDepth}`;
        throw new FormatError(diagnostic('limit/depth', message, NOWHERE, ''));
      }
    } else if (code === rightBrace || code === rightBracket) {
      depth--;
    } else if (code === colon) {
      const name = text.slice(start, end);
      if (names.has(name)) continue;
      mustCharge(budget, COST.jsonName);
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
