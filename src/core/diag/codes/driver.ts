import type { CodeRow } from './row.ts';

const refused = (what: string, help: string): CodeRow => ({ severity: 'error', what, help });

/** Codes of the replayed decision of a driver: why a release refuses a file, or aborts the process over it (`-abort`). */
export const DRIVER_CODES = {
  'driver/not-zebin': refused(
    'The driver does not treat the file as a zebin.',
    'It looks at the first four bytes, the class, and e_type: 1 (ET_REL) or 0xff12 (ET_ZEBIN_EXE).',
  ),
  'driver/elf': refused(
    'The ELF file is inconsistent.',
    'The message names the table or section; the file is truncated, or was edited without updating offsets.',
  ),
  'driver/elf-abort': refused(
    'The driver reads outside the file, which can abort the process.',
    'It does not check indices and offsets. The message names the wrong one.',
  ),
  'driver/section-names': refused('The sections have no names.', 'e_shstrndx must be the index of the section with the names, and not 0.'),
  'driver/section': refused(
    'A section of a type or name that the release does not know.',
    'A newer release may know it: see `zebin explain` with the name or type of the section.',
  ),
  'driver/section-twice': refused('A repeated section that must be unique.', 'Remove one of the two.'),
  'driver/notes': refused(
    'Notes that the driver cannot read.',
    'A note runs past its section, or note 4 has an invalid version. The driver then treats the file as one for another device.',
  ),
  'driver/target': refused(
    'The binary is not for this device.',
    'If it has .spv or .pisa, the driver recompiles it; otherwise it refuses it. `zebin info` names the device that it was made for.',
  ),
  'driver/device': refused(
    'A release that does not support the device.',
    'A driver supports the devices of its time; support for old devices is dropped. The message names the release.',
  ),
  'driver/detection-version': {
    severity: 'info',
    what: 'The analysis of indirect accesses has an old version.',
    help: 'The driver may not trust it. It then assumes that the kernel can access all memory of the process, or recompiles.',
  },
  'driver/cache-policy': {
    severity: 'info',
    what: 'The file does not state its L1 cache policy, or states one other than the default.',
    help: 'Level Zero recompiles it from IR if the device has another policy, or runs it with its own policy if there is no IR.',
  },
  'driver/yaml': refused(
    'Text of ze_info that the driver cannot read, although YAML may allow it.',
    'Its dialect has no inline maps, no signs in inline lists and no quotes around keys, and needs a dash below each list.',
  ),
  'driver/yaml-abort': refused(
    'Text of ze_info that aborts the process of the driver.',
    'The driver does not check for it. Correct the line.',
  ),
  'driver/unknown-key': refused(
    'A key of ze_info that the release does not know.',
    'Since 24.45.31740 an unknown key is refused; `zebin explain KEY` lists the releases that know it.',
  ),
  'driver/key-twice': refused('A repeated key that must be unique.', 'Remove one of the two.'),
  'driver/key-missing': refused('A kernel without name or execution_env.', 'Both must appear exactly once.'),
  'driver/value': refused(
    'A value that the driver does not read.',
    'It has the wrong type, is out of range, or is a word that the release does not know.',
  ),
  'driver/value-abort': refused('A value that aborts the process of the driver.', 'The driver does not check for it. Correct the value.'),
  'driver/version': refused('A version that is not MAJOR.MINOR.', 'Write it as 1.39.'),
  'driver/major-version': refused('A major version of ze_info that the driver does not accept.', 'Only 1 exists so far.'),
  'driver/simd-size': refused('A simd_size other than 1, 8, 16 or 32.', 'It is required; if it is missing, -1 is used.'),
  'driver/argument': refused('An argument that the driver cannot place.', 'The message names the argument and what is expected of it.'),
  'driver/argument-index-abort': refused(
    'An argument index for which the driver has no argument.',
    'Arguments of this type need a non-negative arg_index; the driver does not check it.',
  ),
  'driver/argument-kind-abort': refused(
    'An explicit argument of two kinds.',
    'All entries with the same arg_index must have the same kind: pointer, image, sampler or value. Otherwise the driver aborts.',
  ),
  'driver/memory-abort': refused(
    'A number that makes the driver run out of memory.',
    'The driver allocates a list as long as the largest index. Correct the number.',
  ),
  'driver/inline-sampler': refused('An incomplete inline sampler.', 'It needs sampler_index, addrmode and filtermode.'),
  'driver/memory-buffer': refused(
    'A per-thread buffer that the driver refuses.',
    'Its size must be positive, its type global (private_space) or scratch, and its slot 0 or 1 and unique.',
  ),
  'driver/bindless': refused(
    'Bindless and stateful arguments mixed in one kernel.',
    'A kernel must use only one of the two for its buffers and images.',
  ),
  'driver/binding-table': refused(
    'An entry of the binding table for an argument that is neither pointer nor image.',
    'Correct arg_index, or describe the argument in payload_arguments.',
  ),
  'driver/kernel-without-text': refused(
    'A kernel without a section with its code.',
    'Its section is .text. followed by the name of the kernel, and must not be empty.',
  ),
  'driver/slm-size': refused(
    'More shared local memory than a work-group of the device can have.',
    'The driver decodes the file, compares the largest slm_size with the device, and does not load it: CL_OUT_OF_RESOURCES, or ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY.',
  ),
  'driver/scratch-size': refused(
    'A scratch buffer that is larger than the device allows.',
    'Since 22.49.25018.14 the driver loads the file and does not create the kernel: CL_INVALID_KERNEL, or ZE_RESULT_ERROR_INVALID_NATIVE_BINARY. Other kernels of the file can be created.',
  ),
  'driver/stateful-buffer': refused(
    'A buffer with a state, on a device whose driver refuses such code of IGC.',
    'Compile with stateless buffers. The driver decodes the file and then refuses it: CL_BUILD_PROGRAM_FAILURE, or ZE_RESULT_ERROR_MODULE_BUILD_FAILURE.',
  ),
  'driver/base-abort': refused(
    'An argument for the address of variables, in a file without such variables.',
    'The driver uses their memory without checking that there is any: the process ends when the module or the kernel is created.',
  ),
  'driver/external-function': refused(
    'Functions across sections that the driver cannot resolve.',
    'With functions in .ze_info, every called function needs an entry there. Linking fails: CL_INVALID_BINARY, or ZE_RESULT_ERROR_MODULE_LINK_FAILURE.',
  ),
  'driver/level-zero': {
    severity: 'warning',
    what: 'Something that Level Zero refuses, and OpenCL does not.',
    help: 'The message says what. The verdict is that of the decoder, which both share.',
  },
  'driver/required-libs': {
    severity: 'info',
    what: 'The file needs modules that the driver loads from its own folder.',
    help: 'It cannot be said whether they are there. A release that does not load them cannot resolve the symbols that they define.',
  },
  'driver/limit': {
    severity: 'warning',
    what: 'A kernel that exceeds a limit of the device, in a file that the driver loads.',
    help: 'The driver does not check this when it loads the file. The message says what happens when the kernel is created or launched.',
  },
} as const satisfies Record<string, CodeRow>;

export type DriverCode = keyof typeof DRIVER_CODES;
