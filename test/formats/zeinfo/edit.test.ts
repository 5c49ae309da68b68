/** Editing: what an edit is about changes, and every other byte stays. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, encodeText } from '../../../src/core/bytes/index.ts';
import { readZebin } from '../../../src/formats/zebin/index.ts';
import {
  CONTAINER,
  type Container,
  editZeInfo,
  plainRecord,
  printZeInfo,
  readZeInfo,
  type ZeInfoEdit,
} from '../../../src/formats/zeinfo/index.ts';
import { zebins } from '../../support/corpus.ts';
import { generateZeInfo, VERSIONS } from '../../support/generate-zeinfo.ts';
import { mulberry32, mutate } from '../../support/mutate.ts';

const read = (text: string) => readZeInfo(encodeText(text)).value;
const edit = (text: string, ...edits: ZeInfoEdit[]) => decodeText(editZeInfo(read(text), edits));
const plain = (container: Container) => plainRecord(CONTAINER, container) as Record<string, never>;

const HAND = `# by hand
version: '1.60'   # old
kernels:
- name: k # the kernel
  execution_env: # what it needs

    simd_size: 16
    grf_count:   128
  payload_arguments:
  # first
  - arg_type: arg_byvalue
    offset: 0
    size: 4
  # second
  - {arg_type: local_size, offset: 8, size: 12}
  user_attributes:
    reqd_work_group_size: [1, 2, 3]
    vec_type_hint: "float"
  odd_key: 1
kernels_misc_info:
- name: k
`;

describe('a manual edit of a text', () => {
  const CASES: readonly [string, ZeInfoEdit, string, string][] = [
    ['a number', { kind: 'set', path: '.ze_info/kernels[0]/execution_env/simd_size', value: 32 }, 'simd_size: 16', 'simd_size: 32'],
    ['text, in its quotes', { kind: 'set', path: 'kernels[0]/user_attributes/vec_type_hint', value: 'int' }, '"float"', '"int"'],
    ['the version', { kind: 'set', path: 'version', value: '1.61' }, "'1.60'   # old", "'1.61'   # old"],
    [
      'a list of numbers',
      { kind: 'set', path: 'kernels[0]/user_attributes/reqd_work_group_size', value: [4, 5, 6] },
      '[1, 2, 3]',
      '[ 4, 5, 6 ]',
    ],
    [
      'an attribute that is added, after the row before it',
      { kind: 'set', path: 'kernels[0]/execution_env/slm_size', value: 64 },
      '    simd_size: 16\n',
      '    simd_size: 16\n    slm_size: 64\n',
    ],
    [
      'an attribute that comes first',
      { kind: 'set', path: 'kernels[0]/execution_env/barrier_count', value: 1 },
      '    simd_size: 16\n',
      '    barrier_count: 1\n    simd_size: 16\n',
    ],
    [
      'an attribute in braces',
      { kind: 'set', path: 'kernels[0]/payload_arguments[1]/arg_index', value: 2 },
      'size: 12}',
      'size: 12, arg_index: 2}',
    ],
    [
      'a record that is missing',
      { kind: 'set', path: 'kernels[0]/debug_env/sip_surface_bti', value: 0 },
      'size: 12}\n',
      'size: 12}\n  debug_env:\n    sip_surface_bti: 0\n',
    ],
    [
      'an entry of a list',
      { kind: 'append', path: 'kernels[0]/payload_arguments', value: { arg_type: 'buffer_offset', offset: 20, size: 4 } },
      'size: 12}\n',
      'size: 12}\n  - arg_type: buffer_offset\n    offset: 20\n    size: 4\n',
    ],
    [
      'a list that is missing',
      { kind: 'append', path: 'kernels[0]/binding_table_indices', value: { bti_value: 0, arg_index: 1 } },
      '  # second\n  - {arg_type: local_size, offset: 8, size: 12}\n',
      '  # second\n  - {arg_type: local_size, offset: 8, size: 12}\n  binding_table_indices:\n  - bti_value: 0\n    arg_index: 1\n',
    ],
    ['an attribute that goes', { kind: 'remove', path: 'kernels[0]/execution_env/grf_count' }, '    grf_count:   128\n', ''],
    ['an unknown key that goes', { kind: 'remove', path: 'kernels[0]/odd_key' }, '  odd_key: 1\n', ''],
    ['an unknown key', { kind: 'set', path: 'kernels[0]/odd_key', value: 'a: b' }, 'odd_key: 1', "odd_key: 'a: b'"],
    [
      'an entry that goes, and the comments that stay',
      { kind: 'remove', path: 'kernels[0]/payload_arguments[0]' },
      '  - arg_type: arg_byvalue\n    offset: 0\n    size: 4\n',
      '',
    ],
    ['the first key next to a dash', { kind: 'remove', path: 'kernels[0]/name' }, 'name: k # the kernel\n  execution_env', 'execution_env'],
    ['a key in braces', { kind: 'remove', path: 'kernels[0]/payload_arguments[1]/offset' }, 'offset: 8, ', ''],
    ['the last key in braces', { kind: 'remove', path: 'kernels[0]/payload_arguments[1]/size' }, ', size: 12', ''],
  ];

  test.each(CASES)('%s: nothing else changes', (_, change, before, after) => {
    expect(HAND.split(before)).toHaveLength(2);
    expect(edit(HAND, change)).toBe(HAND.replace(before, after));
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    expect(edit(crlf(HAND), change)).toBe(crlf(HAND.replace(before, after)));
  });

  test('a kernel that is renamed, wherever its name is', () => {
    const renamed = edit(HAND, { kind: 'rename-kernel', from: 'k', to: 'x y' });
    expect(renamed).toBe(HAND.replaceAll('name: k', 'name: x y'));
  });

  test('a layout with alignment keeps it, and empty records and lists are filled', () => {
    const text = "---\nversion:         '1.60'\nkernels:\n  - name:            k\n    execution_env:\n    payload_arguments: []\n...\n";
    const value = { arg_type: 'arg_byvalue', offset: 0, size: 4 };
    expect(
      edit(
        text,
        { kind: 'set', path: 'kernels[0]/execution_env/simd_size', value: 8 },
        { kind: 'append', path: 'kernels[0]/payload_arguments', value },
      ),
    ).toBe(
      "---\nversion:         '1.60'\nkernels:\n  - name:            k\n    execution_env:\n      simd_size:       8\n    payload_arguments:\n      - arg_type:        arg_byvalue\n        offset:          0\n        size:            4\n...\n",
    );
  });

  test.each<[string, ZeInfoEdit]>([
    ['no such kernel', { kind: 'set', path: 'kernels[7]/name', value: 'x' }],
    ['no such attribute to remove', { kind: 'remove', path: 'kernels[0]/debug_env' }],
    ['no such kernel to rename', { kind: 'rename-kernel', from: 'z', to: 'x' }],
    ['a word for a number', { kind: 'set', path: 'kernels[0]/execution_env/simd_size', value: 'x' }],
    ['a number that is too large', { kind: 'set', path: 'kernels[0]/execution_env/simd_size', value: 2 ** 31 }],
    ['a record with an unknown attribute', { kind: 'append', path: 'kernels[0]/payload_arguments', value: { sise: 1 } }],
    ['a path that is none', { kind: 'remove', path: 'kernels[0' }],
    ['an attribute of a number', { kind: 'set', path: 'kernels[0]/execution_env/simd_size/x', value: 1 }],
  ])('%s is a TypeError', (_, change) => {
    expect(() => edit(HAND, change)).toThrow(TypeError);
  });
});

describe('every real text', () => {
  const texts = zebins().flatMap((file) => {
    const { zeInfo } = readZebin(file.bytes()).value;
    return zeInfo ? [{ name: file.name, zeInfo }] : [];
  });

  test('edited is what the edited model prints', { tags: ['corpus'] }, () => {
    expect(texts.length).toBeGreaterThan(10);
    const wrong = texts.filter(({ zeInfo }) => {
      const { container } = zeInfo;
      const argument = { arg_type: 'global_size', offset: 512, size: 12 };
      const edited = editZeInfo(zeInfo, [
        { kind: 'set', path: 'kernels[0]/execution_env/slm_size', value: 77 },
        { kind: 'append', path: 'kernels[0]/payload_arguments', value: argument },
        { kind: 'remove', path: 'kernels[0]/execution_env/simd_size' },
      ]);
      const [kernel, ...others] = container.kernels ?? [];
      const { simd_size: _, ...env } = { ...kernel?.execution_env, slm_size: 77 };
      const changed = { ...kernel, execution_env: env, payload_arguments: [...(kernel?.payload_arguments ?? []), argument] };
      return decodeText(edited) !== printZeInfo({ ...container, kernels: [changed, ...others] });
    });
    expect(wrong.map((one) => one.name)).toEqual([]);
  });
});

/** The same model in another layout. */
const LAYOUTS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replace(/^( *(?:- )?[A-Za-z_0-9]+:) +(?=\S)/gm, '$1 '),
  (text) => text.replace(/$/gm, '   # c').replace(/^(---|\.\.\.) {3}# c$/gm, '$1'),
  (text) => text.replace(/^(?=.)/gm, '\n# c\n').replace(/\n$/, ''),
  (text) => text.replace(/\n\.\.\.\n$/, ''),
  (text) => text.replace(/^( *)(- (?=\S))?/gm, (_, blanks: string, dash?: string) => `${blanks}${blanks}${dash ? '-   ' : ''}`),
];

