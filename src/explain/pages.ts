/**
 * Where each entry is on the site. The addresses are stable, because reports link to them.
 */

/** What the entries of one page share: their name, the thing that they belong to, or their kind. */
type Shared = 'name' | 'whole' | 'kind';

/**
 * The folder of each kind below `reference/`, and what the entries of one of its pages share. A folder with one page is that page. Where
 * pages were joined, what they shared before: their addresses still lead to the entries.
 */
const PLACES: Readonly<Record<string, readonly [folder: string, shared: Shared, before?: Shared]>> = {
  attribute: ['attribute', 'name'],
  block: ['block', 'name'],
  enumeration: ['enumeration', 'name'],
  value: ['enumeration', 'whole'],
  'ze_info version': ['version', 'kind', 'name'],
  'driver release': ['release', 'kind', 'name'],
  section: ['section', 'kind', 'name'],
  'section type': ['section-type', 'kind', 'name'],
  'note type': ['note', 'name'],
  structure: ['note', 'whole'],
  'bit field': ['note', 'whole'],
  generator: ['generator', 'kind'],
  'relocation type': ['relocation', 'kind', 'name'],
  symbol: ['symbol', 'kind', 'name'],
  'pseudo-kernel': ['pseudo-kernel', 'kind'],
  field: ['structure', 'whole'],
  number: ['number', 'whole'],
  machine: ['number', 'whole'],
  'file type': ['number', 'whole'],
  'ABI version': ['number', 'whole'],
  'archive member': ['archive-member', 'kind'],
  'property set': ['property-set', 'name'],
  property: ['property', 'kind', 'name'],
  aspect: ['aspect', 'kind'],
  'device library': ['device-library', 'kind'],
  'image kind': ['image-kind', 'kind'],
  'offload kind': ['offload-kind', 'kind'],
  string: ['string', 'whole'],
  role: ['role', 'kind'],
  format: ['format', 'kind'],
  'core family': ['core-family', 'kind'],
  'product family': ['product-family', 'kind'],
  device: ['device', 'kind', 'name'],
  'Level Zero result': ['result', 'kind'],
  'OpenCL result': ['result', 'kind'],
  'SYCL result': ['result', 'kind'],
  message: ['message', 'kind'],
  'vISA instruction': ['visa-instruction', 'kind', 'name'],
  'vISA structure': ['visa-structure', 'name'],
  'vISA field': ['visa-structure', 'whole'],
  'vISA operand kind': ['visa-operand', 'kind'],
  'vISA attribute': ['visa-attribute', 'kind'],
  'vISA platform': ['visa-platform', 'kind'],
  'vISA variable': ['visa-variable', 'kind'],
  'vISA surface': ['visa-variable', 'kind'],
  'vISA predicate': ['visa-variable', 'kind'],
  'vISA sampler': ['visa-variable', 'kind'],
  'vISA directive': ['visa-directive', 'kind'],
  'EU platform': ['eu-platform', 'kind'],
  'EU operation': ['eu-operation', 'kind', 'name'],
  'EU function': ['eu-operation', 'kind', 'whole'],
  'EU field': ['eu-field', 'kind'],
  'EU type': ['eu-type', 'kind'],
  'EU register': ['eu-register', 'kind'],
  'EU unit': ['eu-unit', 'kind'],
  'EU message': ['eu-message', 'kind'],
  'EU option': ['eu-option', 'kind'],
  diagnostic: ['diagnostic', 'name'],
  failure: ['diagnostic', 'name'],
  check: ['check', 'kind'],
  'document member': ['document', 'whole'],
};

/** The words of vISA; each list of them is a kind. */
const VISA_WORDS = ['visa-word', 'kind'] as const;

/** What identifies an entry. */
export interface Named {
  readonly kind: string;
  readonly name: string;
  readonly path: string;
}

/**
 * The address of an entry on the site, relative to the base address of the site.
 *
 * @example
 * pageOf({ kind: 'attribute', name: 'grf_count', path: 'execution_env/grf_count' }); // 'reference/attribute/grf_count/'
 */
export function pageOf(entry: Named): string {
  const [folder, shared] = placeOf(entry.kind);
  return addressIn(folder, shared, entry);
}

/** The address that the entry had before its page was joined with others. */
export function earlierPageOf(entry: Named): string | undefined {
  const [folder, , before] = placeOf(entry.kind);
  return before && addressIn(folder, before, entry);
}

function addressIn(folder: string, shared: Shared, entry: Named): string {
  const base = `reference/${folder}/`;
  if (shared === 'kind') return `${base}#${anchorOf(entry)}`;
  return shared === 'name' ? `${base}${slug(entry.name)}/` : `${base}${slug(wholeOf(entry))}/#${anchorOf(entry)}`;
}

/** The anchor of an entry on its page. */
export const anchorOf = ({ path }: Named): string => slug(path).replaceAll('/', '-').toLowerCase();

/** The address of a page, below the base address of the site. */
export const pageAddress = (site: string, page: string): string => `${site.replace(/\/*$/, '/')}${page}`;

/** Where the site describes a diagnostic code, or a code of failure, relative to its base address. */
export const diagnosticPage = (code: string): string => pageOf({ kind: 'diagnostic', name: code, path: code });

function placeOf(kind: string): readonly [folder: string, shared: Shared, before?: Shared] {
  const place = PLACES[kind];
  if (place) return place;
  if (kind.startsWith('vISA ')) return VISA_WORDS;
  throw new TypeError(`PLACES in src/explain/pages.ts has no row for entries of the kind ${kind}`);
}

/** The thing that an entry belongs to, from its path: `l1_cache_policy` of `l1_cache_policy/wbp`. */
function wholeOf({ kind, path, name }: Named): string {
  // math of `eu function/math.inv`.
  if (kind === 'EU function') return name.slice(0, name.indexOf('.'));
  const steps = path.split('/');
  // `zebin/info/3` of `zebin/info/3/images`, and `kernel_info` of `visa/kernel_info/name`.
  if (kind === 'document member') return steps[1] ?? path;
  return (kind === 'vISA field' ? steps[1] : steps[0]) ?? path;
}

/** The text in characters that no server and no file system treats specially. */
function slug(text: string): string {
  return (
    text
      .replace(/[{}%]/g, '')
      // Modifiers of vISA: (-), (-abs), (~).
      .replace(/\(-/g, '(minus-')
      .replace(/~/g, 'not')
      .replace(/[^A-Za-z0-9._/=-]+/g, '-')
      .replace(/(?<=^|\/)[.-]+|-+(?=$|\/)/g, '')
  );
}
