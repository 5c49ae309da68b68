/** The options of a verb as they were given, by their long names in camel case. */
export type Options = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** The options that every verb has. */
export const COMMON_OPTIONS = [
  { flags: '--color <when>', summary: 'when to use colour', choices: ['auto', 'always', 'never'] },
  { flags: '--timeout <seconds>', summary: 'stop after this time, with what was printed until then and exit code 2' },
  { flags: '--unlimited', summary: 'do not stop at the limits of work and output, for files that you trust' },
  { flags: '-h, --help', summary: 'display help for command' },
] as const;

export const HELP_OPTION = COMMON_OPTIONS[3];

/** Used without a verb. */
export const VERSION_OPTION = { flags: '-V, --version', summary: 'print the version' } as const;
