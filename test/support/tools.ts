/**
 * Programs that some tests need and that the package does not bring. Where one is missing, the test is skipped under a name that
 * says what was missing and how to get it; a test never passes because a tool is absent.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'vitest';

const { PATH = '', ZEBIN_IGA64, ZEBIN_OCLOC_XE2 } = process.env;

interface ToolRow {
  /** Names to look for in PATH, the first that is found wins. */
  readonly names: readonly string[];
  /** A path given by the user, which is then the only one that counts. */
  readonly given?: string | undefined;
  readonly get: string;
}

const TOOLS = {
  jq: { names: ['jq'], get: 'apt-get install jq' },
  ar: { names: ['ar'], get: 'apt-get install binutils' },
  cc: { names: ['cc'], get: 'apt-get install gcc libc6-dev' },
  cppfilt: { names: ['c++filt'], get: 'apt-get install binutils' },
  addr2line: { names: ['addr2line'], get: 'apt-get install binutils' },
  build: { names: ['pyproject-build'], get: 'apt-get install python3-build python3-setuptools python3-wheel python3-venv' },
  diffoscope: { names: ['diffoscope'], get: 'apt-get install diffoscope-minimal' },
  dot: { names: ['dot'], get: 'apt-get install graphviz' },
  dpkg: { names: ['dpkg-deb'], get: 'a system with packages of Debian' },
  file: { names: ['file'], get: 'apt-get install file' },
  git: { names: ['git'], get: 'apt-get install git' },
  groff: { names: ['groff'], get: 'apt-get install man-db' },
  iga64: { names: ['iga64'], get: 'scripts/toolchains.sh igc1' },
  man: { names: ['man'], get: 'apt-get install man-db' },
  /** One that knows Xe2 and later: 2.40.14 or newer. */
  iga64Xe2: { names: [], given: ZEBIN_IGA64, get: 'scripts/toolchains.sh igc2, and set ZEBIN_IGA64 to the path of its iga64' },
  lintian: { names: ['lintian'], get: 'apt-get install lintian' },
  nm: { names: ['nm'], get: 'apt-get install binutils' },
  /** Reads OffloadBinary 2 and later from 23 on. */
  llvmObjdump: {
    names: [25, 24, 23, 22, 21, 20, 19].map((release) => `llvm-objdump-${release}`),
    get: 'a package of LLVM with its release in its name, such as llvm-23',
  },
  llvmDwarfdump: { names: ['llvm-dwarfdump'], get: 'apt-get install llvm' },
  /** One that decodes the instructions of Xe2 and later. */
  oclocXe2: { names: [], given: ZEBIN_OCLOC_XE2, get: 'scripts/toolchains.sh igc2, and set ZEBIN_OCLOC_XE2 to the path of its ocloc' },
  preCommit: { names: ['pre-commit'], get: 'apt-get install pre-commit' },
  shellcheck: { names: ['shellcheck'], get: 'apt-get install shellcheck' },
  ocloc: { names: ['ocloc'], get: 'scripts/toolchains.sh igc1' },
  python3: { names: ['python3'], get: 'apt-get install python3' },
  readelf: { names: ['readelf'], get: 'apt-get install binutils' },
  zstd: { names: ['zstd'], get: 'apt-get install zstd' },
} as const satisfies Record<string, ToolRow>;

export type Tool = keyof typeof TOOLS;

const SUFFIXES = process.platform === 'win32' ? ['.exe', ''] : [''];
const FOLDERS = PATH.split(delimiter).filter((folder) => folder !== '');

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find(row: ToolRow): string | undefined {
  if (row.given) return isExecutable(row.given) ? row.given : undefined;
  const inPath = row.names.flatMap((name) => FOLDERS.flatMap((folder) => SUFFIXES.map((suffix) => join(folder, name + suffix))));
  return inPath.find(isExecutable);
}

const found = new Map<Tool, string | undefined>();

/** The path of a tool, or undefined when it is not on this machine. */
export function findTool(tool: Tool): string | undefined {
  if (!found.has(tool)) found.set(tool, find(TOOLS[tool]));
  return found.get(tool);
}

/** The path of a tool that the test has asked for with {@link needs}. */
export function toolPath(tool: Tool): string {
  const path = findTool(tool);
  if (path === undefined) throw new Error(`${tool} is not on this machine (${TOOLS[tool].get})`);
  return path;
}

type Run = () => void | Promise<void>;

/** As vitest's `test`. */
export type Tester = (name: string, ...rest: [run: Run, timeout?: number] | [options: { tags: string[] }, run: Run]) => void;

const tester = test as Tester;

/** A test that this machine cannot run, and what it would need. */
export const skipped =
  (needed: string): Tester =>
  (name, ...rest) =>
    (test.skip as Tester)(`${name} [needs ${needed}]`, ...rest);

/**
 * A comparison that is made only where the tool is, and is not missed elsewhere: answers of the tool that the repository has stand for it in
 * the suite.
 */
export function extra(tool: Tool): Tester {
  return findTool(tool) === undefined ? () => {} : tester;
}

/** `needs('readelf')(name, run)` is vitest's `test(name, run)` where all the tools are there. */
export function needs(...tools: readonly Tool[]): Tester {
  const missing = tools.filter((tool) => findTool(tool) === undefined);
  if (missing.length === 0) return tester;
  const why = missing.map((tool) => `${tool}: ${TOOLS[tool].get}`).join('; ');
  return skipped(why);
}
