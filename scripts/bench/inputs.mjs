// @ts-check
/**
 * Real input for whole commands: made of the corpora (ZEBIN_CORPUS, ZEBIN_CORPUS_SYCL, ZEBIN_CORPUS_RUN) and compiled with ocloc, and kept
 * in a folder between runs. An input is missing where what it is made of is.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCode } from 'zebin/eu';
import { writeAr } from 'zebin/unstable/ar';
import { readElf } from 'zebin/unstable/elf';
import { ROOT } from '../stamp.mjs';
import { kernelSource } from './kernel.mjs';
import { LAUNCHES, simulation } from './launches.mjs';
import { measure } from './process.mjs';
import { TOOLS } from './tools.mjs';

const { ZEBIN_CORPUS, ZEBIN_CORPUS_SYCL, ZEBIN_CORPUS_RUN } = process.env;
/** Devices with the instruction set of Xe2. */
const XE2 = /[\\/](bmg|bmg-g31|lnl-m)[\\/]/;
const PIECES = { count: 75, size: 53_000 };
const ARCHIVE = { size: 86_000_000, least: 1_500 };

/** @param {(string | undefined)[]} folders */
function filesOf(...folders) {
  const entries = folders.flatMap((folder) =>
    folder ? readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => ({ entry, folder: entry.parentPath })) : [],
  );
  return entries
    .filter(({ entry }) => entry.isFile())
    .map(({ entry, folder }) => join(folder, entry.name))
    .toSorted();
}

/** Zebins as compilers wrote them. */
const zebins = () => filesOf(ZEBIN_CORPUS && join(ZEBIN_CORPUS, 'zebin'), ZEBIN_CORPUS_RUN).filter((path) => path.endsWith('.zebin'));

/** The code of each kernel in zebins of Xe2, up to its end: no decoder stops in it. */
function* sections() {
  for (const path of zebins().filter((one) => XE2.test(one)))
    for (const { name, bytes } of readElf(new Uint8Array(readFileSync(path))).value.sections)
      if (name.startsWith('.text.') && bytes.length > 0) yield codeOf(bytes.data);
}

/** @param {Uint8Array} bytes */
const codeOf = (bytes) => bytes.subarray(0, readCode(bytes, '2').value.end);

/** So many pieces of so many bytes or a little more, of sections one after another; from the first again where there are not enough. */
function pieces() {
  const all = [...sections()];
  let next = 0;
  return Array.from({ length: PIECES.count }, () => {
    const parts = [];
    for (let size = 0; size < PIECES.size && all.length > 0; next++) {
      const part = all[next % all.length] ?? new Uint8Array();
      parts.push(part);
      size += part.length;
    }
    return Buffer.concat(parts);
  });
}

/** An archive of files, over and over under other names until it is large enough. @param {readonly string[]} paths @param {number} size @param {number} [least] members */
function archive(paths, size, least = 0) {
  const members = [];
  const contents = paths.map((path) => new Uint8Array(readFileSync(path)));
  for (let i = 0, all = 0; all < size || i < least; i++) {
    const data = contents[i % contents.length] ?? new Uint8Array();
    const name = basename(paths[i % paths.length] ?? '');
    members.push({ name: `${i}-${name.slice(0, -extname(name).length || undefined)}${extname(name)}`, data });
    all += data.length;
  }
  return writeAr(members);
}

/** A long text of vISA: a kernel whose instructions follow each other again and again, with labels of their own. @param {number} size */
function visaText(size) {
  const [path = ''] = filesOf(ZEBIN_CORPUS && join(ZEBIN_CORPUS, 'visa'))
    .filter((one) => one.endsWith('.visaasm'))
    .toSorted((a, b) => statSync(b).size - statSync(a).size);
  const lines = readFileSync(path, 'latin1').split('\n');
  const labels = lines.map((line) => /^(\w+):/.exec(line)?.[1]).filter((label) => label !== undefined);
  const first = lines.findIndex((line) => /^\w+:/.test(line));
  const label = new RegExp(`(?<!\\w)(${labels.join('|')})(?!\\w)`, 'g');
  const body = lines.slice(first).join('\n');
  const copies = Array.from({ length: Math.ceil(size / body.length) }, (_, i) => (i === 0 ? body : body.replace(label, `$1_${i}`)));
  return `${lines.slice(0, first).join('\n')}\n${copies.join('\n')}`;
}

/** Kernels that are executed. */
const KERNELS = new URL('scripts/bench/kernels.cl', ROOT);

/** @typedef {(name: string) => string | undefined} Get the path of another input */

