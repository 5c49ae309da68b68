// @ts-check
/**
 * Seeded changes to zebins, of the kinds that programs and people make: each case is a file, a kind of change and a number, and is
 * the same on every machine.
 */

/** @param {number} seed @returns {() => number} numbers from 0 up to 1 */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** @typedef {{ next: () => number, below: (n: number) => number, pick: <T>(from: readonly T[]) => T }} Dice */

/** @param {number} seed @returns {Dice} */
function dice(seed) {
  const next = random(seed);
  const below = (/** @type {number} */ n) => Math.floor(next() * n);
  return { next, below, pick: (from) => /** @type {any} */ (from[below(from.length)]) };
}

/** The places of an ELF file that changes need. */
class Image {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = Uint8Array.from(bytes);
    this.view = new DataView(this.bytes.buffer);
    this.is64 = bytes[4] === 2;
    this.tableAt = this.word(this.is64 ? 40 : 32);
    this.entry = this.view.getUint16(this.is64 ? 58 : 46, true);
    this.count = this.view.getUint16(this.is64 ? 60 : 48, true);
    this.namesIndex = this.view.getUint16(this.is64 ? 62 : 50, true);
  }

  /** @param {number} at */
  word(at) {
    return this.is64 ? Number(this.view.getBigUint64(at, true)) : this.view.getUint32(at, true);
  }

  /** @param {number} at @param {number | bigint} value */
  setWord(at, value) {
    if (this.is64) this.view.setBigUint64(at, BigInt.asUintN(64, BigInt(value)), true);
    else this.view.setUint32(at, Number(BigInt.asUintN(32, BigInt(value))), true);
  }

  /** @param {number} index */
  header(index) {
    const at = this.tableAt + index * this.entry;
    const offsetAt = at + (this.is64 ? 24 : 16);
    return {
      at,
      nameAt: at,
      typeAt: at + 4,
      offsetAt,
      sizeAt: offsetAt + (this.is64 ? 8 : 4),
      linkAt: offsetAt + (this.is64 ? 16 : 8),
      infoAt: offsetAt + (this.is64 ? 20 : 12),
      alignAt: offsetAt + (this.is64 ? 24 : 16),
      entsizeAt: offsetAt + (this.is64 ? 32 : 20),
      type: this.view.getUint32(at + 4, true),
      offset: this.word(offsetAt),
      size: this.word(offsetAt + (this.is64 ? 8 : 4)),
    };
  }

  /** @param {number} type */
  find(type) {
    for (let i = 0; i < this.count; i++) if (this.header(i).type === type) return i;
    return -1;
  }

  /** Puts new content of a section after everything else. @param {number} index @param {Uint8Array} data */
  replace(index, data) {
    const at = (this.bytes.length + 7) & ~7;
    const grown = new Uint8Array(at + data.length + 1);
    grown.set(this.bytes);
    grown.set(data, at);
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
    const { offsetAt, sizeAt } = this.header(index);
    this.setWord(offsetAt, at);
    this.setWord(sizeAt, data.length);
  }
}

const ZE_INFO = 0xff000011;
const latin1 = (/** @type {string} */ text) => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** Words that a value can be exchanged for. */
const VALUES = [
  '0',
  '1',
  '-1',
  '3',
  '8',
  '16',
  '17',
  '32',
  '64',
  '255',
  '256',
  '65536',
  '2147483647',
  '2147483648',
  '-2147483648',
  '-2147483649',
  '4294967296',
  '99999999999999999999',
  '0x10',
  '0x',
  '1.5',
  '+5',
  '+',
  '-',
  '1e3',
  'true',
  'false',
  'yes',
  'off',
  'TRUE',
  'null',
  '~',
  'stateless',
  'stateful',
  'bindless',
  'slm',
  'global',
  'local',
  'image',
  'sampler',
  'readonly',
  'arg_byvalue',
  'arg_bypointer',
  'local_id',
  'packed_local_ids',
  'private_space',
  'scratch',
  'image_2d',
  'texture',
  'round_robin',
  "'stateless'",
  '"global"',
  "'7'",
  '[ 1, 2, 3 ]',
  '[1,2,3]',
  '[1, 2]',
  '[ 1, 2, 3, 4 ]',
  '[]',
  '[ 1, -2, 3 ]',
  '[1, 2, 3,]',
  '{ a: 1 }',
  '',
  ' # nothing',
  '|',
  '&a 1',
  '*a',
  'two words',
  'a-b',
  'a.b',
  '"open',
  "it's",
  '1 2',
  'a: b',
];

