/** The options of verbs as types, which follow from their rows. */
import type { Context as ContextOf } from '../command.ts';
import type { OptionsOf as OptionsOfRows } from '../options.ts';
import type { BUILDS } from './groups/builds.ts';
import type { CHANGES } from './groups/changes.ts';
import type { CONTENT } from './groups/content.ts';
import type { LOADING } from './groups/loading.ts';
import type { NAMES } from './groups/names.ts';
import type { RESULTS } from './groups/results.ts';
import type { SPACE } from './groups/space.ts';
import type { SPEED } from './groups/speed.ts';

type Rows = typeof BUILDS | typeof CHANGES | typeof CONTENT | typeof LOADING | typeof NAMES | typeof RESULTS | typeof SPACE | typeof SPEED;

/** The row of a verb. */
export type Row = Rows[number];
export type Verb = Row['name'];

/** The options of a verb, as its row says. */
export type OptionsOf<V extends Verb> = OptionsOfRows<Extract<Row, { readonly name: V }>['options']>;

/** The arguments of a verb's `run`. */
export type Context<V extends Verb> = ContextOf<OptionsOf<V>>;
