/** Codes of failures of the command, in addition to those of findings. */

export const FAILURES = {
  'command/usage': {
    what: 'An invalid command line: a verb, option or value that is unknown, missing or does not apply to the file.',
    help: 'The message says what is valid; `zebin VERB --help` lists the arguments and options of a verb.',
  },
  'command/unreadable': {
    what: 'A file or folder that does not exist or cannot be read.',
    help: "The message has the operating system's reason.",
  },
  'command/unwritable': {
    what: 'An output that cannot be written, or would overwrite something else.',
    help: 'Nothing has been changed. Give another path, or do what the message says.',
  },
  'command/no-match': {
    what: 'A name or filter that matches nothing in the file. The exit code is 1.',
    help: 'The message lists what is available.',
  },
  'command/damaged': {
    what: 'The content to write is damaged: truncated in its container, or different from what was compressed. The exit code is 1.',
    help: 'Nothing has been written. The message says what is wrong and where; `--damaged` writes it anyway.',
  },
  'command/defect': {
    what: 'A defect of the program.',
    help: 'Please report it, with the file if you can.',
  },
} as const satisfies Record<string, { readonly what: string; readonly help: string }>;

export type FailureCode = keyof typeof FAILURES;
