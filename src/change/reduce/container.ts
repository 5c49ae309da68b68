/** Reduces a container: to one of its images if that alone has the property; otherwise to fewer entries and smaller images. */
import { decodeText, encodeText } from '../../core/bytes/index.ts';
import { FormatError } from '../../core/diag/index.ts';
import { eachFile, type Item, inspect } from '../../walk/inspect.ts';
import { unpackItem } from '../folder/folder.ts';
import { type Files, filesOf, packed, withFile } from './folder.ts';
import { minimize, type Search, within } from './search.ts';
import { reduceZebin } from './zebin.ts';

const MANIFEST = 'container.json';

type Json = { readonly [key: string]: unknown };

/** Searches the smallest file: a zebin if one alone has the property. */
export function* reduceContainer(bytes: Uint8Array): Search<Uint8Array> {
  const item = opened(bytes);
  if (item === undefined) return bytes;
  for (const image of eachFile(item)) {
    if (image === item || image.content.kind !== 'zebin') continue;
    const alone = image.bytes.data.slice();
    if (yield alone) return yield* reduceZebin(alone);
  }
  const unpacked = item.kind === 'zebin' ? undefined : unpackItem(item);
  let files = unpacked && filesOf(unpacked);
  const first = files && packed(files);
  if (!files?.has(MANIFEST) || !first || !(yield first)) return bytes;
  files = yield* fewerEntries(files);
  for (const [path, data] of files) {
    if (opened(data)?.kind !== 'zebin') continue;
    const around: Files = files;
    files = withFile(files, path, yield* within(reduceZebin(data), (inner) => packed(withFile(around, path, inner))));
  }
  return packed(files) ?? bytes;
}

function opened(bytes: Uint8Array): Item | undefined {
  try {
    return inspect(bytes).value;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Removes entries of every list of the manifest, and the files that no entry names. */
function* fewerEntries(files: Files): Search<Files> {
  const document = JSON.parse(decodeText(files.get(MANIFEST) ?? new Uint8Array(0))) as Json;
  const make = (json: unknown): Files => {
    const named = new Set<unknown>();
    const name = (_: string, value: unknown) => {
      if (typeof value === 'string') named.add(value);
      return value;
    };
    const text = JSON.stringify(json, name, 2);
    return new Map([[MANIFEST, encodeText(`${text}\n`)], ...[...files].filter(([path]) => path !== MANIFEST && named.has(path))]);
  };
  return make(yield* shorterLists(document, (json) => packed(make(json))));
}

function* shorterLists(json: unknown, make: (json: unknown) => Uint8Array | undefined): Search<unknown> {
  if (Array.isArray(json)) {
    const kept = [...(yield* minimize(json, make))];
    for (const [i, one] of kept.entries())
      kept[i] = yield* shorterLists(one, (inner) => make(kept.map((other, at) => (at === i ? inner : other))));
    return kept;
  }
  if (typeof json !== 'object' || json === null) return json;
  let object = json as Json;
  for (const [key, value] of Object.entries(object)) {
    const around = object;
    object = { ...object, [key]: yield* shorterLists(value, (inner) => make({ ...around, [key]: inner })) };
  }
  return object;
}
