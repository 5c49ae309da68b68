// @ts-check
/**
 * Takes the pictures of docs/packages.md, docs/python.md and docs/pull-requests.md, light and dark, of real runs: the packages are installed
 * and used in a terminal, and the check of action.yml runs over a repository with a planted spill. For packages.md it needs root on a Debian
 * with man-db, which stays as it is: what is installed goes to a copy of the tree in memory. Before it: npm run build, npm run deb, npm run
 * wheel.
 *
 *   node scripts/tools/doc-shots.mjs [packages | python | pull-requests] …
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createMarkdownRenderer } from 'vitepress';
import { startChromium } from '../chromium.mjs';
import { ROOT } from '../stamp.mjs';
import { terminalHtml } from './terminal.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));
const FOLDER = 'docs/images/';
/** The most bytes of an image, because images come with the package. */
const MOST_BYTES = 160 * 1024;
const COLUMNS = 118;
/** Two of its kernels spill. */
const KERNELS = at('test/fixtures/zebin/igc2/ptl-h/spill-two-scratch.zebin');

const work = mkdtempSync(join(tmpdir(), 'doc-shots-'));

/** @type {Record<string, () => Promise<string>>} pages by the name of their picture */
const SHOTS = {
  packages: async () => {
    const deb = built('zebin_', '.deb');
    const folder = made('packages', { [deb]: at(`standalone/${deb}`), 'kernels.zebin': KERNELS });
    const screen = join(folder, 'screen.sh');
    writeFileSync(screen, typed([`dpkg -i ${deb}`, 'zebin info kernels.zebin', 'man zebin']));
    // A copy of the tree, in which settings of containers do not leave out manual pages, and no other zebin is in PATH.
    const install = `tree=$(mktemp -d); mount -t tmpfs tmpfs "$tree"; mkdir "$tree"/upper "$tree"/work "$tree"/root
      mount -t overlay overlay -o "lowerdir=/,upperdir=$tree/upper,workdir=$tree/work" "$tree/root"
      for one in dev proc; do mount --rbind "/$one" "$tree/root/$one"; done
      rm -f "$tree/root/etc/dpkg/dpkg.cfg.d/docker"
      cp ${folder}/* "$tree/root/root/"
      cd "$tree/root/root"
      exec chroot "$tree/root" bash -euc 'cd /root; exec script --quiet --return --command "bash screen.sh" /dev/null'`;
    const env = { PATH: '/usr/local/sbin:/usr/sbin:/usr/bin', HOME: '/root', MANPAGER: 'head -n 22' };
    return terminalHtml(run('unshare', ['--mount', 'bash', '-euc', install], folder, env));
  },
  python: async () => {
    const wheel = built('zebin-', '.whl');
    const folder = made('python', { [wheel]: at(`standalone/${wheel}`), 'kernels.zebin': KERNELS });
    writeFileSync(
      join(folder, 'needs.py'),
      `import zebin

for kernel in zebin.info("kernels.zebin"):
    print(kernel["device"], kernel["name"], kernel["grf_count"], kernel["spill_size"])
`,
    );
    run('python3', ['-m', 'venv', join(work, 'env')], folder);
    const screen = join(work, 'python.sh');
    writeFileSync(screen, typed([`pip install --no-index ./${wheel}`, 'cat needs.py', 'python3 needs.py', 'zebin --version']));
    const env = { PATH: `${join(work, 'env/bin')}:/usr/bin`, PIP_DISABLE_PIP_VERSION_CHECK: '1' };
    return terminalHtml(run('script', ['--quiet', '--return', '--command', `bash ${screen}`, '/dev/null'], folder, env));
  },
  'pull-requests': async () => {
    const bin = made('bin', {});
    writeFileSync(join(bin, 'zebin'), `#!/bin/sh\nexec '${process.execPath}' '${at('dist/cli/main.js')}' "$@"\n`, { mode: 0o755 });
    const folder = made('repository', { 'spilling.zebin': KERNELS });
    // The spill is planted: the build of the main branch is the same without it.
    const spilling = readFileSync(KERNELS, 'latin1');
    const clean = spilling.replace(/(spill_size: +)(\d+)/g, (_, name, size) => name + '0'.padEnd(size.length));
    writeFileSync(join(folder, 'clean.zebin'), clean, 'latin1');
    const steps = `git init -q --bare -b main origin.git; git clone -q origin.git work; cd work; mkdir build
      git config user.name zebin; git config user.email zebin@localhost
      cp ../clean.zebin build/kernels.zebin; zebin compare build --baseline kernels.json --update
      git add -A; git commit -qm main; git push -q origin HEAD:main; git checkout -q -b change
      cp ../spilling.zebin build/kernels.zebin; git commit -qam spill
      exec bash ${at('packaging/action/check.sh')}`;
    const summary = join(folder, 'summary.md');
    const inputs = { BUILD: 'build', BASELINE: 'kernels.json', BASE: 'main', THRESHOLDS: '', MAX: 'spill_size=0', OUTPUT: 'zebin-report' };
    const runner = { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: join(folder, 'output') };
    run('bash', ['-euo', 'pipefail', '-c', steps], folder, { PATH: `${bin}:${process.env.PATH}`, ...inputs, ...runner });
    return markdownHtml(readFileSync(summary, 'utf8'));
  },
};

