// @ts-check
/**
 * Counts work: how often functions and loops of instrumented modules run, and how many elements the built-in functions of the language
 * process: a search in an array, a join, a split. Nothing depends on time, so a count is the same in every run.
 */

/** @typedef {import('./instrument.mjs').Site} Site */
/** Counts of one run, by the place. @typedef {Map<string, number>} Counts */

/** @type {Map<string, Float64Array>} */
const modules = new Map();
/** @type {Map<string, (site: number) => string>} */
const names = new Map();
/** What the functions of the language processed, in elements, characters or bytes. @type {Map<string, { n: number }>} */
const native = new Map();
/** So many elements, characters or bytes count as one step: copying and searching is that much faster than a loop. */
const PER_STEP = 16;

/** @param {string} name */
function nativeCounter(name) {
  const count = native.get(name) ?? { n: 0 };
  native.set(name, count);
  return count;
}

const [spread, text, match] = [nativeCounter('spread'), nativeCounter('template'), nativeCounter('regular expression')];

/** @param {RegExp} pattern @param {string} subject @param {RegExpExecArray | null} result @param {number} from */
function chargeMatch(pattern, subject, result, from) {
  const to = result ? result.index + result[0].length : pattern.sticky ? from : String(subject).length;
  match.n += Math.max(to - from, 0) + 1;
}

const start = (/** @type {RegExp} */ pattern) => (pattern.global || pattern.sticky ? pattern.lastIndex : 0);

/** The most that was spread into a call, by the place: past some hundred thousand arguments there is no call. @type {Counts} */
let spreads = new Map();

/** What instrumented modules call. */
const hooks = {
  sites(/** @type {string} */ module, /** @type {number} */ count) {
    const counters = new Float64Array(count);
    modules.set(module, counters);
    return counters;
  },
  spread(/** @type {any} */ value, /** @type {string} */ call = '') {
    if (value === null || value === undefined) return value;
    if (call !== '' && Array.isArray(value)) spreads.set(call, Math.max(spreads.get(call) ?? 0, value.length));
    if (typeof value === 'string' || Array.isArray(value) || ArrayBuffer.isView(value)) spread.n += /** @type {any} */ (value).length;
    else if (value instanceof Map || value instanceof Set) spread.n += value.size;
    else if (typeof value === 'object' && typeof value[Symbol.iterator] === 'function') {
      const all = [...value];
      spread.n += all.length;
      return all;
    } else for (const _ in value) spread.n++;
    return value;
  },
  text(/** @type {string} */ value) {
    text.n += value.length;
    return value;
  },
  exec(/** @type {any} */ pattern, /** @type {any} */ subject) {
    if (!(pattern instanceof RegExp)) return pattern?.exec(subject);
    const from = start(pattern);
    const match = pattern.exec(subject);
    chargeMatch(pattern, subject, match, from);
    return match;
  },
  test(/** @type {any} */ pattern, /** @type {any} */ subject) {
    return pattern instanceof RegExp ? hooks.exec(pattern, subject) !== null : pattern?.test(subject);
  },
};
Object.assign(globalThis, { $work: hooks });

/** @typedef {(self: any, args: any[], result: any) => number} Cost of a call, in elements */

const whole = (/** @type {any} */ self) => self.length ?? self.size ?? 0;
const outputLength = (/** @type {any} */ _, /** @type {any[]} */ _args, /** @type {any} */ result) => result?.length ?? 0;
const both = (/** @type {any} */ self, /** @type {any[]} */ args, /** @type {any} */ result) =>
  whole(self) + outputLength(self, args, result);
const countMatch = (/** @type {any} */ self, /** @type {any[]} */ args, /** @type {any} */ result) => {
  const at = typeof result === 'number' ? result : result ? self.indexOf?.(args[0]) : -1;
  return at >= 0 ? Math.max(at - (Number(args[1]) || 0), 0) + 1 : Math.max(self.length - (Number(args[1]) || 0), 0);
};
const fromEnd = (/** @type {any} */ self, /** @type {any[]} */ args, /** @type {any} */ result) =>
  (Number.isInteger(args[1]) ? args[1] : self.length) - Math.max(result, 0);
const sorted = (/** @type {any} */ self) => self.length * Math.ceil(Math.log2(self.length + 1));
/** Of `fill` and `copyWithin`, which have the piece after their arguments. */
const piece = (/** @type {number} */ at) => (/** @type {any} */ self, /** @type {any[]} */ args) =>
  Math.max(Math.min(args[at + 1] ?? self.length, self.length) - (args[at] ?? 0), 0);
const argumentLength = (/** @type {any} */ _, /** @type {any[]} */ args) => args[0]?.length ?? 0;