test('any edit of any text in any layout results in the edited model, and can be undone', { tags: ['corpus'] }, () => {
  fc.assert(
    fc.property(
      fc.nat(5_000),
      fc.constantFrom(...VERSIONS.slice(7)),
      fc.nat(),
      fc.integer({ min: -5, max: 999_999 }),
      (seed, version, layout, number) => {
        const text = (LAYOUTS[layout % LAYOUTS.length] as (text: string) => string)(
          printZeInfo(generateZeInfo(seed, { version, kernels: ['a', 'b'] })),
        );
        const model = plain(read(text).container);
        const changed = structuredClone(model) as Record<string, never[]>;
        const kernel = changed.kernels?.[1] as unknown as {
          name: string;
          execution_env: Record<string, unknown>;
          payload_arguments?: object[];
        };
        const argument = { arg_type: 'local_size', offset: number, size: 12 };
        kernel.name = 'other: name';
        kernel.execution_env.slm_size = number;
        delete kernel.execution_env.grf_count;
        kernel.payload_arguments = [...(kernel.payload_arguments ?? []), argument];
        const edited = edit(
          text,
          { kind: 'rename-kernel', from: 'b', to: 'other: name' },
          { kind: 'set', path: 'kernels[1]/execution_env/slm_size', value: number },
          { kind: 'remove', path: 'kernels[1]/execution_env/grf_count' },
          { kind: 'append', path: 'kernels[1]/payload_arguments', value: argument },
        );
        expect(plain(read(edited).container)).toEqual(changed);
        const appended = (kernel.payload_arguments?.length ?? 0) - 1;
        const back = edit(
          edited,
          { kind: 'remove', path: `kernels[1]/payload_arguments[${appended}]` },
          { kind: 'rename-kernel', from: 'other: name', to: 'b' },
        );
        expect(read(back).container.kernels?.[1]?.payload_arguments ?? []).toHaveLength(appended);
        if (appended > 0) expect(back.length).toBeLessThan(edited.length);
      },
    ),
    { numRuns: 150 },
  );
});

test('edits of damaged text throw nothing but TypeError, and change the model only where they say', { tags: ['corpus'] }, () => {
  const random = mulberry32(11);
  const texts = Array.from({ length: 10 }, (_, seed) => encodeText(printZeInfo(generateZeInfo(seed, { version: '1.73', kernels: ['a'] }))));
  for (let i = 0; i < 400; i++) {
    const zeInfo = readZeInfo(mutate(texts[i % texts.length] as Uint8Array, random)).value;
    const change: ZeInfoEdit = { kind: 'set', path: 'kernels[0]/execution_env/slm_size', value: 4711 };
    try {
      const after = readZeInfo(editZeInfo(zeInfo, [change])).value.container;
      expect(after.kernels?.[0]?.execution_env?.slm_size).toBe(4711);
      expect(after.kernels?.length).toBe(zeInfo.container.kernels?.length);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
});
