// @ts-check
/**
 * Inputs that grow: a real file with a piece repeated many times, or with very many entries of a table. Damage alone makes no large input,
 * and small inputs hide quadratic work.
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
 * @returns {(random: Random, turn: number) => Growing} what grows is another thing in each turn, so that every kind comes within a few
 */
export function growing(library, seeds) {
  const { buildSyclbin, layoutOffload, layoutVisa, partsOfZebin, readVisa, readZebin } = library;
  const { writeAr, writeBundle, writeOffload, writeVisa, writeZebin } = library;
  const texts = [
    ...seeds.matching(/\.prop$/, 2_000),
    ...seeds.matching(/\.(visaasm|ii|ll)$/, 6_000),
    ...seeds.propertyDocuments(),
    ...seeds.baselines(),
  ];
  const zebins = seeds.zebins(4_000);
  const properties = seeds.matching(/\.prop$/, 2_000);
  // Those with tables that refer to each other.
  const linked = seeds.zebins(8_000).filter(({ bytes }) => {
    const lists = partsOfZebin(readZebin(bytes).value).sections.map(({ content }) => listOf(content)?.key);
    return lists.includes('symbols') && lists.includes('relocations');
  });
  const objects = seeds.matching(/\.isa$/, 4_000);
  const nothing = { name: 'letters', bytes: new Uint8Array([0x61, 0x62]) };
  // What is there many times is small, or the time goes into reading it again and again.
  const small = [nothing, ...seeds.zebins(600), ...seeds.matching(/\.prop$/, 400)];
  /** @template T @param {readonly T[]} list @param {Random} random */
  const pick = (list, random) => /** @type {T} */ (list[random() % list.length]);

  const grownLines = (/** @type {Random} */ random) => {
    const { name, bytes } = pick(texts, random);
    return { name: `${name}, a piece of it grown`, make: grownText(bytes, random) };
  };
  /** @type {readonly ((random: Random) => Growing)[]} */
  const rows = [
    grownLines,
    (random) => {
      const { name, bytes } = pick(zebins, random);
      const parts = partsOfZebin(readZebin(bytes).value);
      const at = parts.sections.findIndex((section) => section.name === '.ze_info');
      const info = parts.sections[at];
      const content = info?.content;
      if (!info || content?.kind !== 'bytes') return grownLines(random);
      const text = grownText(content.bytes, random);
      return {
        name: `${name}, its .ze_info grown`,
        make: (scale) =>
          writeZebin({ ...parts, sections: parts.sections.with(at, { ...info, content: { kind: 'bytes', bytes: text(scale) } }) }),
      };
    },
    (random) => {
      const { name, bytes } = pick(zebins, random);
      const parts = partsOfZebin(readZebin(bytes).value);
      const section = pick(parts.sections, random);
      const isOwn = random() % 2 === 0;
      const copies = (/** @type {number} */ scale) =>
        Array.from({ length: FIRST * scale }, (_, i) => (isOwn ? { ...section, name: `${section.name}${i}` } : section));
      return {
        name: `${name} with many ${section.name}`,
        make: (scale) => writeZebin({ ...parts, sections: [...parts.sections, ...copies(scale)] }),
      };
    },
    (random) => {
      // Entries of a table: symbols, relocations, notes.
      const { name, bytes } = pick(linked.length > 0 ? linked : zebins, random);
      const parts = partsOfZebin(readZebin(bytes).value);
      const tables = parts.sections.flatMap((section, at) => (listOf(section.content) ? [at] : []));
      if (tables.length === 0) return grownLines(random);
      // One of them, or all: what is done with each of one table for each of another grows only when both do.
      const grown = random() % 2 === 0 ? tables : [pick(tables, random)];
      const isOwn = random() % 2 === 0;
      const which = random();
      return {
        name: `${name} with many entries in ${grown.map((at) => parts.sections[at]?.name).join(', ')}`,
        make: (scale) => {
          const sections = parts.sections.map((section, at) => {
            const list = grown.includes(at) ? listOf(section.content) : undefined;
            if (!list) return section;
            const entry = list.entries[which % list.entries.length];
            const copies = Array.from({ length: 2 * FIRST * scale }, (_, i) => copied(entry, i, isOwn));
            return /** @type {typeof section} */ ({
              ...section,
              content: { ...section.content, [list.key]: [...list.entries, ...copies] },
            });
          });
          return writeZebin({ ...parts, sections });
        },
      };
    },
    (random) => {
      // Properties of a set, each under a key of its own or all under one.
      const { name, bytes } = pick(properties, random);
      const lines = Buffer.from(bytes)
        .toString('latin1')
        .split(/(?<=\n)/);
      const at = lines.findIndex((line) => /^[^[=]+=[12]\|/.test(line));
      if (at < 0) return grownLines(random);
      const isOwn = random() % 4 > 0;
      return {
        name: `${name} with many properties`,
        make: (scale) => {
          const more = Array.from({ length: 2 * FIRST * scale }, (_, i) => (isOwn ? `k${i}${lines[at]}` : lines[at]));
          return new Uint8Array(Buffer.from([...lines.slice(0, at + 1), ...more, ...lines.slice(at + 1)].join(''), 'latin1'));
        },
      };
    },
    (random) => {
      // Kernels with their code.
      const { name, bytes } = pick(zebins, random);
      const parts = partsOfZebin(readZebin(bytes).value);
      const at = parts.sections.findIndex((section) => section.name === '.ze_info');
      const info = parts.sections[at];
      const code = parts.sections.find((section) => section.name.startsWith('.text.'));
      if (info?.content.kind !== 'bytes' || !code) return grownLines(random);
      const lines = Buffer.from(info.content.bytes)
        .toString('latin1')
        .split(/(?<=\n)/);
      const start = lines.findIndex((line) => /^ *- name:/.test(line));
      if (start < 0) return grownLines(random);
      const indent = /^ */.exec(lines[start] ?? '')?.[0].length ?? 0;
      const after = lines.findIndex((line, i) => i > start && (/^ */.exec(line)?.[0].length ?? 0) <= indent);
      const end = after < 0 ? lines.length : after;
      const kernel = lines.slice(start, end).join('');
      return {
        name: `${name} with many kernels`,
        make: (scale) => {
          const count = FIRST * scale;
          const more = Array.from({ length: count }, (_, i) => kernel.replace(/name: *.*/, `name: k${i}`)).join('');
          const text = lines.slice(0, end).join('') + more + lines.slice(end).join('');
          const content = { kind: /** @type {const} */ ('bytes'), bytes: new Uint8Array(Buffer.from(text, 'latin1')) };
          const codes = Array.from({ length: count }, (_, i) => ({ ...code, id: 10_000 + i, name: `.text.k${i}` }));
          return writeZebin({ ...parts, sections: [...parts.sections.with(at, { ...info, content }), ...codes] });
        },
      };
    },
    (random) => {
      // Entries of a table of a vISA routine, and strings that they are named by.
      const { name, bytes } = pick(objects, random);
      const object = readVisa(bytes).value;
      const [entry] = object.kernels;
      const routine = entry?.routine;
      const table = pick(ROUTINE_TABLES, random);
      /** @type {readonly any[]} */
      const list = routine?.[table] ?? [];
      if (!entry || !routine || routine.cut || list.length === 0) return grownLines(random);
      const [one, isOwn] = [pick(list, random), random() % 2 === 0];
      return {
        name: `${name} with many ${table}`,
        make: (scale) => {
          const count = FIRST * scale;
          const strings = isOwn ? [...routine.strings, ...Array.from({ length: count }, (_, i) => `n${i}`)] : routine.strings;
          const copies = Array.from({ length: count }, (_, i) =>
            isOwn && 'name_index' in one ? { ...one, name_index: routine.strings.length + i } : one,
          );
          const copy = { ...entry, routine: { ...routine, strings, [table]: [...list, ...copies] } };
          return writeVisa(layoutVisa({ ...object, kernels: [copy, ...object.kernels.slice(1)] }));
        },
      };
    },
    (random) => {
      const [{ name, bytes }, isOwn] = [pick(small, random), random() % 2 === 0];
      const members = (/** @type {number} */ scale) =>
        Array.from({ length: FIRST * scale }, (_, i) => ({ name: isOwn ? `m${i}` : 'm', data: bytes }));
      return { name: `an archive of many ${name}`, make: (scale) => writeAr(members(scale)) };
    },
    (random) => {
      const [{ name, bytes }, isOwn] = [pick(small, random), random() % 2 === 0];
      const entries = (/** @type {number} */ scale) =>
        Array.from({ length: FIRST * scale }, (_, i) => ({ id: `sycl-spir64_gen-unknown-unknown--${isOwn ? i : ''}`, data: bytes }));
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
          const images = strings ? [image(FIRST * scale)] : Array.from({ length: FIRST * scale }, () => image(2));
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
          const native = Array.from({ length: FIRST * scale }, () => ({ metadata, bytes }));
          return buildSyclbin({ metadata, modules: [{ metadata, ir: [], native }] }, version);
        },
      };
    },
  ];
  return (random, turn) => {
    const row = /** @type {typeof grownLines} */ (rows[turn % rows.length]);
    const growth = row(random);
    try {
      growth.make(1);
      return growth;
    } catch (error) {
      // What cannot be written that way.
      if (error instanceof library.FormatError || error instanceof RangeError || error instanceof TypeError) return grownLines(random);
      throw error;
    }
  };
}

/** Tables of a vISA routine of which each entry may be there again. */
const ROUTINE_TABLES = /** @type {const} */ ([
  'variables',
  'addresses',
  'predicates',
  'labels',
  'samplers',
  'surfaces',
  'attributes',
  'inputs',
]);

/** The entries of a section that has any, and where they are in its content. @param {import('../../src/internal.ts').ElfParts['sections'][number]['content'] | undefined} content */
function listOf(content) {
  for (const key of /** @type {const} */ (['symbols', 'relocations', 'notes'])) {
    /** @type {readonly any[] | undefined} */
    const entries = /** @type {any} */ (content)?.[key];
    if (entries && entries.length > 0) return { key, entries };
  }
  return undefined;
}

/** Another entry like it, which may have a name of its own. @param {any} entry @param {number} i @param {boolean} isOwn */
function copied(entry, i, isOwn) {
  if (typeof entry.name !== 'string') return entry;
  return { ...entry, id: 10_000 + i, name: isOwn ? `${entry.name}${i}` : entry.name };
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
    const growText = () => {
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
    return Uint8Array.from(Buffer.from(growText(), 'latin1'));
  };
}