/**
 * A script that prints each command after a prompt, as a terminal shows it, and runs it.
 * @param {readonly string[]} commands
 */
function typed(commands) {
  const lines = commands.map((command) => `printf '\\033[1m$ %s\\033[0m\\n' '${command}'\n${command}\necho`);
  return `set -eu\nstty cols ${COLUMNS} rows 100\n${lines.join('\n')}\n`;
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} [env]
 */
function run(program, args, cwd, env = {}) {
  const all = { PATH: process.env.PATH, HOME: work, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color', ...env };
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env: all, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${error ?? status}: ${stdout}${stderr}`);
  return stdout;
}

/** A file in standalone/. @param {string} start @param {string} end */
function built(start, end) {
  const name = readdirSync(at('standalone')).find((one) => one.startsWith(start) && one.endsWith(end));
  if (name === undefined) throw new Error(`standalone/${start}…${end} is not there: npm run deb, npm run wheel`);
  return name;
}

/** A folder with copies of files. @param {string} name @param {Record<string, string>} files */
function made(name, files) {
  const folder = join(work, name);
  mkdirSync(folder);
  for (const [to, from] of Object.entries(files)) copyFileSync(from, join(folder, to));
  return folder;
}

/** Markdown in the look of a comment. @param {string} text */
async function markdownHtml(text) {
  const { render } = await createMarkdownRenderer(work);
  return `<!doctype html><meta charset="utf-8"><style>
    :root { color-scheme: light dark; --line: light-dark(#d1d9e0, #3d444d); --shade: light-dark(#f6f8fa, #151b23); }
    body { margin: 0; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #f0f6fc); }
    main { width: 900px; padding: 12px 24px; font: 14px/1.5 'DejaVu Sans', sans-serif; }
    h3 { font-size: 1.25em; } h4 { font-size: 1em; } .header-anchor { display: none; }
    table { border-collapse: collapse; font-size: 13px; margin-bottom: 16px; } th, td { border: 1px solid var(--line); padding: 5px 12px; }
    tr:nth-child(2n) td { background: var(--shade); }
    code { padding: 2px 5px; border-radius: 5px; background: light-dark(#818b981f, #656c7633); font: 12px 'DejaVu Sans Mono', monospace; }
  </style><main>${render(text)}</main>`;
}

const names = process.argv.slice(2);
const browser = await startChromium((options) => chromium.launch(options));
try {
  for (const [name, html] of Object.entries(SHOTS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const content = await html();
    for (const theme of /** @type {const} */ (['light', 'dark'])) {
      const page = await browser.newPage({ viewport: { width: 1200, height: 400 }, colorScheme: theme });
      await page.setContent(content);
      const path = at(`${FOLDER}${name}-${theme}.png`);
      await page.locator('main').screenshot({ path });
      await page.close();
      const { size } = statSync(path);
      console.log(`${name}-${theme}.png`.padEnd(24), `${Math.round(size / 1024)} KiB`.padStart(8));
      if (size > MOST_BYTES) process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
