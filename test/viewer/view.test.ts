/** `zebin view`: who is answered and what is sent, the page that it serves, and the page that it writes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { disasmDocument, inspect } from '../../src/internal.ts';
import { ENV, MAIN, scratchFolder, zebin } from '../cli/zebin.ts';
import { unitrace } from '../formats/samples/synthetic.ts';
import { buildMember, latin1 } from '../support/build-elf.ts';
import { FIXTURES, fixture } from '../support/corpus.ts';
import { answered, axe, drop, PAGE, settled, viewer, visit } from './browser.ts';

const SPILLS = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin');
const INLINE = fixture('dwarf/inline.elf');
const ARCHIVE = fixture('fat/basic-dg2-bmg.ar');
const scratch = scratchFolder();
const open = viewer();

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

/** Asks without a browser, which would not let every header be set. */
async function ask(url: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Answer> {
  const sent = request(url, { method, headers });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) };
}

interface Serving {
  readonly url: string;
  readonly process: ChildProcess;
}

async function serving(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Serving> {
  const child = spawn(process.execPath, [MAIN, 'view', ...args], {
    cwd: FIXTURES,
    env: { ...ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), process: child };
}

describe('the server', () => {
  let served: Serving;
  const changing = join(scratch, 'changing.zebin');
  beforeAll(async () => {
    copyFileSync(SPILLS.path, changing);
    served = await serving([SPILLS.path, changing, '--no-open']);
  });
  afterAll(async () => {
    served.process.kill('SIGINT');
    const [code] = await once(served.process, 'exit');
    expect(code).toBe(0);
  });

  test('is on loopback, below a name that cannot be guessed', () => {
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
  });

  test('sends the page with a policy that lets it read from here alone', async () => {
    const { status, headers, body } = await ask(served.url);
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
    expect(body.toString()).toContain(policy.replace("; frame-ancestors 'none'", ''));
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('nobody else is answered', async () => {
    const { host } = new URL(served.url);
    const asked: [number, string, Record<string, string>?, string?][] = [
      [403, served.url, { host: 'evil.example' }],
      [403, served.url, { host: `localhost:${host.split(':')[1]}` }],
      [403, served.url, { origin: 'http://evil.example' }],
      [403, served.url, { origin: 'null' }],
      [403, served.url, { 'sec-fetch-site': 'cross-site' }],
      [403, `${served.url}files/0`, { 'sec-fetch-site': 'same-site' }],
      [404, `http://${host}/`],
      [404, `http://${host}/${'0'.repeat(32)}/`],
      [404, `${served.url}files/`],
      [404, `${served.url}files/2`],
      [404, `${served.url}files/-1`],
      [404, `${served.url}../../etc/passwd`],
      [404, `${served.url}files/..%2f..%2fetc%2fpasswd`],
      [404, served.url, {}, 'POST'],
      [404, `${served.url}files/0`, {}, 'PUT'],
      [404, `${served.url}disasm`, {}, 'POST'],
    ];
    for (const [status, url, headers, method] of asked) {
      expect([(await ask(url, headers, method)).status, url, headers, method]).toEqual([status, url, headers, method]);
    }
  });

  test('files come by ranges, and only as they were', async () => {
    const bytes = Buffer.from(SPILLS.bytes());
    const url = `${served.url}files/0`;
    const piece = await ask(url, { range: 'bytes=16-31' });
    expect([piece.status, piece.body.equals(bytes.subarray(16, 32))]).toEqual([206, true]);
    expect(piece.headers['content-range']).toBe(`bytes 16-31/${bytes.length}`);
    expect((await ask(url)).body.equals(bytes)).toBe(true);
    const last = await ask(url, { range: `bytes=${bytes.length - 4}-${bytes.length + 100}` });
    expect(last.body.equals(bytes.subarray(-4))).toBe(true);
    for (const range of [
      'bytes=-5',
      'bytes=5-',
      'bytes=0-1,4-5',
      'bytes=9-3',
      `bytes=${bytes.length + 5}-${bytes.length + 9}`,
      `bytes=${bytes.length}-${bytes.length + 9}`,
      'lines=1-2',
    ]) {
      expect([(await ask(url, { range })).status, range]).toEqual([416, range]);
    }
    expect((await ask(url, {}, 'HEAD')).headers['content-length']).toBe(String(bytes.length));
    // Another file of the same name, size and time.
    const aside = `${changing}.aside`;
    renameSync(changing, aside);
    copyFileSync(SPILLS.path, changing);
    expect((await ask(`${served.url}files/1`, { range: 'bytes=0-3' })).status).toBe(409);
    renameSync(aside, changing);
    expect((await ask(`${served.url}files/1`, { range: 'bytes=0-3' })).status).toBe(206);
    appendFileSync(changing, 'x');
    expect((await ask(`${served.url}files/1`, { range: 'bytes=0-3' })).status).toBe(409);
  });

  test('the page shows what it serves, without any other request', async () => {
    const page = await open({ url: served.url });
    await settled(page, 2);
    await page.getByRole('grid', { name: 'Kernels' }).waitFor();
    expect(await page.getByRole('grid', { name: 'Kernels' }).innerText()).toContain('spilling_private');
    await visit(page, 'view=bytes&file=spill-two-scratch.zebin');
    expect(await page.locator('main').innerText()).toContain('7f 45 4c 46'.split(' ')[1]);
    // It was changed above.
    await visit(page, 'view=overview&file=changing.zebin');
    expect(await page.getByRole('alert').innerText()).toContain('cannot be read any more');
    await drop(page, ARCHIVE.path);
    await page.reload();
    await settled(page, 2);
  });
});

test('a served file and a report are at the same instruction after a reload', async () => {
  const place = '#view=kernel&kernel=spilling_private&instruction=0x7d0&tab=code';
  const report = join(scratch, 'place.html');
  expect((await zebin(['view', SPILLS.path, '-o', report])).status).toBe(0);
  const served = await serving([SPILLS.path, '--no-open']);
  try {
    for (const url of [served.url, pathToFileURL(report).href]) {
      const page = await open({ url: url + place });
      for (let i = 0; i < 2; i++) {
        await settled(page, 1);
        await page.getByText('0x7d0 in the code').waitFor();
        expect(new URL(page.url()).hash).toBe(place);
        await page.reload();
      }
    }
  } finally {
    served.process.kill('SIGINT');
  }
});

describe('the page that is written', () => {
  test('holds its files and shows them, and may connect to nothing', async () => {
    const report = join(scratch, 'report.html');
    const large = join(scratch, 'large.prop');
    writeFileSync(large, `[SYCL/misc properties]\n${'optLevel=1|2\n'.repeat(200_000)}`);
    const { status, stderr } = await zebin(['view', SPILLS.path, large, '-o', report]);
    expect([status, stderr]).toEqual([0, '']);
    const html = readFileSync(report, 'utf8');
    expect(html).toContain("connect-src 'none'");
    expect(html).not.toContain("connect-src 'self'");
    // The files are compressed.
    expect(statSync(report).size).toBeLessThan(statSync(PAGE).size + statSync(large).size / 10);
    const page = await open({ url: pathToFileURL(report).href });
    await settled(page, 2);
    expect(await page.getByRole('grid', { name: 'Kernels' }).innerText()).toContain('spilling_private');
    await visit(page, 'view=overview&file=large.prop');
    expect(await page.locator('h1').innerText()).toContain(`${String(statSync(large).size).replace(/\B(?=(\d{3})+$)/g, ',')} bytes`);
    expect(await page.locator('script[data-piece]').count()).toBe(0);
  });

  test('has files of random bytes, and of none, as they are', async () => {
    const report = join(scratch, 'bytes.html');
    const names = ['random.bin', 'empty.bin'].map((name) => join(scratch, name));
    // More than is in one element, and not compressible.
    const random = randomBytes((3 << 19) * 2 + 7);
    for (const [i, bytes] of [random, Buffer.alloc(0)].entries()) writeFileSync(names[i] ?? '', bytes);
    expect((await zebin(['view', ...names, SPILLS.path, '-o', report])).status).toBe(0);
    const page = await open({ url: pathToFileURL(report).href });
    await settled(page, 3);
    await visit(page, `view=bytes&file=random.bin&span=${random.length - 4}-${random.length}`);
    const shown = await page.locator('.unread .hexrow .byte').allTextContents();
    const last = shown.map((text) => text.trim()).filter((text) => text !== '');
    expect(last.slice(-4)).toEqual([...random.subarray(-4)].map((byte) => byte.toString(16).padStart(2, '0')));
    await visit(page, 'view=overview&file=empty.bin');
    expect(await page.getByRole('alert').innerText()).toContain('empty.bin cannot be shown');
  });

  test('says why it cannot show its files where the browser cannot decompress, or they are damaged', async () => {
    const report = join(scratch, 'old.html');
    expect((await zebin(['view', SPILLS.path, '-o', report])).status).toBe(0);
    const old = await open({
      url: pathToFileURL(report).href,
      init: () => {
        Reflect.deleteProperty(globalThis, 'DecompressionStream');
      },
    });
    await settled(old, 1);
    expect(await old.getByRole('alert').innerText()).toContain('This browser cannot decompress the files of a page');
    const html = readFileSync(report, 'utf8');
    const at = html.indexOf('data-piece="0">') + 600;
    writeFileSync(report, `${html.slice(0, at)}AAAA${html.slice(at + 4)}`);
    const page = await open({ url: pathToFileURL(report).href });
    await settled(page, 1);
    expect(await page.getByRole('alert').innerText()).toContain('The bytes of the file in this page are damaged');
  });

  test('a name cannot end the element that it is in', async () => {
    const name = '</script><script>document.title="owned"</script>.zebin'.replaceAll('/', '\u2215');
    const file = join(scratch, process.platform === 'win32' ? 'name.zebin' : name);
    copyFileSync(SPILLS.path, file);
    const report = join(scratch, 'names.html');
    expect((await zebin(['view', file, '-o', report])).status).toBe(0);
    expect(readFileSync(report, 'utf8')).not.toContain('<script>document.title');
    const page = await open({ url: pathToFileURL(report).href });
    await settled(page, 1);
    expect(await page.title()).not.toBe('owned');
  });

  test('the policy is enforced: neither the page nor its worker can ask', async () => {
    const page = await open({ complaints: /Content Security Policy/ });
    const refused = await page
      .evaluate(async () => {
        const tried = [
          fetch('https://example.invalid/').then(
            () => 'asked',
            () => 'refused',
          ),
        ];
        const worker = new Worker(
          URL.createObjectURL(
            new Blob(["fetch('https://example.invalid/').then(() => postMessage('asked'), () => postMessage('refused'))"]),
          ),
        );
        tried.push(new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(data))));
        return Promise.all(tried);
      })
      .catch((error: Error) => [error.message]);
    expect(refused).toEqual(['refused', 'refused']);
  });
});

describe('samples that are given with a binary', () => {
  const loops = fixture('zebin/igc2/bmg/device-barrier.zebin');
  const stalls = join(scratch, 'stalls.csv');
  const [{ lines = [] } = {}] = disasmDocument(inspect(loops.bytes()).value, { pattern: 'device_barrier', analysis: true }).code;
  const hottest = lines[2]?.offset ?? 0;
  const place = '#view=kernel&kernel=device_barrier&tab=code';
  beforeAll(() => writeFileSync(stalls, unitrace(lines.slice(0, 3).map(({ offset }, i) => ['device_barrier', offset, [i], 'x']))));

  /** Of the page as it comes up, with nothing done to it. */
  async function shown(url: string): Promise<void> {
    const page = await open({ url: url + place, height: 1_000 });
    await page.locator('.hottest li').first().waitFor();
    await answered(page);
    expect(await page.locator('[data-file]').count()).toBe(1);
    expect(await page.locator('.hottest p').innerText()).toContain('stalls.csv (unitrace): 3 samples at 2 instructions');
    expect(await page.locator('.hottest li code').first().innerText()).toBe(hottest.toString(16).padStart(4, '0'));
  }

  test.each([
    ['after it', () => [loops.path, stalls]],
    ['before it', () => [stalls, loops.path]],
  ])('%s are on its code from the start', async (_, files) => {
    const served = await serving([...files(), '--no-open']);
    try {
      await shown(served.url);
    } finally {
      served.process.kill('SIGINT');
    }
  });

  test('are in the page that is written', async () => {
    const report = join(scratch, 'samples.html');
    expect(await zebin(['view', loops.path, stalls, '-o', report])).toEqual({ status: 0, stdout: '', stderr: '' });
    await shown(pathToFileURL(report).href);
  });

  test('are named where they are not seen, also without a binary', async () => {
    const served = await serving([stalls, '--no-open']);
    try {
      const page = await open({ url: served.url });
      await page.getByText('stalls.csv: stall samples, shown on the code of kernels').waitFor();
      expect(await page.locator('[data-file]').count()).toBe(0);
      await drop(page, loops.path);
      await settled(page, 1);
      expect(await page.locator('.notice').innerText()).toContain('stalls.csv');
      expect(await axe(page, { within: '.page' })).toEqual([]);
      await page.getByRole('link', { name: 'Kernel', exact: true }).click();
      await page.getByRole('tab', { name: 'Code' }).click();
      await page.locator('.hottest li').first().waitFor();
      expect(await page.locator('.notice').innerText()).toBe('');
    } finally {
      served.process.kill('SIGINT');
    }
  });
});

test('files of one name are distinguished by their folders, and a source file is shown next to the code', async () => {
  const [old, now] = ['old', 'new'].map((folder) => join(scratch, folder, 'out', 'inline.elf'));
  for (const path of [old, now]) {
    mkdirSync(dirname(path ?? ''), { recursive: true });
    copyFileSync(INLINE.path, path ?? '');
  }
  const served = await serving([old ?? '', now ?? '', join(FIXTURES, 'dwarf/inline.cl'), '--no-open']);
  try {
    const page = await open({ url: `${served.url}#view=kernel&kernel=blur&tab=code` });
    await settled(page, 2);
    expect(await page.locator('.files .file').allInnerTexts()).toEqual(['old/out/inline.elf', 'new/out/inline.elf']);
    await page.locator('.sources .cm-line', { hasText: 'float weight' }).waitFor();
    expect(await page.locator('.notice').innerText()).toBe('1 source file: shown next to the code that comes from it');
    await visit(page, 'view=compare');
    expect(await page.locator('.choosers select').evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))).toEqual([
      'old/out/inline.elf',
      'new/out/inline.elf',
    ]);
  } finally {
    served.process.kill('SIGINT');
  }
});

