import type { CodeRow } from './row.ts';

const refused = (what: string, help: string): CodeRow => ({ severity: 'error', what, help });

/** Codes of the replayed decision of a driver: why a release refuses a file, or ends the process over it (`-abort`). */
export const DRIVER_CODES = {
  'driver/not-zebin': refused(
    'The driver does not take the file for a zebin.',
    'It looks at the first four bytes, the class, and e_type: 1 (ET_REL) or 0xff12 (ET_ZEBIN_EXE).',
  ),
  'driver/elf': refused(
    'The ELF container does not hold together.',
    'The message names the table or section; the file is cut short or was edited without its offsets.',
  ),
  'driver/elf-abort': refused(
    'The driver reads outside the file, which can end the process.',
    'It trusts indices and offsets that it does not check. The message names the one that is wrong.',
  ),
  'driver/section-names': refused(
    'The sections have no names.',
    'e_shstrndx has to be the index of the section with the names, and not 0.',
  ),
  'driver/section': refused(
    'A section of a type or name that the release does not know.',
    'A newer release may know it: `zebin explain` with the name or type of the section tells which.',
  ),
  'driver/section-twice': refused('A section twice that may be there once.', 'Remove one of the two.'),
  'driver/notes': refused(
    'Notes that the driver cannot read.',
    'A note runs past its section, or the version in note 4 is none. The driver then takes the file for one of another device.',
  ),
  'driver/target': refused(
    'The binary is not for this device.',
    'With .spv or .pisa in it the driver compiles it again; without, it is refused. `zebin info` names the device it was made for.',
  ),
  'driver/device': refused(
    'A release that does not have the device.',
    'Drivers know the devices that were there when they were made, and drop old ones. The message names the release.',
  ),
  'driver/detection-version': {
    severity: 'info',
    what: 'The analysis of indirect accesses is of an old version.',
    help: 'The driver may not trust it: it then takes all memory of the process for accessible to the kernel, or compiles again.',
  },
  'driver/cache-policy': {
    severity: 'info',
    what: 'The file does not say for which L1 policy it was made, or for another than the usual one.',
    help: 'Level Zero compiles it again from IR where the policy of the device is another, or runs it with its own policy when it has none.',
  },
  'driver/yaml': refused(
    'Text of ze_info that the driver cannot read, although YAML may allow it.',
    'Its dialect has no inline maps, no signs in inline lists, no quotes around keys, and wants a dash below each list.',
  ),
  'driver/yaml-abort': refused(
    'Text of ze_info that ends the process of the driver.',
    'The driver does not check for it. Correct the line.',
  ),
  'driver/unknown-key': refused(
    'A key of ze_info that the release does not know.',
    'Since 24.45.31740 an unknown key is refused; `zebin explain KEY` tells which releases know it.',
  ),
  'driver/key-twice': refused('A key twice that may be there once.', 'Remove one of the two.'),
  'driver/key-missing': refused('A kernel without name or execution_env.', 'Both have to be there exactly once.'),
  'driver/value': refused(
    'A value that the driver does not read.',
    'It is of the wrong kind, out of range, or a word that the release does not know.',
  ),
  'driver/value-abort': refused('A value that ends the process of the driver.', 'The driver does not check for it. Correct the value.'),
  'driver/version': refused('A version that is not MAJOR.MINOR.', 'Write it as 1.39.'),
  'driver/major-version': refused('A major version of ze_info that the driver does not take.', 'There is only 1 so far.'),
  'driver/simd-size': refused('A simd_size other than 1, 8, 16 or 32.', 'It is required; left out, it counts as -1.'),
  'driver/argument': refused('An argument that the driver cannot place.', 'The message names the argument and what is expected of it.'),
  'driver/argument-index-abort': refused(
    'An argument index for which the driver has no argument.',
    'Arguments of this type need an arg_index from 0 on; the driver does not check it.',
  ),
  'driver/argument-kind-abort': refused(
    'An explicit argument that is two things at once.',
    'All entries with one arg_index have to be of one kind: pointer, image, sampler or value. The driver ends the process otherwise.',
  ),
  'driver/memory-abort': refused(
    'A number for which the driver asks for more memory than there is.',
    'It makes a list as long as the greatest index. Correct the number.',
  ),
  'driver/inline-sampler': refused('An inline sampler that is not complete.', 'It needs sampler_index, addrmode and filtermode.'),
  'driver/memory-buffer': refused(
    'A per-thread buffer that the driver refuses.',
    'Its size has to be positive, its type global (private_space) or scratch, its slot 0 or 1 and used once.',
  ),
  'driver/bindless': refused(
    'Bindless and stateful arguments mixed in one kernel.',
    'A kernel has to use one of the two for its buffers and images.',
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
  'driver/limit': {
    severity: 'warning',
    what: 'A kernel that wants of the device what it does not have, in a file that the driver loads.',
    help: 'The driver does not compare this when it loads the file. The message says what follows when the kernel is made or launched.',
  },
} as const satisfies Record<string, CodeRow>;

export type DriverCode = keyof typeof DRIVER_CODES;