/** @type {readonly [holder: any, name: string, costs: Readonly<Record<string, Cost>>][]} */
const NATIVE = [
  [
    Array.prototype,
    'Array',
    {
      ...{
        includes: countMatch,
        indexOf: countMatch,
        lastIndexOf: fromEnd,
        slice: outputLength,
        concat: outputLength,
        join: both,
        splice: whole,
        shift: whole,
      },
      ...{
        unshift: whole,
        sort: sorted,
        toSorted: sorted,
        reverse: whole,
        toReversed: whole,
        fill: piece(1),
        flat: outputLength,
        flatMap: outputLength,
      },
      ...{ map: whole, filter: whole, with: whole, toSpliced: outputLength, copyWithin: piece(1) },
    },
  ],
  [Array, 'Array', { from: outputLength }],
  [
    Object.getPrototypeOf(Uint8Array.prototype),
    'TypedArray',
    {
      ...{
        includes: countMatch,
        indexOf: countMatch,
        lastIndexOf: fromEnd,
        slice: outputLength,
        set: argumentLength,
        fill: piece(1),
        sort: sorted,
        join: outputLength,
      },
      ...{ copyWithin: piece(1), map: whole, filter: whole },
    },
  ],
  [
    Buffer.prototype,
    'Buffer',
    {
      includes: countMatch,
      indexOf: countMatch,
      lastIndexOf: fromEnd,
      toString: outputLength,
      fill: piece(1),
      equals: whole,
      latin1Slice: outputLength,
      utf8Slice: outputLength,
    },
  ],
  [Buffer, 'Buffer', { from: outputLength, concat: outputLength, compare: argumentLength, alloc: outputLength }],
  [
    String.prototype,
    'String',
    {
      ...{
        includes: countMatch,
        indexOf: countMatch,
        lastIndexOf: fromEnd,
        split: both,
        replace: both,
        replaceAll: both,
        repeat: outputLength,
      },
      ...{
        padEnd: outputLength,
        padStart: outputLength,
        match: whole,
        matchAll: whole,
        search: whole,
        toLowerCase: whole,
        toUpperCase: whole,
      },
      ...{
        normalize: whole,
        startsWith: argumentLength,
        endsWith: argumentLength,
        trimEnd: (self, _, result) => self.length - result.length + 1,
      },
    },
  ],
  [String, 'String', { fromCharCode: outputLength }],
  [JSON, 'JSON', { stringify: outputLength, parse: argumentLength }],
  [TextDecoder.prototype, 'TextDecoder', { decode: outputLength }],
  [TextEncoder.prototype, 'TextEncoder', { encode: outputLength }],
  [
    Object,
    'Object',
    {
      keys: outputLength,
      values: outputLength,
      entries: outputLength,
      fromEntries: argumentLength,
      assign: (_, args) => args.slice(1).reduce((n, o) => n + keyCount(o), 0),
    },
  ],
];

function keyCount(/** @type {any} */ value) {
  let n = 0;
  for (const _ in value) n++;
  return n;
}

/** Whether the functions of the language are those that count, and whether they count now. */
let [watching, counting] = [false, false];

/**
 * Puts the functions that count in place of those of the language, for good: each such change throws away what the engine has compiled, so
 * putting them back after every run costs a tenth of the time of attacks.test.ts.
 */
function watch() {
  if (watching) return;
  watching = true;
  for (const [holder, type, costs] of NATIVE) {
    for (const [name, cost] of Object.entries(costs)) {
      const original = holder[name];
      if (typeof original !== 'function') continue;
      const counter = nativeCounter(`${type}.${name}`);
      Object.defineProperty(holder, name, {
        configurable: true,
        writable: true,
        value: function (/** @type {any[]} */ ...args) {
          const result = original.apply(this, args);
          if (counting) {
            // What a cost asks for itself does not count.
            counting = false;
            counter.n += cost(this, args, result);
            counting = true;
          }
          return result;
        },
      });
    }
  }
}

/** Names places of a module in what is said of them. @param {string} module @param {(site: number) => string} name */
export function nameSites(module, name) {
  names.set(module, name);
}

/**
 * Counts the work of `run`.
 * @param {() => unknown} run may be asynchronous
 * @returns {Promise<{ steps: number, counts: Counts, spreads: Counts }>} all of it in steps, how often each place was passed, and the most
 *   that was spread into a call
 */
export async function countWork(run) {
  for (const counters of modules.values()) counters.fill(0);
  for (const counter of native.values()) counter.n = 0;
  spreads = new Map();
  watch();
  counting = true;
  try {
    await run();
  } finally {
    counting = false;
  }
  /** @type {Counts} */
  const counts = new Map();
  let steps = 0;
  for (const [module, counters] of modules) {
    for (let site = 0; site < counters.length; site++) {
      const n = counters[site] ?? 0;
      if (n === 0) continue;
      steps += n;
      counts.set(`${module}:${site}`, n);
    }
  }
  for (const [name, { n }] of native) {
    if (n === 0) continue;
    steps += n / PER_STEP;
    counts.set(name, n / PER_STEP);
  }
  return { steps: Math.round(steps), counts, spreads };
}

/** What a place is called: a function and its file, or a function of the language. @param {string} place */
export function placeName(place) {
  const at = place.lastIndexOf(':');
  return names.get(place.slice(0, at))?.(Number(place.slice(at + 1))) ?? place;
}
