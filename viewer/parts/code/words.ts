/** Words of code that mean something: the one at a place, and the name under which `explain` knows it. */

/** A register of the text: `r12`, `r12.4`, `acc0`. */
export interface RegisterName {
  readonly register: string;
  readonly index: number;
}

const REGISTER = /^(r|acc|f|a|s)(\d+)(?:\.\d+)?$/;
const WORD = /[A-Za-z_$][\w.]*/g;

/** The word around a place in a line, in characters from its start. */
export function wordAt(text: string, at: number): { readonly word: string; readonly start: number } | undefined {
  for (const { index, 0: word } of text.matchAll(WORD)) if (index <= at && at < index + word.length) return { word, start: index };
  return undefined;
}

export function registerOf(word: string): RegisterName | undefined {
  const [, register, digits] = REGISTER.exec(word) ?? [];
  return register === undefined ? undefined : { register, index: Number(digits) };
}

/** The registers that the text of an instruction names, each once. */
export function registersIn(text: string): readonly RegisterName[] {
  const found = new Map<string, RegisterName>();
  for (const [word] of text.replace(/\/\/.*/, '').matchAll(WORD)) {
    const name = registerOf(word);
    if (name) found.set(`${name.register}${name.index}`, name);
  }
  return [...found.values()];
}

/** The name to explain for what is at a place: an operation, a register, a type, an option, or a part of a message. */
export function meaningAt(text: string, at: number): string | undefined {
  const found = wordAt(text, at);
  if (!found) return undefined;
  const { word, start } = found;
  const register = registerOf(word);
  if (register) return `eu register/${register.register}`;
  const comment = text.indexOf('//');
  const before = text[start - 1];
  const [first = '', ...parts] = word.split('.');
  // Names are joined by dots: the one that is pointed at.
  const part = word.slice(0, at - start).split('.').length - 1;
  const own = part === 0 ? first : (parts[part - 1] ?? '');
  if (comment >= 0 && start > comment) return part === 0 ? `eu message/${own}` : `eu unit/${own}`;
  if (before === ':') return `eu type/${first}`;
  if (before === '{' || before === ',') return `eu option/${first}`;
  if (/^\s*(?:\([^)]*\)\s*)?$/.test(text.slice(0, start))) {
    if (part === 0) return `eu operation/${own}`;
    return /^(?:math|sync|lfsr|shfl)$/.test(first) ? `eu function/${first}.${own}` : `eu unit/${own}`;
  }
  return undefined;
}
