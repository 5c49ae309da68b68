import { FILES } from './files.ts';
import { ENTRIES, publicNames } from './public.ts';

/** A TypeScript module of all examples in the docs of public functions, each in a function of its own, which imports every entry. */
export function examplesModule(): string {
  const names = publicNames();
  const owners = new Map<string, string>();
  for (const { name, kind, entry } of names) if (kind !== 'type' && !owners.has(name)) owners.set(name, entry);
  const imports = ENTRIES.map(({ entry }, i) => {
    const own = [...owners].filter(([, owner]) => owner === entry).map(([name]) => name);
    return `import { ${own.join(', ')} } from '${entry}';\nimport * as entry${i} from '${entry}';\nvoid entry${i};`;
  });
  const examples = names
    .filter(({ name, kind, entry }) => kind === 'function' && owners.get(name) === entry)
    .flatMap(({ name, examples: all }) => all.map((code, i) => `export function ${name}Example${i}(): void {\n${code}\n}`));
  return [
    ...imports,
    `void [${[...owners.keys()].join(', ')}];`,
    `declare const ${Object.keys(FILES)
      .map((file) => `${file}: Uint8Array`)
      .join(', ')};`,
    '// What pages and Node have, and the language alone does not.',
    'declare const TextEncoder: new () => { encode(text: string): Uint8Array };',
    'declare const TextDecoder: new () => { decode(bytes?: Uint8Array): string };',
    ...examples,
  ].join('\n');
}