/** Keys that a line can be given, of this and other versions. */
const KEYS = [
  'kernels',
  'functions',
  'version',
  'kernels_misc_info',
  'kernels_cost_info',
  'global_host_access_table',
  'required_libs',
  'l1_cache_policy',
  'name',
  'execution_env',
  'user_attributes',
  'debug_env',
  'payload_arguments',
  'per_thread_payload_arguments',
  'binding_table_indices',
  'per_thread_memory_buffers',
  'inline_samplers',
  'experimental_properties',
  'grf_count',
  'simd_size',
  'barrier_count',
  'slm_size',
  'spill_size',
  'private_size',
  'eu_thread_count',
  'has_dpas',
  'require_iab',
  'implicit_arg_buffer_used_by_code',
  'has_device_enqueue',
  'generate_local_id',
  'quantum_size',
  'slm_alloc_mode',
  'has_bindless_image_read',
  'actual_kernel_start_offset',
  'hw_preemption_mode',
  'thread_scheduling_mode',
  'arg_type',
  'arg_index',
  'offset',
  'size',
  'addrmode',
  'addrspace',
  'access_type',
  'sampler_index',
  'source_offset',
  'slm_alignment',
  'image_type',
  'is_pipe',
  'is_ptr',
  'bti_value',
  'type',
  'usage',
  'slot',
  'is_simt_thread',
  'filtermode',
  'normalized',
  'vec_type_hint',
  'my_hint',
  'invalid_kernel',
  'intel_reqd_sub_group_size',
  'intel_reqd_thread_group_dispatch_size',
  'sip_surface_bti',
  'unheard_of',
];

