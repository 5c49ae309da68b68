/** A strict reader of the XML that this project writes: elements, attributes, text and the five entities of XML 1.0; no comments. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text in it. */
  readonly text: string;
}

const NAME = /[A-Za-z_][\w.-]*/y;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** What is not a character of XML 1.0, https://www.w3.org/TR/xml/#charsets. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Throws for anything that is not well-formed. */
export function parseXml(document: string): XmlElement {
  const strange = FORBIDDEN.exec(document);
  if (strange) throw new SyntaxError(`U+${strange[0].codePointAt(0)?.toString(16)} is not a character of XML`);
  let at = 0;
  const expect = (text: string): void => {
    if (!document.startsWith(text, at)) throw new SyntaxError(`${text} is needed before ${document.slice(at, at + 20)}`);
    at += text.length;
  };
  const name = (): string => {
    NAME.lastIndex = at;
    const [found] = NAME.exec(document) ?? [];
    if (found === undefined) throw new SyntaxError(`a name is needed before ${document.slice(at, at + 20)}`);
    at += found.length;
    return found;
  };
  const space = (): boolean => {
    const start = at;
    while (/[ \t\r\n]/.test(document[at] ?? '')) at++;
    return at > start;
  };
  const until = (mark: string): string => {
    const end = document.indexOf(mark, at);
    if (end < 0) throw new SyntaxError(`${mark} is missing`);
    const text = document.slice(at, end);
    at = end;
    if (text.includes('<') || text.includes(']]>')) throw new SyntaxError(`${text} has a mark that is not escaped`);
    return text.replace(/&([^;]*;?)/g, (_, entity: string) => {
      const character = ENTITIES[entity.slice(0, -1)];
      if (character === undefined || !entity.endsWith(';')) throw new SyntaxError(`&${entity} is not an entity`);
      return character;
    });
  };
  const element = (): XmlElement => {
    expect('<');
    const tag = name();
    const attributes: Record<string, string> = {};
    while (space() && /[A-Za-z_]/.test(document[at] ?? '')) {
      const key = name();
      if (Object.hasOwn(attributes, key)) throw new SyntaxError(`${key} is there twice`);
      expect('="');
      attributes[key] = until('"').replace(/[\t\n\r]/g, ' ');
      expect('"');
    }
    const children: XmlElement[] = [];
    let text = '';
    if (document.startsWith('/>', at)) {
      at += 2;
      return { name: tag, attributes, children, text };
    }
    expect('>');
    for (text += until('<'); !document.startsWith('</', at); text += until('<')) {
      const child = element();
      children.push(child);
      text += child.text;
    }
    expect(`</${tag}>`);
    return { name: tag, attributes, children, text };
  };
  expect('<?xml version="1.0" encoding="UTF-8"?>\n');
  const root = element();
  space();
  if (at !== document.length) throw new SyntaxError('there is something after the document');
  return root;
}
