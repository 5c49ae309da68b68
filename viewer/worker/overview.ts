/** The requests of the shell and the first screen. Every answer has a bounded size: long lists come in pages. */
import {
  ancestor,
  checkDocument,
  coverageDocument,
  driverVerdict,
  entryFacts,
  explain,
  findDevice,
  formatRow,
  type Item,
  infoFacts,
  isAccepted,
  isZebinInfo,
  kernelLabel,
  lsDocument,
  MAY_SPILL,
  NEXT_RELEASE,
  PRODUCT_CONFIGS,
  RELEASES,
  RESOURCE_COLUMNS,
  type ReleaseRange,
  releaseRangeText,
  type SizeDomain,
  sizeDocument,
  spillMark,
  supportNotes,
  TABLES,
  visaInfoDocument,
  withVerdicts,
} from '../../src/internal.ts';
import { answerBudget, infoOf, itemAt, memo } from './files.ts';
import {
  cut,
  type DecidedImage,
  decidedImages,
  entryAt,
  equalFindings,
  findingsOf,
  helpFor,
  holdsOf,
  imageRow,
  imagesOf,
  isWithin,
  kernelHead,
  kernelRow,
  kernelsOf,
  page,
  propertiesOf,
  tiles,
  treeEntry,
  unreadParts,
} from './rows.ts';

interface Placed {
  readonly file: number;
  /** Address of the image that it is about; absent or empty for the whole file. */
  readonly at?: string;
}

interface Paged extends Placed {
  readonly from?: number;
}

/** Devices of one table. */
const DEVICES = 24;

/** Of lists that are for reading, not for searching. */
const FEW = 50;

/** Worst first. */
const TONES: readonly DecidedImage['tone'][] = ['bad', 'warn', 'quiet', 'good'];

/** Images of a file of which every release decides. */
const ALL_RELEASES = 100;

/** Decided once for a file: it takes longer than reading it. */
const decidedOf = (file: number) =>
  memo(file, 'decided', () => {
    const budget = answerBudget();
    // Of all releases only where that does not take long.
    const newestOnly = infoOf(file).images.length > ALL_RELEASES;
    const decide = (item: Item) => driverVerdict(item, { tables: TABLES, budget }, { newestOnly });
    return decidedImages(withVerdicts(infoOf(file), itemAt(file, ''), decide));
  });

/** The kernels of a file, or of one image of it. */
const placedKernels = ({ file, at = '' }: Placed) => {
  const all = memo(file, 'kernels', () => kernelsOf(infoOf(file)));
  return at === '' ? all : all.filter((kernel) => kernel.at === at);
};

/** What a file is, or an image of it, and what is in it. */
export function contentOf({ file, at = '' }: Placed) {
  const item = itemAt(file, at);
  const document = infoOf(file);
  const images = imagesOf(document).filter((image) => isWithin(image.at, at));
  const unread = document.unread.filter(({ address }) => isWithin(address, at));
  return {
    format: item.kind,
    title: formatRow(item.kind)?.title ?? item.kind,
    size: item.bytes.length,
    images: page(images, 0, imageRow, (image) => image.at.length),
    holds: holdsOf(images),
    unread: unreadParts({ ...document, unread }),
    kernelCount: images.reduce((sum, { image }) => sum + (isZebinInfo(image) ? image.kernels : image.kernel_names).length, 0),
  };
}

