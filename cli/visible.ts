/** Nearly all text is of these characters only, and needs no look at each. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Text from the input made safe for a terminal: control characters, direction overrides and damaged bytes are shown as escapes,
 * so that a name in a file can neither move the cursor nor reorder what is read.
 */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(/[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/gu, escapeCharacter);
}

/** The same for a JSON document, which has escapes of its own for the rest. */
export function visibleJson(text: string): string {
  return text.replace(
    /[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escapeCharacter(c: string): string {
  const code = c.codePointAt(0) ?? 0;
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${(code - 0xdc00).toString(16)}`;
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
