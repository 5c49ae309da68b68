// @ts-check
import * as bundle from '../../../../dist/formats/bundle/index.js';
import * as cache from '../../../../dist/formats/cache/index.js';
import * as host from '../../../../dist/formats/host/index.js';
import * as legacy from '../../../../dist/formats/legacy/index.js';
import { capital, code, page, prose, table } from '../../markdown.mjs';
import { fields, numbers } from '../../rows.mjs';

export default function containersPage() {
  return page(
    'Host files, bundles, caches, patch tokens',
    'The tables that the readers use. Guides to the formats: [host files](../formats/host-files.md), [bundles](../formats/bundles.md), ' +
      '[caches and others](../formats/caches.md).',
    '## Host files',
    'Structures in memory, with offsets for pointers of 64 bits, then of 32.',
    ...[host.DESCRIPTOR, ...host.IMAGES.map(({ rows }) => rows), host.NEW_ENTRY, host.OLD_ENTRY, host.PROPERTY_SET, host.PROPERTY].flatMap(
      (rows, i) => [`### ${capital(rows.name)}${i === 4 ? ', newer form' : i === 5 ? ', older form' : ''}`, fields(rows)],
    ),
    '### Kinds',
    numbers(host.KINDS),
    '### Formats of an image of kind 4',
    numbers(host.FORMATS),
    '### Formats of an image of kind 8',
    numbers(host.LLVM_FORMATS),
    '### Sections',
    table(
      ['Name', 'Role', 'Meaning'],
      host.HOST_SECTIONS.map((row) => [code(row.match.source), row.role, prose(row.doc)]),
    ),
    '## Bundles',
    '### Entry',
    fields(bundle.BUNDLE_ENTRY),
    ...bundle.CCOB_HEADERS.flatMap(({ version, rows }) => [
      `### Header of a compressed bundle, version ${version}`,
      fields({ ...rows, fields: [...bundle.CCOB_PREFIX.fields, ...rows.fields] }),
    ]),
    '## Caches',
    table(
      ['Cache', 'Path', 'Content', 'Meaning'],
      cache.CACHE_FILES.map((row) => [row.cache, code(row.match.source), row.content, prose(row.doc)]),
    ),
    '## Patch tokens',
    '### Program header',
    fields(legacy.PROGRAM_BINARY_HEADER),
    '### Kernel header',
    fields(legacy.KERNEL_BINARY_HEADER),
    '### Header of a token',
    fields(legacy.PATCH_ITEM_HEADER),
    '### Tokens',
    table(
      ['Number', 'Name'],
      legacy.PATCH_TOKENS.map((name, i) => [String(i), code(name)]),
    ),
  );
}
