// @ts-check
/** The first page: the viewer, ready for a file, with examples that open by a click. */
import { useData, withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

const EXAMPLES = [
  {
    page: 'viewer/examples.html#view=overview&file=spill-two-scratch.zebin',
    text: 'A zebin for Panther Lake whose kernels spill',
  },
  { page: 'viewer/examples.html#view=overview&file=basic-dg2-bmg.ar', text: 'An archive of ocloc for two devices' },
];

export const Landing = defineComponent({
  setup() {
    const page = ref('viewer/index.html');
    const frame = ref(/** @type {HTMLIFrameElement | null} */ (null));
    const { isDark } = useData();
    /** The viewer does as the system does, unless its address says otherwise. */
    const follow = () => {
      const location = frame.value?.contentWindow?.location;
      if (!location?.pathname.endsWith('.html')) return;
      const place = new URLSearchParams(location.hash.slice(1));
      if (isDark.value === matchMedia('(prefers-color-scheme: dark)').matches) place.delete('theme');
      else place.set('theme', isDark.value ? 'dark' : 'light');
      // The whole address: a part of one would be of this page, not of the one in the frame.
      if (place.toString() !== location.hash.slice(1)) location.replace(`${location.pathname}#${place}`);
    };
    /** The place in the frame is that of the whole window. */
    const keepPlace = (/** @type {MouseEvent} */ event) => {
      const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
      link.hash = frame.value?.contentWindow?.location.hash ?? '';
    };
    onMounted(follow);
    watch(isDark, follow);
    const button = (/** @type {string} */ to, /** @type {string} */ text) =>
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': page.value === to,
          onClick: () => {
            page.value = to;
          },
        },
        text,
      );
    return () =>
      h('section', { class: 'landing', 'aria-label': 'The viewer' }, [
        h('div', { class: 'choices' }, [
          h('span', 'Drop a file below, or open an example:'),
          ...EXAMPLES.map(({ page: to, text }) => button(to, text)),
          page.value === 'viewer/index.html' ? null : button('viewer/index.html', 'Close the example'),
          h('a', { href: withBase(`/${page.value}`), target: '_self', onClick: keepPlace }, 'Use the whole window'),
        ]),
        h('iframe', {
          key: page.value,
          ref: frame,
          onLoad: follow,
          src: withBase(`/${page.value}`),
          title: 'Viewer of Intel GPU binaries',
        }),
      ]);
  },
});
