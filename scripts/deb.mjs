// @ts-check
/**
 * `npm run deb`: a Debian package of the executable with its manual pages and completion, in standalone/ (docs/packages.md). Needs dpkg-deb.
 *
 *   --standalone FOLDER  what scripts/standalone.mjs wrote (default: it is made now)
 *   --output FOLDER      where to write (default: standalone/)
 *   --level NUMBER       of compression, 0 to 9 (default: 6)
 *
 * DEBFULLNAME and DEBEMAIL name the maintainer, as for debchange: without them the author of package.json, then who is logged in here.
 * SOURCE_DATE_EPOCH is the date.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { at, glibcOf, maintainer, run, standaloneFolder, VERSION } from './packing.mjs';

const text = (/** @type {string} */ path) => readFileSync(path, 'utf8');
const { SOURCE_DATE_EPOCH } = process.env;
const MAINTAINER = maintainer();
const DATE = new Date(SOURCE_DATE_EPOCH === undefined ? Date.now() : Number(SOURCE_DATE_EPOCH) * 1000);

/** Where each shell looks for completions. */
const COMPLETIONS = {
  bash: 'usr/share/bash-completion/completions/zebin',
  zsh: 'usr/share/zsh/vendor-completions/_zebin',
  fish: 'usr/share/fish/vendor_completions.d/zebin.fish',
};

/** Without the name and time of the file, so that the package has the same bytes each time. @param {string} content */
const compressed = (content) => gzipSync(content, { level: 9 });

/** The files of the package, by their paths. @param {string} folder of the executable @returns {Record<string, string | Uint8Array>} */
function filesOf(folder) {
  const executable = join(folder, 'zebin');
  const pages = readdirSync(join(folder, 'man/man1'));
  const doc = 'usr/share/doc/zebin';
  return {
    'usr/bin/zebin': readFileSync(executable),
    ...Object.fromEntries(pages.map((name) => [`usr/share/man/man1/${name}.gz`, compressed(text(join(folder, 'man/man1', name)))])),
    ...Object.fromEntries(Object.entries(COMPLETIONS).map(([shell, path]) => [path, run(executable, ['complete', shell])])),
    [`${doc}/copyright`]: `${text(at('LICENSE'))}\nNotices of the packages in the executable, and of Node: third-party-notices.txt.gz\n`,
    [`${doc}/third-party-notices.txt.gz`]: compressed(text(join(folder, 'LICENSES.txt'))),
    [`${doc}/changelog.gz`]: compressed(changelog()),
    'usr/share/lintian/overrides/zebin': text(at('packaging/debian/lintian-overrides')),
  };
}

function changelog() {
  const date = DATE.toUTCString().replace('GMT', '+0000');
  return `zebin (${VERSION}) unstable; urgency=medium\n\n  * CHANGELOG.md of the sources has what changed.\n\n -- ${MAINTAINER}  ${date}\n`;
}

/** @param {string} executable @param {number} bytes of all files */
function control(executable, bytes) {
  const architecture = run('dpkg', ['--print-architecture']).trim();
  const fields = [
    'Package: zebin',
    `Version: ${VERSION}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${MAINTAINER}`,
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    `Depends: libc6 (>= ${glibcOf(executable)}), libgcc-s1, libstdc++6`,
  ];
  return `${fields.join('\n')}\n${text(at('packaging/debian/control'))}`;
}

/** @param {string} folder @param {string} output @param {string} level */
function makePackage(folder, output, level) {
  const root = mkdtempSync(join(tmpdir(), 'zebin-deb-'));
  try {
    const files = Object.entries(filesOf(folder));
    /** @param {string} path @param {string | Uint8Array} content */
    const put = (path, content) => {
      mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o755 });
      writeFileSync(join(root, path), content);
      chmodSync(join(root, path), path.startsWith('usr/bin/') ? 0o755 : 0o644);
    };
    for (const [path, content] of files) put(path, content);
    put('DEBIAN/md5sums', files.map(([path, content]) => `${createHash('md5').update(content).digest('hex')}  ${path}\n`).join(''));
    const bytes = files.reduce((sum, [path]) => sum + statSync(join(root, path)).size, 0);
    put('DEBIAN/control', control(join(folder, 'zebin'), bytes));
    chmodSync(root, 0o755);
    mkdirSync(output, { recursive: true });
    return run('dpkg-deb', ['--root-owner-group', '-Zxz', `-z${level}`, '--build', root, output]).replace(/^.*'(.*)'\.\n$/s, '$1');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: { standalone: { type: 'string' }, output: { type: 'string' }, level: { type: 'string', default: '6' } },
});
const folder = standaloneFolder(values.standalone);
console.log(makePackage(folder, resolve(values.output ?? at('standalone')), values.level));
