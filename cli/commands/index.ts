import type { CommandSpec, Group, VerbModule } from '../command.ts';
import { INFO } from './default.ts';
import { BUILDS } from './groups/builds.ts';
import { CHANGES } from './groups/changes.ts';
import { CONTENT } from './groups/content.ts';
import { LOADING } from './groups/loading.ts';
import { NAMES } from './groups/names.ts';
import { RESULTS } from './groups/results.ts';
import { SPACE } from './groups/space.ts';
import { SPEED } from './groups/speed.ts';
import type { Context, Row, Verb } from './rows.ts';

/** The module that does the work of a verb is loaded when the verb runs: starting costs no more than one verb. */
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
  run: () => import('./run.ts'),
  debug: () => import('./debug.ts'),
  test: () => import('./test.ts'),
  convert: () => import('./convert.ts'),
};

const specOf = (row: Row): CommandSpec => (row.name === 'info' ? INFO : { ...row, load: MODULES[row.name] });

/** What people come with, in the order of the help, the manual, the README and docs/verbs.md. */
export const GROUPS: readonly Group[] = [
  { title: 'What is in a file', verbs: CONTENT.map(specOf) },
  { title: 'It does not load', verbs: LOADING.map(specOf) },
  { title: 'It is slow', verbs: SPEED.map(specOf) },
  { title: 'The result is wrong', verbs: RESULTS.map(specOf) },
  { title: 'It is large', verbs: SPACE.map(specOf) },
  { title: 'No kernel named … was found', verbs: NAMES.map(specOf) },
  { title: 'In CI, and for many files', verbs: BUILDS.map(specOf) },
  { title: 'Change a file', verbs: CHANGES.map(specOf) },
];

/** Every verb, in the order of the groups. */
export const COMMANDS: readonly CommandSpec[] = GROUPS.flatMap(({ verbs }) => verbs);
