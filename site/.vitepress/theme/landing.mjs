// @ts-check
/** The first page: the viewer, ready for a file, with examples that open by a click. */
import { withBase } from 'vitepress';
import { defineComponent, h, ref } from 'vue';

const EXAMPLES = [
  { page: 'viewer/kernels.html', text: 'A zebin for Panther Lake whose kernels spill' },
  { page: 'viewer/archive.html', text: 'An archive of ocloc for two devices' },
];

export const Landing = defineComponent({
  setup() {
    const page = ref('viewer/index.html');
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
          h('a', { href: withBase(`/${page.value}`), target: '_self' }, 'Use the whole window'),
        ]),
        h('iframe', { key: page.value, src: withBase(`/${page.value}`), title: 'Viewer of Intel GPU binaries' }),
      ]);
  },
});
