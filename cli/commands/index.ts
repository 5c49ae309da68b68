/** Every verb, with the module that does its work, which is loaded when the verb runs: starting costs no more than one verb. */
import type { CommandSpec, VerbModule } from '../command.ts';
import { INFO } from './default.ts';
import { type Context, ROWS, type Verb } from './rows.ts';

type Modules = { readonly [V in Exclude<Verb, 'info'>]: () => Promise<VerbModule<Context<V>>> };

const MODULES: Modules = {
  ls: () => import('./ls.ts'),
  kernel: () => import('./kernel.ts'),
  cost: () => import('./cost.ts'),
  dump: () => import('./dump.ts'),
  disasm: () => import('./disasm.ts'),
  text: () => import('./text.ts'),
  asm: () => import('./asm.ts'),
  patch: () => import('./patch.ts'),
  size: () => import('./size.ts'),
  coverage: () => import('./coverage.ts'),
  check: () => import('./check.ts'),
  validate: () => import('./validate.ts'),
  diff: () => import('./diff.ts'),
  compare: () => import('./compare.ts'),
  scan: () => import('./scan.ts'),
  query: () => import('./query.ts'),
  extract: () => import('./extract.ts'),
  props: () => import('./props.ts'),
  replace: () => import('./replace.ts'),
  visa: () => import('./visa.ts'),
  view: () => import('./view.ts'),
  explain: () => import('./explain.ts'),
  link: () => import('./link.ts'),
  unpack: () => import('./unpack.ts'),
  pack: () => import('./pack.ts'),
  strip: () => import('./strip.ts'),
  edit: () => import('./edit.ts'),
  reduce: () => import('./reduce.ts'),
  convert: () => import('./convert.ts'),
};

/** In the order of the help. */
export const COMMANDS: readonly CommandSpec[] = ROWS.map((row) => (row.name === 'info' ? INFO : { ...row, load: MODULES[row.name] }));
