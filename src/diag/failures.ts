/** Codes of what stops a run of the command, beside those of findings. */

export const FAILURES = {
  'command/usage': {
    what: 'A command line that cannot be run: a verb, option or value that is unknown, missing or does not fit the file.',
    help: 'The message says what fits; `zebin VERB --help` lists the arguments and options of a verb.',
  },
  'command/unreadable': {
    what: 'A file or folder that is not there or cannot be read.',
    help: 'The message has the reason that the operating system gives.',
  },
  'command/unwritable': {
    what: 'An output that cannot be written, or that is not written because something else would be lost.',
    help: 'Nothing has been changed. Give another path, or do what the message says.',
  },
  'command/no-match': {
    what: 'A name or filter that fits nothing in the file, so that there is no answer. The exit code is 1.',
    help: 'The message lists what there is.',
  },
  'command/damaged': {
    what: 'What would be written is damaged in the file: cut short by its container, or other bytes than were compressed. The exit code is 1.',
    help: 'Nothing has been written. The message says what is wrong, and the place where; `--damaged` takes it all the same.',
  },
  'command/defect': {
    what: 'A failure of the program itself.',
    help: 'Please report it, with the file if you can.',
  },
} as const satisfies Record<string, { readonly what: string; readonly help: string }>;

export type FailureCode = keyof typeof FAILURES;
