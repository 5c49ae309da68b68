/** Nearly all text has only these characters, so they need not be checked one by one. */
const PLAIN = /^[\x20-\x7e]*$/;
const ASCII = /^[\x00-\x7e]*$/;

/**
 * What a reader of text does not see, or sees in another place, by the properties that Unicode gives to characters: controls,
 * formats (of directions, of width zero, tags), lone surrogates, private use, line and paragraph separators, all that is ignored where it
 * cannot be drawn (fillers, selectors of variants), noncharacters, and blanks other than the space. U+2800 is a blank that Unicode counts as
 * a symbol. A function, because compiling the pattern takes longer than printing the answer of a verb, and few texts need it.
 */
const unseen = (): RegExp =>
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/**
 * Text from the input made safe for a terminal: invisible characters and damaged bytes are shown as escapes, so that a name in a file
 * cannot move the cursor, reorder the text, or look like another name.
 */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  let shown = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x20 && code <= 0x7e) continue;
    // A file may have damaged bytes by the million, for which the pattern takes five times as long.
    if (!isDamage(code)) return shown + text.slice(from).replace(unseen(), escapeCharacter);
    shown += text.slice(from, at) + escapeDamage(code);
    from = at + 1;
  }
  return shown + text.slice(from);
}

const isDamage = (code: number): boolean => code >= 0xdc80 && code <= 0xdcff;
const escapeDamage = (code: number): string => `\\x${(code - 0xdc00).toString(16)}`;

/** A text of lines with what is not visible escaped in each. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** A JSON document with what is not visible escaped as in JSON; line feeds stay. */
export function visibleJson(text: string): string {
  return ASCII.test(text) ? text : text.replace(unseen(), (c) => (c === '\n' ? c : escapeUnits(c)));
}

function escapeCharacter(c: string): string {
  const code = c.codePointAt(0) ?? 0;
  if (isDamage(code)) return escapeDamage(code);
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

function escapeUnits(c: string): string {
  return c.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
