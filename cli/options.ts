export interface OptionSpec {
  /** `-a, --all`, `-o, --output <path>`; `--checks [kinds]` for a value that may follow an equals sign; `--no-open` for something that is done by default. */
  readonly flags: string;
  readonly summary: string;
  /** Its possible values, the default first. */
  readonly choices?: readonly string[];
  /** May be given more than once: its value is then a list. */
  readonly many?: true;
  /** Its position among the other ordered options has a meaning: the option `order` lists their names as they were given. */
  readonly ordered?: true;
}

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

/** `insertAfter` of `--insert-after <assembly>`, and `open` of `--no-open`. */
type Key<Flags extends string> = Flags extends `${string}--${infer Long}` ? Camel<WithoutNo<FirstWord<Long>>> : never;
type FirstWord<Text extends string> = Text extends `${infer First} ${string}` ? First : Text;
type WithoutNo<Name extends string> = Name extends `no-${infer Rest}` ? Rest : Name;
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

type Value<Row extends OptionSpec> = Row['flags'] extends `${string}<${string}`
  ? Row extends { readonly many: true }
    ? readonly string[]
    : Row extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : string | undefined
  : Row['flags'] extends `${string}[${string}`
    ? string | undefined
    : boolean;

type Read<Rows extends readonly OptionSpec[]> = { readonly [Row in Rows[number] as Key<Row['flags']>]: Value<Row> };

/** What is read of the words of any verb. */
export type Options = Read<typeof COMMON_OPTIONS> & {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly sarif?: boolean;
  readonly output?: string | undefined;
};

/** The options of a verb with these rows, by their long names in camel case; those that are not given have their defaults. */
export type OptionsOf<Rows extends readonly OptionSpec[]> = Read<Rows> &
  Read<typeof COMMON_OPTIONS> & {
    /** The names of ordered options, as they were given. */
    readonly order: readonly string[];
  };