export const OVERVIEW_HANDLERS = {
  /** As the answer to `open`, for the image that an address is in; the whole file for what is in none. */
  content: ({ file, at }: { file: number; at: string }) => {
    const known = new Set(imagesOf(infoOf(file)).map((image) => image.at));
    const image = ancestor(at, (address) => known.has(address)) ?? '';
    return { at: image, content: contentOf({ file, at: image }) };
  },

  /** The images of a file, and parts that may have been one, with what the newest driver decides about each. */
  images: ({ file, from = 0 }: Paged) =>
    page(
      decidedOf(file),
      from,
      (image) => image,
      ({ at }) => at.length,
    ),

  /** How many images of a file have each verdict of the newest driver, the worst first. */
  verdicts: ({ file }: { file: number }) => {
    const counts = new Map<string, { readonly word: string; readonly tone: DecidedImage['tone']; count: number }>();
    for (const { verdict: word, tone } of decidedOf(file)) {
      const row = counts.get(word);
      if (row) row.count++;
      else counts.set(word, { word, tone, count: 1 });
    }
    return { release: RELEASES.at(-1) ?? '', verdicts: [...counts.values()].sort((a, b) => TONES.indexOf(a.tone) - TONES.indexOf(b.tone)) };
  },

  /** The description of one image; undefined if there is no zebin at the address. */
  facts: ({ file, at }: { file: number; at: string }) => {
    const image = imagesOf(infoOf(file)).find((placed) => placed.at === at)?.image;
    if (!image || !isZebinInfo(image)) return undefined;
    const { functions, verdict } = image;
    // Decided for the image that is looked at alone: a file may have thousands.
    const driver = driverVerdict(itemAt(file, at), { tables: TABLES });
    return {
      facts: infoFacts({ ...image, verdict: { ...verdict, driver } }).map((fact) => ({ ...fact, text: cut(fact.text) })),
      functions: functions.slice(0, FEW).map(cut),
      functionCount: functions.length,
    };
  },

  /** The kernels of all images of a file. */
  kernels: ({ from = 0, ...place }: Paged) => page(placedKernels(place), from, kernelRow, ({ name, at }) => name.length + at.length),

  /** The kernels whose name has a text in it, mangled or not; the first of them. */
  findKernels: ({ file, text }: { file: number; text: string }) => {
    const query = text.trim().toLowerCase();
    const all = memo(file, 'kernels', () => kernelsOf(infoOf(file)));
    const names = memo(file, 'names', () => all.map(({ name }) => cut(`${kernelLabel(name)} ${name}`).toLowerCase()));
    const kernels = query === '' ? all : all.filter((_, i) => names[i]?.includes(query));
    return { total: all.length, found: kernels.length, first: page(kernels.slice(0, FEW), 0, kernelHead, ({ name }) => name.length).rows };
  },

  /** What the columns of {@link kernels} are, and how many of a file's kernels spill. */
  kernelTable: (place: Placed) => {
    const marks = placedKernels(place).map(({ resources }) => (resources ? spillMark(resources) : ' '));
    return {
      columns: RESOURCE_COLUMNS.map(({ key, title, explain: name }) => ({ key, title, ...(name === undefined ? {} : { explain: name }) })),
      total: marks.length,
      spilling: marks.filter((mark) => mark === '!').length,
      maySpill: marks.filter((mark) => mark === '?').length,
      maySpillNote: MAY_SPILL,
    };
  },

  /** What a release of the driver decides about what is at an address; undefined when there is nothing to decide about. */
  check: ({ file, at, driver, device }: { file: number; at: string; driver?: string; device?: string }) => {
    const devices = device === undefined ? [] : findDevice(device);
    const release = driver ?? RELEASES.at(-1) ?? '';
    const document = checkDocument(itemAt(file, at), { release, budget: answerBudget(), ...(devices.length === 0 ? {} : { devices }) });
    if (!document) return undefined;
    const { verdict, sentence, steps, reason, support, releases, images = [], kernels } = document;
    return {
      release,
      address: document.address,
      device: document.device,
      verdict,
      accepted: isAccepted(verdict),
      sentence: cut(sentence),
      steps: steps.map(({ name, outcome, findings }) => ({ name, outcome, findings: findings.slice(0, FEW), count: findings.length })),
      ...(reason === undefined ? {} : { reason: { ...reason, message: cut(reason.message), help: helpFor(reason.code) } }),
      support: supportNotes(support, cut),
      releases: [...releases].reverse().slice(0, FEW).map(rangeRow),
      kernels: kernels
        .filter(({ support: kernelSupport }) => kernelSupport.first_release === null)
        .slice(0, FEW)
        .map(({ name }) => cut(name)),
      images: images.slice(0, FEW).map((one) => ({ address: one.address, sentence: cut(one.sentence), accepted: isAccepted(one.verdict) })),
      imageCount: images.length,
    };
  },

  /** Which device gets which kernel, and how: a row for each kernel, with a letter for each device. */
  coverage: ({ file, from = 0 }: Paged) => {
    const { devices, kernels, others_have_ir } = memo(file, 'coverage', () => coverageDocument(itemAt(file, '')));
    const shown = devices.slice(0, DEVICES);
    return {
      devices: shown.map(({ ip, name }) => ({ ip, name: cut(name) })),
      left: devices.length - shown.length,
      others: others_have_ir,
      ...page(
        kernels,
        from,
        ({ label, native, fallback, ir }) => ({
          label: cut(label),
          how: shown.map(({ ip }) => (native.includes(ip) ? 'native' : fallback.includes(ip) ? 'fallback' : ir.includes(ip) ? 'IR' : '')),
        }),
        ({ name }) => name.length + shown.length,
      ),
    };
  },

  /** One level of the tree of containers: what is below an address. */
  tree: ({ file, at, from = 0 }: Paged & { at: string }) => {
    const entry = entryAt(memo(file, 'ls', () => lsDocument(itemAt(file, ''))).root, at);
    return { entry: treeEntry(entry), ...page(entry.children, from, treeEntry, ({ name, address }) => name.length + address.length) };
  },

  /** What takes the space, by the domains given or those that the command groups by. */
  size: ({ file, at = '', by }: Placed & { by?: readonly SizeDomain[] }) => {
    const { domains, tree, duplicates } = memo(file, `size ${by?.join() ?? ''} ${at}`, () =>
      sizeDocument(itemAt(file, at), { domains: by }),
    );
    return {
      domains,
      tree: tiles(tree),
      duplicateCount: duplicates.length,
      wasted: duplicates.reduce((sum, { wasted }) => sum + wasted, 0),
      duplicates: duplicates.slice(0, FEW).map(({ label, size, wasted, addresses }) => ({
        label: cut(label),
        size,
        wasted,
        count: addresses.length,
        addresses: addresses.slice(0, 8).map(cut),
      })),
    };
  },

  /** All findings in a file. */
  findings: ({ file, at = '', from = 0 }: Paged) => {
    const all = memo(file, 'findings', () => findingsOf(itemAt(file, ''), infoOf(file)));
    const within = all.filter((finding) => isWithin(finding.at, at));
    return page(
      equalFindings(within),
      from,
      (finding) => ({ ...finding, help: helpFor(finding.code) }),
      ({ message, path }) => message.length + path.length,
    );
  },

  /** Property sets, in rows: of a property file, or of the images of a container. */
  properties: ({ file, at = '', from = 0 }: Paged) => {
    const all = memo(file, 'properties', () => propertiesOf(itemAt(file, '')));
    return page(
      all.filter((row) => isWithin(row.at, at)),
      from,
      (row) => row,
      ({ key, meaning }) => key.length + meaning.length,
    );
  },

  /** The routines of a vISA object or text; undefined for anything else. */
  routines: ({ file, at }: { file: number; at: string }) => {
    const item = itemAt(file, at);
    const { content } = item;
    if (content.kind !== 'visa-object' && content.kind !== 'visa-text') return undefined;
    const { version, format, routines } = visaInfoDocument(item);
    const rows = routines.map(({ kind, name, simd_size, slm_size, variables, inputs, instructions, gen_binaries }) => ({
      kind,
      name: cut(name),
      simd_size,
      slm_size,
      variables: variables.reduce((sum, { count }) => sum + count, 0),
      inputs: inputs.length,
      instructions: instructions.count,
      bytes: instructions.bytes,
      mix: instructions.mix.slice(0, 8),
      gen_binaries: gen_binaries.slice(0, FEW),
    }));
    return {
      version,
      format,
      ...page(
        rows,
        0,
        (row) => row,
        ({ name }) => name.length,
      ),
    };
  },

  /** What a name means; none when nothing is known of it. */
  explain: ({ name }: { name: string }) =>
    explain(name)
      .slice(0, 4)
      .map((entry) => ({
        path: entry.path,
        kind: entry.kind,
        doc: entry.doc,
        facts: entryFacts(entry).map(([fact, text]) => `${fact} ${text}`),
      })),

  /** The devices and driver releases that {@link check} accepts, newest first. */
  choices: (_: Record<string, never>) => ({
    devices: PRODUCT_CONFIGS.map(({ ip, name }) => ({ ip, name })).reverse(),
    drivers: [...[...RELEASES].reverse(), NEXT_RELEASE],
  }),
};

function rangeRow({ verdict, message, ...range }: ReleaseRange) {
  return { range: releaseRangeText(range), verdict, ...(message === undefined ? {} : { message: cut(message) }) };
}
