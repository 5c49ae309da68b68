import type { CommandSpec, Group } from '../command.ts';
import { BUILDS } from './groups/builds.ts';
import { CHANGES } from './groups/changes.ts';
import { CONTENT } from './groups/content.ts';
import { LOADING } from './groups/loading.ts';
import { NAMES } from './groups/names.ts';
import { SPACE } from './groups/space.ts';
import { SPEED } from './groups/speed.ts';

/** What people come with, in the order of the help, the manual, the README and docs/verbs.md. */
export const GROUPS: readonly Group[] = [
  { title: 'What is in a file', verbs: CONTENT },
  { title: 'It does not load', verbs: LOADING },
  { title: 'It is slow', verbs: SPEED },
  { title: 'It is large', verbs: SPACE },
  { title: 'No kernel named … was found', verbs: NAMES },
  { title: 'In CI, and for many files', verbs: BUILDS },
  { title: 'Change a file', verbs: CHANGES },
];

/** Every verb, in the order of the groups. */
export const COMMANDS: readonly CommandSpec[] = GROUPS.flatMap(({ verbs }) => verbs);
