// @ts-check
/**
 * How the site presents each folder of the reference: in which group, under which title. Which entries are in a folder, and at which
 * address, is said by src/explain/pages.ts.
 */

/**
 * @typedef {object} Folder
 * @property {string} title of the folder, or of its one page
 * @property {string} one what one of its pages is about
 * @property {string} about one sentence
 * @property {boolean} [newestFirst] the order of the tables is the order of time
 */

/** @type {readonly (readonly [group: string, folders: Readonly<Record<string, Folder>>])[]} */
export const GROUPS = [
  [
    'ze_info',
    {
      attribute: { title: 'Attributes', one: 'attribute of ze_info', about: 'What `.ze_info` says of kernels, functions and host access.' },
      block: { title: 'Blocks', one: 'block of ze_info', about: 'The maps and lists that attributes are in.' },
      enumeration: { title: 'Enumerations', one: 'enumeration of ze_info', about: 'The words that attributes can have as values.' },
      version: {
        title: 'Versions',
        one: 'version of ze_info',
        about: 'What came and went with each version of the format.',
        newestFirst: true,
      },
    },
  ],
  [
    'The file',
    {
      section: { title: 'Sections', one: 'section', about: 'Sections of a zebin, by name.' },
      'section-type': { title: 'Section types', one: 'section type', about: 'Values of `sh_type` that only zebins have.' },
      note: { title: 'Notes', one: 'note', about: 'Notes about the target of the code, with their bit fields.' },
      relocation: { title: 'Relocations', one: 'relocation type', about: 'What a driver writes into code and data when it loads them.' },
      'pseudo-kernel': {
        title: 'Pseudo-kernels',
        one: 'pseudo-kernel',
        about: 'Entries of `kernels` that only hold the code of functions.',
      },
      symbol: { title: 'Symbols', one: 'symbol', about: 'Symbols with a meaning of their own.' },
      structure: { title: 'Structures', one: 'structure', about: 'The fields of binary structures, with their sizes.' },
      number: { title: 'Numbers of ELF', one: 'numbers', about: 'Named values of the fields of ELF.' },
      generator: { title: 'Generators', one: 'generator', about: 'The programs that write zebins, by the number in the note.' },
      format: { title: 'File formats', one: 'format', about: 'Every kind of file that is recognised.' },
      'archive-member': { title: 'Members of archives', one: 'member', about: 'What the members of an ar archive are for.' },
    },
  ],
  [
    'Devices and drivers',
    {
      device: { title: 'Devices', one: 'device', about: 'Devices by IP version.' },
      'product-family': { title: 'Product families', one: 'product family', about: 'The number in note 1.' },
      'core-family': { title: 'Core families', one: 'core family', about: 'The number in note 2.' },
      release: {
        title: 'Driver releases',
        one: 'release of intel/compute-runtime',
        about: 'Each release that decides differently from the one before it, and the others with the one that they decide like.',
        newestFirst: true,
      },
    },
  ],
  [
    'Checks and documents',
    {
      diagnostic: { title: 'Diagnostics', one: 'diagnostic', about: 'Every code that is reported: what was found, and what to do.' },
      check: { title: 'Checks of a run', one: 'check', about: 'What `zebin run --checks` finds, and what would be right.' },
      result: {
        title: 'Results of the driver',
        one: 'result',
        about: 'What Level Zero, OpenCL and SYCL return for device binaries, and the verb that says why.',
      },
      message: { title: 'Messages', one: 'message', about: 'Sentences of drivers, runtimes and compilers about device binaries.' },
      document: { title: 'JSON documents', one: 'JSON document', about: 'The members of every document of `--json`.' },
    },
  ],
  [
    'SYCL',
    {
      'property-set': { title: 'Property sets', one: 'property set', about: 'What the compiler passes to the runtime.' },
      property: { title: 'Properties', one: 'property', about: 'The keys of property sets.' },
      aspect: { title: 'Aspects', one: 'aspect', about: 'What a device has to have, by number.' },
      'device-library': { title: 'Device libraries', one: 'device library', about: 'Bits of `DeviceLibReqMask`.' },
      'image-kind': { title: 'Image kinds', one: 'image kind', about: 'What an OffloadBinary says that an image is.' },
      'offload-kind': { title: 'Offload kinds', one: 'offload kind', about: 'Which runtime an image is for.' },
      string: { title: 'Strings of containers', one: 'strings', about: 'Keys of the string tables of OffloadBinary and SYCLBIN.' },
      role: { title: 'Roles in SYCLBIN', one: 'role', about: 'What the property sets of a SYCLBIN file are for.' },
    },
  ],
  [
    'vISA',
    {
      'visa-instruction': { title: 'vISA instructions', one: 'vISA instruction', about: 'Every instruction, with its opcode.' },
      'visa-structure': { title: 'vISA structures', one: 'structure of vISA objects', about: 'The records of a vISA object.' },
      'visa-operand': { title: 'vISA operands', one: 'kind of operand', about: 'Kinds of operands of instructions.' },
      'visa-attribute': { title: 'vISA attributes', one: 'attribute', about: 'Attributes of kernels, functions and variables.' },
      'visa-variable': { title: 'Predefined variables', one: 'variable', about: 'Variables and surfaces that every kernel has.' },
      'visa-directive': { title: 'vISA directives', one: 'directive', about: 'Lines of vISA text that are not instructions.' },
      'visa-word': { title: 'vISA words', one: 'word', about: 'Words of vISA text, by what they select.' },
      'visa-platform': { title: 'vISA platforms', one: 'platform', about: 'Device families of embedded machine code.' },
    },
  ],
  [
    'Machine code',
    {
      'eu-operation': {
        title: 'Operations',
        one: 'operation of machine code',
        about: 'What execution units do, with opcodes by platform.',
      },
      'eu-message': { title: 'Messages', one: 'message', about: 'What a send asks of the unit that it addresses.' },
      'eu-field': { title: 'Instruction fields', one: 'field', about: 'Where the bits of an instruction are.' },
      'eu-register': { title: 'Registers', one: 'register', about: 'Register files and special registers.' },
      'eu-type': { title: 'Data types', one: 'type', about: 'Types of operands.' },
      'eu-unit': { title: 'Units', one: 'unit', about: 'Shared functions that messages go to.' },
      'eu-option': { title: 'Instruction options', one: 'option', about: 'Options in braces at the end of an instruction.' },
      'eu-platform': { title: 'Instruction sets', one: 'platform', about: 'Instruction sets by their names in iga64.' },
    },
  ],
];

/** @type {Readonly<Record<string, Folder>>} */
export const FOLDERS = Object.assign({}, ...GROUPS.map(([, folders]) => folders));
