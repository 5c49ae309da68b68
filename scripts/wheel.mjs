// @ts-check
/**
 * `npm run wheel`: a wheel with the Python module, its types and the executable, in standalone/ (docs/python.md). Needs `pyproject-build`,
 * which is `python3 -m build`, with setuptools and wheel, and nothing of the network.
 *
 *   --standalone FOLDER  what scripts/standalone.mjs wrote (default: it is made now)
 *   --output FOLDER      where to write (default: standalone/)
 */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { at, glibcOf, run, standaloneFolder, VERSION } from './packing.mjs';

/** @param {string} folder of the executable @param {string} output */
function makeWheel(folder, output) {
  const scratch = mkdtempSync(join(tmpdir(), 'zebin-wheel-'));
  try {
    cpSync(at('packaging/python'), scratch, { recursive: true });
    cpSync(at('examples/python/zebin'), join(scratch, 'zebin'), { recursive: true, filter: (path) => !path.includes('__pycache__') });
    const inside = join(scratch, 'zebin/_bin');
    mkdirSync(inside);
    for (const name of ['zebin', 'LICENSES.txt']) copyFileSync(join(folder, name), join(inside, name));
    copyFileSync(at('LICENSE'), join(scratch, 'LICENSE'));
    writeFileSync(join(scratch, 'VERSION'), `${VERSION}\n`);
    // The module is for any Python 3; the executable is for this system.
    const platform = `manylinux_${glibcOf(join(folder, 'zebin')).replace('.', '_')}_${run('uname', ['-m']).trim()}`;
    writeFileSync(join(scratch, 'setup.cfg'), `[bdist_wheel]\nplat_name = ${platform}\n`);
    mkdirSync(output, { recursive: true });
    const made = join(scratch, 'made');
    run('pyproject-build', ['--wheel', '--no-isolation', '--outdir', made, scratch], scratch);
    const [name = ''] = readdirSync(made);
    copyFileSync(join(made, name), join(output, name));
    return join(output, name);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { standalone: { type: 'string' }, output: { type: 'string' } } });
const folder = standaloneFolder(values.standalone);
console.log(makeWheel(folder, resolve(values.output ?? at('standalone'))));