/** @type {Readonly<Record<string, (image: Image, roll: Dice) => void>>} */
export const MUTATIONS = {
  'key dropped': inText((lines, roll) => void lines.splice(roll.below(lines.length), 1)),
  'several keys dropped': inText((lines, roll) => void lines.splice(roll.below(lines.length), 1 + roll.below(6))),
  'key renamed': inText((lines, roll) =>
    onLine(lines, roll, (line) => line.replace(/^(\s*(?:- )?)[a-z_0-9]+/, (_, head) => head + roll.pick(KEYS))),
  ),
  'key misspelt': inText((lines, roll) => onLine(lines, roll, (line) => line.replace(/[a-z_0-9]+/, (word) => flipLetter(word, roll)))),
  'line doubled': inText((lines, roll) => {
    const at = roll.below(lines.length);
    lines.splice(at, 0, lines[at] ?? '');
  }),
  'lines exchanged': inText((lines, roll) => {
    const [a, b] = [roll.below(lines.length), roll.below(lines.length)];
    [lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? ''];
  }),
  'value exchanged': inText((lines, roll) =>
    onLine(lines, roll, (line) => line.replace(/:(\s*)\S.*$/, (_, gap) => `:${gap || ' '}${roll.pick(VALUES)}`)),
  ),
  'number changed': inText((lines, roll) =>
    onLine(lines, roll, (line) =>
      line.replace(/:(\s+)-?[0-9]+\s*$/, (_, gap) => `:${gap}${roll.below(3) === 0 ? -roll.below(40) : roll.below(1 << roll.below(31))}`),
    ),
  ),
  'key added': inText((lines, roll) => {
    const at = roll.below(lines.length);
    const indent = /^\s*/.exec(lines[at] ?? '')?.[0] ?? '';
    lines.splice(
      at,
      0,
      `${indent}${roll.below(6) === 0 ? '- ' : ''}${roll.pick(KEYS)}:${roll.below(8) === 0 ? '' : ` ${roll.pick(VALUES)}`}`,
    );
  }),
  'indentation changed': inText((lines, roll) =>
    onLine(lines, roll, (line) => (roll.below(2) ? ' '.repeat(1 + roll.below(4)) + line : line.replace(/^ {1,2}/, ''))),
  ),
  dialect: inText((lines, roll) =>
    onLine(lines, roll, (line) =>
      roll.pick([
        () => `${line} # remark`,
        () => `${line}   `,
        () => `${line}\r`,
        () => `\t${line}`,
        () => line.replace(/: +/, ':\t'),
        () => line.replace(/^(\s*(?:- )?)([a-z_0-9]+)/, '$1"$2"'),
        () => line.replace(/:\s+(\S+)$/, ": '$1'"),
        () => line.replace(/:\s+(\S+)$/, ': "$1"'),
        () => line.replace(/: +/, ':'),
        () => line.replace(/ *:/, ' :'),
        () => `# ${line}`,
        () => '---',
        () => '...',
        () => '',
        () => line.replace(/- /, '-'),
        () => line.replace(/(\s*)- (\S+): +(\S+)$/, '$1-\n$1  $2: $3'),
        () => line.replace(/\[ *([^\]]*?) *\]/, '[$1]'),
        () =>
          line.replace(
            /\[.*\]/,
            (list) =>
              `\n${list
                .replace(/[[\],]/g, ' ')
                .trim()
                .split(/ +/)
                .map((item) => `        - ${item}`)
                .join('\n')}`,
          ),
        () => line.replace(/:/, ''),
        () => line.replace(/\S/, '@$&'),
        () => line.trim(),
      ])(),
    ),
  ),
  'letter changed': inText((lines, roll) => onLine(lines, roll, (line) => flipLetter(line, roll))),
  'text cut': (image, roll) => {
    const index = image.find(ZE_INFO);
    if (index < 0) return;
    const { sizeAt, size } = image.header(index);
    image.setWord(sizeAt, roll.below(size + 1));
  },
  'file header': (image, roll) => {
    const at = 4 + roll.below((image.is64 ? 64 : 52) - 4);
    image.bytes[at] = roll.below(2) ? roll.below(256) : (image.bytes[at] ?? 0) ^ (1 << roll.below(8));
  },
  'section header': (image, roll) => {
    const header = image.header(roll.below(image.count));
    const at = header.at + roll.below(image.entry);
    if (at < image.bytes.length) image.bytes[at] = roll.below(2) ? roll.below(256) : (image.bytes[at] ?? 0) ^ (1 << roll.below(8));
  },
  'section type': (image, roll) => {
    const types = [
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 14, 0x70000001, 0xff000000, 0xff000005, 0xff000009, 0xff000010, 0xff000011, 0xff000012, 0xff000013,
      0xff000014, 0xff000015, 0xff000016,
    ];
    image.view.setUint32(image.header(roll.below(image.count)).typeAt, roll.pick(types), true);
  },
  'section name': (image, roll) => {
    const names = image.header(image.namesIndex);
    const from = image.header(roll.below(image.count)).nameAt;
    const value =
      roll.below(3) === 0 ? roll.below(names.size * 2) : image.view.getUint32(image.header(roll.below(image.count)).nameAt, true);
    image.view.setUint32(from, value, true);
  },
  'letter of a section name': (image, roll) => {
    const names = image.header(image.namesIndex);
    const at = names.offset + roll.below(names.size);
    image.bytes[at] = roll.pick([0, 0x2e, 0x5f, 0x61 + roll.below(26)]);
  },
  'section size': (image, roll) => {
    const { sizeAt, size } = image.header(roll.below(image.count));
    image.setWord(
      sizeAt,
      roll.pick([0, 1, size + 1, size + 16, Math.max(size - 1, 0), size >> 1, image.bytes.length, 2 ** 31, 2 ** 32 - 1]),
    );
  },
  'section offset': (image, roll) => {
    const { offsetAt, offset } = image.header(roll.below(image.count));
    image.setWord(
      offsetAt,
      roll.pick([0, 1, offset + 1, offset + 64, image.bytes.length - 1, image.bytes.length, image.bytes.length + 1, 2 ** 32 - 1]),
    );
  },
  'section link or info': (image, roll) => {
    const header = image.header(roll.below(image.count));
    image.view.setUint32(
      roll.below(2) ? header.linkAt : header.infoAt,
      roll.pick([0, 1, image.count - 1, image.count, 1000, 0xffffffff]),
      true,
    );
  },
  'size of entries': (image, roll) => {
    image.setWord(image.header(roll.below(image.count)).entsizeAt, roll.pick([0, 1, 8, 12, 16, 24, 25, 64]));
  },
  'note byte': inSection(7),
  'symbol byte': inSection(2),
  'relocation byte': inSection(9, 4),
  'file cut': (image, roll) => {
    image.bytes = image.bytes.slice(0, roll.below(image.bytes.length));
  },
  'any byte': (image, roll) => {
    for (let n = 1 + roll.below(3); n > 0; n--) image.bytes[roll.below(image.bytes.length)] = roll.below(256);
  },
};

