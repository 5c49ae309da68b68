// @ts-check
/** A plugin of vite: pages are rendered without the index of the search, which only the browser asks for. */
export const searchInBrowser = {
  name: 'search-in-browser',
  enforce: /** @type {const} */ ('pre'),
  // What is rendered for files is one whole: nothing is gained by leaving parts of it out.
  config: (/** @type {unknown} */ _, /** @type {{ isSsrBuild?: boolean }} */ { isSsrBuild }) =>
    isSsrBuild ? { build: { rollupOptions: { treeshake: false } } } : {},
  load: (/** @type {string} */ id, /** @type {{ ssr?: boolean } | undefined} */ options) =>
    options?.ssr && id.startsWith('/@localSearchIndex') ? 'export default {}' : undefined,
};
