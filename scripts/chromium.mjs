// @ts-check
/**
 * The browser of the tests of the page, and of the scripts that measure it and take its pictures: a Chromium of the system or, on Linux
 * x64, the one in the package @sparticuz/chromium, which needs no root and nothing of the system. ZEBIN_CHROMIUM names another, which is
 * then the only one that counts.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

/** What to do if there is no browser. */
export const GET_CHROMIUM = 'apt-get install chromium, or set ZEBIN_CHROMIUM to the path of one';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  join(process.env.PROGRAMFILES ?? '', 'Google/Chrome/Application/chrome.exe'),
];
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'];

/** @typedef {{ executablePath: string, env?: Record<string, string | undefined> }} Browser */

function isExecutable(/** @type {string} */ path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns {Browser[]} the first that there is. */
function ofSystem() {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const inPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
  return [...inPath, ...PLACES]
    .filter(isExecutable)
    .slice(0, 1)
    .map((executablePath) => ({ executablePath }));
}

/** Instead of the package's own, which names the folders of AWS Lambda. Without a font Chromium ends. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * The browser in the package, which comes compressed. It is unpacked once, next to the package, by a separate process: the package writes
 * to the folder for temporary files, and sets variables of the environment. It unpacks the libraries that it carries only where it believes
 * itself in AWS Lambda.
 *
 * @returns {Browser[]} nothing on a system that it is not for.
 */
function ofPackage() {
  const modules = fileURLToPath(new URL('node_modules/', ROOT));
  const manifest = join(modules, '@sparticuz/chromium/package.json');
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(manifest)) return [];
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const folder = join(modules, '.cache', `chromium-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(join(modules, '.cache'), { recursive: true });
    const partial = mkdtempSync(`${folder}-`);
    try {
      const script = "import chromium from '@sparticuz/chromium'; chromium.setGraphicsMode = false; await chromium.executablePath();";
      const env = { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
      const options = { cwd: fileURLToPath(ROOT), env, encoding: /** @type {const} */ ('utf8') };
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], options);
      if (status !== 0) throw new Error(`${manifest}: its browser cannot be unpacked: ${stderr}`);
      writeFileSync(join(partial, 'fonts/fonts.conf'), FONTS);
      renameSync(partial, folder);
    } catch (error) {
      // Unless another process was first.
      if (!existsSync(folder)) throw error;
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
  }
  const libraries = [join(folder, 'al2023/lib'), ...(process.env.LD_LIBRARY_PATH ? [process.env.LD_LIBRARY_PATH] : [])];
  const env = { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_PATH: join(folder, 'fonts') };
  return [{ executablePath: join(folder, 'chromium'), env }];
}

/**
 * Starts the first browser that can be started.
 *
 * The environment says `LANG=C.UTF-8`, from which Chromium makes the language `en-US@posix`: valid for no function of Intl, and what a
 * page meets on a server.
 *
 * @template T
 * @param {(options: import('playwright-core').LaunchOptions) => Promise<T>} launch a method of playwright's `chromium`.
 * @returns {Promise<T>}
 * @throws {Error} where none is, or none starts: why, and what to do.
 */
export async function startChromium(launch) {
  const program = process.env.ZEBIN_CHROMIUM;
  const reasons = [];
  for (const browsers of program ? [() => [{ executablePath: program }]] : [ofSystem, ofPackage]) {
    try {
      for (const { executablePath, env } of /** @type {Browser[]} */ (browsers())) {
        const { LC_ALL: _, LANGUAGE: __, ...rest } = process.env;
        return await launch({ executablePath, args: ARGUMENTS, env: { ...rest, LANG: 'C.UTF-8', ...env } });
      }
    } catch (error) {
      reasons.push(error instanceof Error ? error.message.split('\n', 1)[0] : String(error));
    }
  }
  throw new Error(reasons.length > 0 ? `chromium does not start: ${reasons.join('; ')}` : `chromium: ${GET_CHROMIUM}`);
}