/** @param {string} word @param {Dice} roll */
function flipLetter(word, roll) {
  const at = roll.below(word.length);
  return (
    word.slice(0, at) +
    roll.pick(['', '_', 'x', 'Z', '0', ' ', '-', '.', ':', ',', '[', '#', '"', "'", '\t', '{', '@', '\0']) +
    word.slice(at + roll.below(2))
  );
}

/** @param {string[]} lines @param {Dice} roll @param {(line: string) => string} change */
function onLine(lines, roll, change) {
  const at = roll.below(lines.length);
  lines[at] = change(lines[at] ?? '');
}

/** @param {(lines: string[], roll: Dice) => void} change @returns {(image: Image, roll: Dice) => void} */
function inText(change) {
  return (image, roll) => {
    const index = image.find(ZE_INFO);
    if (index < 0) return;
    const { offset, size } = image.header(index);
    const text = Array.from(image.bytes.subarray(offset, offset + size), (byte) => String.fromCharCode(byte)).join('');
    // What comes after the cut is not read: changes there would say nothing most of the time.
    const cut = text.indexOf('kernels_misc_info');
    const [read, rest] = cut > 0 && roll.below(20) > 0 ? [text.slice(0, cut), text.slice(cut)] : [text, ''];
    const ended = read.endsWith('\n');
    const lines = (ended ? read.slice(0, -1) : read).split('\n');
    change(lines, roll);
    image.replace(index, latin1(lines.join('\n') + (ended ? '\n' : '') + rest));
  };
}

/** @param {...number} types @returns {(image: Image, roll: Dice) => void} */
function inSection(...types) {
  return (image, roll) => {
    const found = [];
    for (let i = 0; i < image.count; i++) if (types.includes(image.header(i).type) && image.header(i).size > 0) found.push(i);
    if (found.length === 0) return;
    const { offset, size } = image.header(roll.pick(found));
    image.bytes[offset + roll.below(size)] = roll.below(256);
  };
}

export const KINDS = Object.keys(MUTATIONS);

/**
 * One changed file.
 * @param {Uint8Array} original @param {string} kind @param {number} seed
 * @returns {Uint8Array}
 */
export function mutateZebin(original, kind, seed) {
  const image = new Image(original);
  MUTATIONS[kind]?.(image, dice(seed));
  return image.bytes;
}
