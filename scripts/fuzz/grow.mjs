// @ts-check
/**
 * Inputs that grow: a real one of which a piece is there many times, and one that has many of what the format has many of. Damage alone
 * makes no large input, and what is small hides work that grows with the square.
 */

/**
 * @typedef {import('./flip.mjs').Random} Random
 * @typedef {{ readonly name: string, readonly make: (scale: number) => Uint8Array }} Growing
 */

/** Times that a piece is there at scale 1. */
const FIRST = 64;

/**
 * @param {import('./library.mjs').Library} library
 * @param {import('./seeds.mjs').Seeds} seeds
 * @returns {(random: Random) => Growing}
 */
export function growing(library, seeds) {
  const { buildSyclbin, layoutOffload, partsOfZebin, readZebin, writeAr, writeBundle, writeOffload, writeZebin } = library;
  const texts = [
    ...seeds.matching(/\.prop$/, 2_000),
    ...seeds.matching(/\.(visaasm|ii|ll)$/, 6_000),
    ...seeds.propertyDocuments(),
    ...seeds.baselines(),
  ];
  const zebins = seeds.zebins(4_000);
  const small = [...seeds.zebins(1_000), ...seeds.matching(/\.prop$/, 400)];
  /** @template T @param {readonly T[]} list @param {Random} random */
  const pick = (list, random) => /** @type {T} */ (list[random() % list.length]);

  /** @type {readonly ((random: Random) => Growing)[]} */
  const rows = [
    (random) => {
      const { name, bytes } = pick(texts, random);
      return { name: `${name}, a piece of it grown`, make: grownText(bytes, random) };
    },
    (random) => {
      const { name, bytes } = pick(zebins, random);
      const parts = partsOfZebin(readZebin(bytes).value);
      const at = parts.sections.findIndex((section) => section.name === '.ze_info');
      const info = parts.sections[at];
      const content = info?.content;
      if (!info || content?.kind !== 'bytes') return rows[0]?.(random) ?? { name, make: () => bytes };
      const text = grownText(content.bytes, random);
      return {
        name: `${name}, its .ze_info grown`,
        make: (scale) =>
          writeZebin({ ...parts, sections: parts.sections.with(at, { ...info, content: { kind: 'bytes', bytes: text(scale) } }) }).value,
      };
    },
    (random) => {
      const { name, bytes } = pick(zebins, random);
      const parts = partsOfZebin(readZebin(bytes).value);
      const section = pick(parts.sections, random);
      const own = random() % 2 === 0;
      const copies = (/** @type {number} */ scale) =>
        Array.from({ length: FIRST * scale }, (_, i) => (own ? { ...section, name: `${section.name}${i}` } : section));
      return {
        name: `${name} with many ${section.name}`,
        make: (scale) => writeZebin({ ...parts, sections: [...parts.sections, ...copies(scale)] }).value,
      };
    },
    (random) => {
      const [{ name, bytes }, own] = [pick(small, random), random() % 2 === 0];
      const members = (/** @type {number} */ scale) =>
        Array.from({ length: 8 * scale }, (_, i) => ({ name: own ? `m${i}` : 'm', data: bytes }));
      return { name: `an archive of many ${name}`, make: (scale) => writeAr(members(scale)) };
    },
    (random) => {
      const [{ name, bytes }, own] = [pick(small, random), random() % 2 === 0];
      const entries = (/** @type {number} */ scale) =>
        Array.from({ length: 8 * scale }, (_, i) => ({ id: `sycl-spir64_gen-unknown-unknown--${own ? i : ''}`, data: bytes }));
      return { name: `a bundle of many ${name}`, make: (scale) => writeBundle(entries(scale)) };
    },
    (random) => {
      const { name, bytes } = pick(small, random);
      const [version, strings] = [1 + (random() % 3), random() % 2 === 0];
      const image = (/** @type {number} */ count) => ({
        image_kind: 1 + (random() % 2),
        offload_kind: 8,
        flags: 0,
        strings: Array.from({ length: count }, (_, i) => ({ key: `key${i}`, value: 'bmg' })),
        image: bytes,
      });
      return {
        name: `an OffloadBinary of many ${strings ? 'strings' : name}`,
        make: (scale) => {
          const images = strings ? [image(FIRST * scale)] : Array.from({ length: 8 * scale }, () => image(2));
          return writeOffload({ blobs: layoutOffload(images, version) });
        },
      };
    },
    (random) => {
      const { name, bytes } = pick(small, random);
      const metadata = new Uint8Array(Buffer.from('[SYCLBIN/global metadata]\nstate=1|2\n'));
      const version = /** @type {const} */ ([1, 2])[random() % 2] ?? 1;
      return {
        name: `a SYCLBIN file of many ${name}`,
        make: (scale) => {
          const native = Array.from({ length: 8 * scale }, () => ({ metadata, bytes }));
          return buildSyclbin({ metadata, modules: [{ metadata, ir: [], native }] }, version);
        },
      };
    },
  ];
  return (random) => {
    const row = pick(rows, random);
    const made = row(random);
    try {
      made.make(1);
      return made;
    } catch (error) {
      // What cannot be written that way.
      if (error instanceof library.FormatError || error instanceof RangeError || error instanceof TypeError)
        return /** @type {any} */ (rows[0])(random);
      throw error;
    }
  };
}

/** Lines, a word or the end of a text, many times: as they are, or each with a number. @param {Uint8Array} bytes @param {Random} random */
function grownText(bytes, random) {
  const text = Buffer.from(bytes).toString('latin1');
  const lines = text.split(/(?<=\n)/);
  const from = random() % lines.length;
  const to = from + 1 + (random() % Math.min(8, lines.length - from));
  const [way, at] = [random() % 5, random() % (text.length + 1)];
  const piece = lines.slice(from, to).join('');
  return (/** @type {number} */ scale) => {
    const count = FIRST * scale;
    const made = () => {
      switch (way) {
        case 0:
          return lines.slice(0, to).join('') + piece.repeat(count) + lines.slice(to).join('');
        case 1:
          // A number at the first word's end, so that no two are the same.
          return (
            lines.slice(0, to).join('') +
            Array.from({ length: count }, (_, i) => piece.replace(/\w(?=\W|$)/, `$&${i}`)).join('') +
            lines.slice(to).join('')
          );
        case 2:
          return text.slice(0, at) + (text[at] ?? 'a').repeat(count * 16) + text.slice(at);
        case 3:
          return lines.map((line, i) => (i === from ? line.replace(/\w+/, (word) => word.repeat(count)) : line)).join('');
        default:
          return text + text.repeat(scale * 4);
      }
    };
    return Uint8Array.from(Buffer.from(made(), 'latin1'));
  };
}
