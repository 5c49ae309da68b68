// @ts-check
/**
 * Parts of the theme that the browser draws: they would be most of each file, the same in all 700 pages of the reference. Menus do
 * nothing without scripts; and the list on the left is on the page that the first line of such a page leads to.
 */
const PARTS = [
  { file: 'VPNavBar.vue', part: /<VPNavBarExtra\b[^>]*\/>/, as: (/** @type {string} */ part) => `<ClientOnly>${part}</ClientOnly>` },
  { file: 'VPNavBar.vue', part: /<VPNavBarHamburger\b[^>]*\/>/, as: (/** @type {string} */ part) => `<ClientOnly>${part}</ClientOnly>` },
  {
    file: 'VPSidebar.vue',
    part: /<VPSidebarGroup\b[^>]*\/>/,
    as: (/** @type {string} */ part) =>
      `<ClientOnly v-if="$frontmatter.lateList">${part}</ClientOnly>${part.replace('<VPSidebarGroup', '<VPSidebarGroup v-else')}`,
  },
];

/** A plugin of vite. */
export const late = {
  name: 'late',
  enforce: /** @type {const} */ ('pre'),
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    return PARTS.filter(({ file }) => id.endsWith(`/theme-default/components/${file}`)).reduce((text, { file, part, as }) => {
      if (!part.test(text)) throw new Error(`${file} of the theme has no ${part.source}`);
      return text.replace(part, as);
    }, code);
  },
};