/** What each input is made of, and how it is made at a path. */
const MAKERS =
  /** @satisfies {Record<string, { needs: (string | undefined | import('./tools.mjs').Tool)[], make: (to: string, get: Get) => void }>} */ ({
    /** A kernel of 255 KB of code, without debug data. */
    'kernel.zebin': { needs: [TOOLS.ocloc], make: (to) => compile(to, [9], '') },
    'section.bin': {
      needs: [TOOLS.ocloc],
      make: (to, get) => {
        const { value } = readElf(new Uint8Array(readFileSync(get('kernel.zebin') ?? '')));
        writeFileSync(to, codeOf(value.sections.find(({ name }) => name === '.text.digest0')?.bytes.data ?? new Uint8Array()));
      },
    },
    pieces: {
      needs: [ZEBIN_CORPUS, ZEBIN_CORPUS_RUN],
      make: (to) => {
        mkdirSync(to);
        for (const [i, piece] of pieces().entries()) writeFileSync(join(to, `${String(i).padStart(2, '0')}.bin`), piece);
      },
    },
    'code.bin': {
      needs: [ZEBIN_CORPUS, ZEBIN_CORPUS_RUN],
      make: (to, get) => writeFileSync(to, Buffer.concat(filesOf(get('pieces')).map((path) => readFileSync(path)))),
    },
    'small.zebin': {
      needs: [ZEBIN_CORPUS],
      make: (to) => {
        const off = (/** @type {string} */ path) => Math.abs(statSync(path).size - 28_000);
        // One that the other tool accepts: where that stops early, it has not done the same.
        for (const path of zebins()
          .filter((one) => XE2.test(one))
          .toSorted((a, b) => off(a) - off(b))) {
          copyFileSync(path, to);
          if (!TOOLS.ocloc || measure(TOOLS.ocloc('validate', '-file', to)).status === 0) break;
        }
      },
    },
    /** Kernels of 0.8 MB of code, and 9 MB of debug data. */
    'large.zebin': { needs: [TOOLS.ocloc], make: (to) => compile(to, [10, 10, 9], '-g') },
    'archive.ar': {
      needs: [ZEBIN_CORPUS, ZEBIN_CORPUS_RUN],
      make: (to) => writeFileSync(to, archive(zebins(), ARCHIVE.size, ARCHIVE.least)),
    },
    'corpora.ar': {
      needs: [ZEBIN_CORPUS, ZEBIN_CORPUS_SYCL, ZEBIN_CORPUS_RUN],
      make: (to) => writeFileSync(to, archive(filesOf(ZEBIN_CORPUS, ZEBIN_CORPUS_SYCL, ZEBIN_CORPUS_RUN), 310_000_000)),
    },
    'text.visaasm': { needs: [ZEBIN_CORPUS], make: (to) => writeFileSync(to, visaText(6_000_000), 'latin1') },
    'object.isa': {
      needs: [ZEBIN_CORPUS],
      make: (to) => {
        writeFileSync(`${to}.visaasm`, visaText(2_000_000), 'latin1');
        const main = fileURLToPath(new URL('dist/cli/main.js', ROOT));
        const { status, stderr } = measure([process.execPath, main, 'visa', 'asm', `${to}.visaasm`, '-o', to]);
        if (status !== 0) throw new Error(stderr);
        rmSync(`${to}.visaasm`);
      },
    },
    /** Beside the simulation files, which name it: this checkout may be gone before they are. */
    'kernels.cl': { needs: [], make: (to) => copyFileSync(KERNELS, to) },
    'kernels.zebin': { needs: [TOOLS.ocloc], make: (to) => compileSource(to, readFileSync(KERNELS, 'utf8'), '') },
    /** A simulation file for each launch. */
    ...Object.fromEntries(
      LAUNCHES.map((launch) => [
        `${launch.kernel}.sim`,
        {
          needs: [TOOLS.ocloc],
          make: (/** @type {string} */ to, /** @type {Get} */ get) => {
            get('kernels.zebin');
            writeFileSync(to, simulation(launch, get('kernels.cl') ?? ''));
          },
        },
      ]),
    ),
  });

/** @typedef {keyof typeof MAKERS} InputName */

/** Compiles kernels for Xe2. @param {string} to @param {readonly number[]} blocks of each @param {string} options of the compiler */
const compile = (to, blocks, options) => compileSource(to, kernelSource(blocks), options);

/** Compiles a source for Xe2. @param {string} to @param {string} text @param {string} options of the compiler */
function compileSource(to, text, options) {
  const source = `${to}.cl`;
  writeFileSync(source, text);
  const [folder, output] = [join(to, '..'), `${basename(to)}-made`];
  const words = ['-file', source, '-device', 'bmg', '-options', options, '-out_dir', folder, '-output', output];
  const { status, stderr } = measure(TOOLS.ocloc?.('compile', ...words) ?? []);
  if (status !== 0) throw new Error(`ocloc cannot compile: ${stderr}`);
  // Releases differ in what they add to the name.
  for (const name of readdirSync(folder).filter((one) => one.startsWith(output))) {
    if (/\.bin$|-made$/.test(name)) renameSync(join(folder, name), to);
    else rmSync(join(folder, name));
  }
  rmSync(source);
}

/**
 * The files of an input, made in a folder if they are not there; undefined when what they are made of is not on this machine.
 * @param {string} folder @param {string} name @returns {string[] | undefined}
 */
export function inputFiles(folder, name) {
  const maker = MAKERS[/** @type {InputName} */ (name)];
  if (maker.needs.some((needed) => !needed)) return undefined;
  const path = join(folder, name);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const unfinished = `${path}-unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    maker.make(unfinished, (other) => (inputFiles(folder, other) ? join(folder, other) : undefined));
    renameSync(unfinished, path);
  }
  return statSync(path).isDirectory() ? filesOf(path) : [path];
}