test('of a large library only what is needed is sent', async () => {
  const path = join(scratch, 'large.ar');
  const zebinBytes = SPILLS.bytes();
  const hole = 400 << 20;
  const member = (name: string, size: number) => buildMember(name, new Uint8Array(0), { size: String(size) });
  const file = openSync(path, 'w');
  let at = 0;
  const put = (bytes: Uint8Array) => {
    at += writeSync(file, bytes, 0, bytes.length, at);
  };
  put(latin1('!<arch>\n'));
  put(member('blob/', hole));
  at += hole;
  put(member('64.ptl-h/', zebinBytes.length));
  put(zebinBytes);
  closeSync(file);
  const served = await serving([path, '--no-open']);
  try {
    const page = await open({ url: served.url });
    let sent = 0;
    page.on('response', (response) => {
      sent += Number(response.headers()['content-length'] ?? 0);
    });
    await settled(page, 1);
    expect(await page.getByRole('grid', { name: 'Kernels' }).innerText()).toContain('spilling_private');
    expect(sent).toBeLessThan(32 << 20);
  } finally {
    served.process.kill('SIGINT');
  }
});

test('refuses unreadable files before anything is served', async () => {
  const runs: [string[], RegExp][] = [
    [['view'], /missing required argument/],
    [['view', 'nosuch.zebin', '--no-open'], /does not exist/],
    [['view', '.', '--no-open'], /directory/],
    [['view', `${ARCHIVE.path}!64.nosuch`, '--no-open'], /there is no !64.nosuch/],
  ];
  for (const [args, said] of runs) {
    const { status, stdout, stderr } = await zebin(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(said);
  }
});
