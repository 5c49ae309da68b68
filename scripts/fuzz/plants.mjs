// @ts-check
/**
 * Faults that are inserted into the sources to check that the fuzzer finds them. Each makes some work quadratic, in a way that happens by
 * mistake.
 */

/** In the file at `path`, `find` is replaced by `put`. @type {Readonly<Record<string, { path: string, find: string, put: string }>>} */
export const PLANTS = {
  members: {
    path: 'src/walk/item.ts',
    find: 'row.total++;',
    put: 'row.total = names.filter((other) => other === name).length;',
  },
  kernels: {
    path: 'src/formats/zebin/read.ts',
    find: 'const text = texts.get(name);',
    put: 'const text = elf.sections.find((section) => section.name === TEXT_PREFIX + name);',
  },
  relocations: {
    path: 'src/documents/kernel/kernel.ts',
    find: "this.shared(symbols[r.r_sym]?.name ?? '')",
    put: "this.shared(symbols.filter((_, i) => i === r.r_sym)[0]?.name ?? '')",
  },
  properties: {
    path: 'src/formats/props/known-keys.ts',
    find: 'keys.add(key);',
    put: '[...keys].includes(key); keys.add(key);',
  },
  variables: {
    path: 'src/formats/visa/names.ts',
    find: 'names.add(name);',
    put: '[...names].indexOf(name); names.add(name);',
  },
  symbols: {
    path: 'src/documents/kernel/kernel.ts',
    find: '  if (list) list.push(value);\n  else map.set(key, [value]);',
    put: '  map.set(key, [...(list ?? []), value]);',
  },
};
