import type { CodeRow } from './row.ts';

/** Codes of host files: ELF, PE and COFF with device images inside. */
export const HOST_CODES = {
  'host/not-host': {
    severity: 'error',
    what: 'The data is not an ELF, PE or COFF file for a host.',
    help: 'Only these are searched for device images.',
  },
  'host/header': {
    severity: 'error',
    what: 'A host file that ends inside its headers.',
    help: 'The file is truncated. Sections with a complete header are read.',
  },
  'host/section-range': {
    severity: 'error',
    what: 'The content of a section reaches past the end of the file.',
    help: 'The file is truncated or the section header is wrong. The section counts as empty.',
  },
  'host/image': {
    severity: 'error',
    what: 'An image structure of a descriptor that cannot be read.',
    help: 'Its version is unknown, or its pointers lead outside the file. The images before it are listed.',
  },
  'host/pointer': {
    severity: 'error',
    what: 'A pointer of an image, entry or property that leads outside the file.',
    help: 'Its target is left out. The program is damaged, or was changed after it was linked.',
  },
} as const satisfies Record<string, CodeRow>;
