import { encodeText } from '../../core/bytes/index.ts';
import type { PropertySet, Props, PropsLine } from './model.ts';
import { printJsonProps } from './print-json.ts';
import { printValue } from './value.ts';

/**
 * The text, as display text.
 *
 * @example
 * printProps(parseProps(properties).value) === new TextDecoder().decode(properties); // true
 */
export function printProps(props: Props): string {
  if (props.form === 'json') return printJsonProps(props);
  return props.lines.map((line) => lineText(line) + line.end).join('');
}

/**
 * The bytes of the text: the inverse of `parseProps`.
 *
 * @example
 * writeProps(parseProps(properties).value).length === properties.length; // true
 */
export function writeProps(props: Props): Uint8Array {
  return encodeText(printProps(props));
}

/** A line without its end. */
export function lineText(line: PropsLine): string {
  switch (line.kind) {
    case 'set':
      return `[${line.name}]${line.after}`;
    case 'property':
      return `${line.key}=${line.spelling ?? printValue(line.value)}`;
    default:
      return line.text;
  }
}

/**
 * A file of these sets, for {@link printProps} and {@link writeProps}. Throws `TypeError` for a name or key that text cannot have.
 *
 * @example
 * printProps(propsOf([{ name: 'set', properties: [{ key: 'a', value: { type: 1, value: 3 } }] }])); // '[set]\na=1|3\n'
 */
export function propsOf(sets: readonly PropertySet[], end: '\n' | '\r\n' = '\n'): Props {
  for (const { name, properties } of sets) {
    checked(name, /[\n\r]/, 'the name of a set');
    for (const { key } of properties) checkedKey(key);
  }
  return linesOf(sets, end);
}

/** As {@link propsOf}, with names and keys unchanged, to show sets that were not text. */
export function linesOf(sets: readonly PropertySet[], end: '\n' | '\r\n' = '\n'): Props {
  const lines = sets.flatMap(({ name, properties }): PropsLine[] => [
    { kind: 'set', name, after: '', end },
    ...properties.map(({ key, value }): PropsLine => ({ kind: 'property', key, value, end })),
  ]);
  return { kind: 'props', lines };
}

/** The key, if a line can have it. */
export function checkedKey(key: string): string {
  if (key === '' || key.startsWith('[')) throw new TypeError(`a key cannot be ${key === '' ? 'empty' : 'one that begins with a bracket'}`);
  return checked(key, /[=\n\r]/, 'a key');
}

function checked(text: string, without: RegExp, what: string): string {
  if (without.test(text)) throw new TypeError(`${what} cannot have ${JSON.stringify(without.exec(text)?.[0])} in it`);
  return text;
}
