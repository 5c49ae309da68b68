/** The options of a verb as they were given, by their long names in camel case. */
export type Options = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
