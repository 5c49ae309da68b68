import type { CodeRow } from './row.ts';

const PAGE = 'intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec';
const ELF_PAGE = `${PAGE}/elf.md`;
const INFO_PAGE = `${PAGE}/zeinfo.md`;
const ABI = 'System V ABI, edition 4.1, chapter 4';
const DECODER = 'intel/compute-runtime shared/source/device_binary_format/zebin';

const row =
  (severity: CodeRow['severity'], source: string) =>
  (what: string, help: string): CodeRow => ({ severity, what, help, source });

const abi = row('error', ABI);
const page = row('error', ELF_PAGE);
const info = row('error', INFO_PAGE);
const driver = row('error', `${DECODER}/zeinfo_decoder.cpp`);

/**
 * Codes of checking: rules of the specifications, and of drivers of all releases, that a readable file breaks. Those of
 * ze_info are called `rule/` and the name of their rule.
 */
export const RULE_CODES = {
  'rule/elf-header': abi('A field of the ELF header with an invalid value.', 'The message lists the valid values.'),
  'rule/section-overlap': row('warning', ABI)(
    'Two sections share bytes of the file.',
    'A program that changes one of them changes the other. Sections with exactly the same bytes are not reported, because generators write them.',
  ),
  'rule/section-align': abi('A section whose alignment is not a power of two.', 'sh_addralign is 0, 1, 2, 4 and so on.'),
  'rule/symbol-order': row('warning', ABI)(
    'A local symbol after a global one, or sh_info that is not the first global one.',
    'Linkers treat symbols before sh_info as local. Drivers ignore it.',
  ),
  'rule/symbol-section': abi(
    'A symbol in a section that does not exist.',
    'st_shndx is the index of a section, 0, or one of the reserved numbers.',
  ),
  'rule/relocation-symbol': abi(
    'A relocation for a symbol that does not exist, or a relocation table without a symbol table.',
    'The driver reads outside its symbol table. Correct the index in r_info, or sh_link.',
  ),
  'rule/relocation-target': abi(
    'A relocation table that applies to no section.',
    'sh_info of the table is the index of the section that the relocations apply to.',
  ),
  'rule/string-tables': row('error', `${DECODER}/../elf/elf_decoder.h`)(
    'Symbol names and section names in different string tables.',
    'Drivers read both from the table in e_shstrndx, so they see wrong names. Merge the two tables.',
  ),
  'rule/zebin-header': page(
    'A field of the ELF header whose value differs from that of other zebins.',
    'The message has the expected value. Drivers ignore most of these fields.',
  ),
  'rule/abi-version': row('warning', ELF_PAGE)(
    'EI_ABIVERSION 0 in a file of a version that has the byte.',
    'nGEN writes 0 in every version. Drivers ignore the byte.',
  ),
  'rule/section-type': page(
    'A section whose type does not match its name, or that no version and no driver knows.',
    'Drivers refuse unknown section types, and unknown names of code or data sections.',
  ),
  'rule/section-flags': row('warning', ELF_PAGE)('A section with unusual flags.', 'Drivers ignore section flags; other tools do not.'),
  'rule/section-name': row('warning', ELF_PAGE)(
    'A section with an unknown name.',
    'Drivers ignore it, most with a warning. Check the spelling.',
  ),
  'rule/misc-name': row('info', ELF_PAGE)(
    'A section .misc.NAME that no public driver reads.',
    'The specification allows any name. Drivers ignore the section with a warning; check the spelling if it is meant to be read.',
  ),
  'rule/section-twice': page('A repeated section that must be unique.', 'Drivers refuse such a file. Remove one of the two.'),
  'rule/section-version': row('warning', `${PAGE}/version.md`)(
    'A section, note or relocation type that the version of the file does not have.',
    'Drivers check the type, not the version: a driver as old as the version may refuse it.',
  ),
  'rule/gtpin-symbol': page(
    'A section for GTPin whose sh_info is not the symbol of the kernel or function in its name.',
    'GTPin uses this symbol to find the kernel or function.',
  ),
  'rule/gtpin-link': page('A section for GTPin whose sh_link is not 0.', 'Only sh_info has a meaning there. Write 0.'),
  'rule/no-symtab': row('warning', ELF_PAGE)(
    'Kernels without a symbol table.',
    'Each kernel has a symbol of its name. Debuggers and profilers find kernels by it; drivers do not need it.',
  ),
  'rule/kernel-symbol': row('warning', ELF_PAGE)(
    'A kernel without its local symbol at the start of its code.',
    'Debuggers and profilers find kernels by it; drivers do not need it.',
  ),
  'rule/kernel-symbol-twice': page('Two symbols with the name of one kernel.', 'A kernel has one symbol. Rename or remove the other.'),
  'rule/symbol-extent': page(
    'A kernel or function that ends outside the section of its code.',
    'st_value and st_size are in bytes, within the section. Correct them.',
  ),
  'rule/entry-symbol': page(
    'A symbol _entry that is global, of a wrong type, or not in the code of a kernel.',
    'It is local, has no type and no size, and marks the actual start of the kernel.',
  ),
  'rule/entry-missing': row('info', ELF_PAGE)(
    'A kernel without a symbol _entry.',
    'The vector compiler writes none. Tools then assume that the kernel starts at the start of the section.',
  ),
  'rule/entry-sized': row('info', ELF_PAGE)(
    'A symbol _entry that is a function or has a size.',
    'According to the specification it has no type and no size. IGC up to 1.0.12504 writes both, and nothing reads them.',
  ),
  'rule/function-symbol': row('warning', INFO_PAGE)(
    'A function in .ze_info without a global symbol, or with the name of a kernel.',
    'Functions are listed there if code outside their section can call them. Drivers ignore the entry of a function that nothing calls.',
  ),
  'rule/no-target': row('error', `${DECODER}/zebin_decoder.cpp, validateTargetDevice`)(
    'No note says which device the file is for.',
    'Without any of notes 1, 2 and 6, drivers refuse the file or compile its IR. They read only notes of the owner IntelGT.',
  ),
  'rule/note-conflict': page(
    'Notes that contradict each other or the rest of the file.',
    'For the device, the most precise note counts. The version must be the same in note 4 and in .ze_info.',
  ),
  'rule/note-twice': row('warning', ELF_PAGE)('Two notes of one type.', 'Drivers use the last one.'),
  'rule/note-reserved': page('A reserved bit of a note that is not 0.', 'The bits are reserved for later versions.'),
  'rule/note-generator': row('warning', ELF_PAGE)(
    'A generatorId that is not registered.',
    '0 means unspecified, 1 is IGC and 2 is nGEN. Drivers treat all values except 1 the same.',
  ),
  'rule/note-steppings': page(
    'Steppings in note 3 that no device has: the lowest is above the highest.',
    'If validateRevisionId is set, drivers compare the stepping of the device with both, and refuse the file.',
  ),
  'rule/stepping-unchecked': row('info', ELF_PAGE)(
    'Steppings in note 3 that no driver compares.',
    'They count only if validateRevisionId is set and note 6 is absent.',
  ),
  'rule/no-ir': row('info', `${DECODER}/../device_binary_format_zebin.cpp`)(
    'Neither SPIR-V nor PISA in the file.',
    'A driver that cannot use the code, for example because it is for another device, has nothing to compile.',
  ),
  'rule/no-kernels': row('warning', INFO_PAGE)(
    'A .ze_info section without kernels and functions.',
    'Drivers accept the file, but there is nothing to run.',
  ),
  'rule/undefined-symbol': row('info', 'intel/compute-runtime shared/source/compiler_interface/linker.cpp')(
    'A symbol that neither the file nor the driver defines.',
    'Another module must define it before kernels that need it can be created.',
  ),
  'rule/addend-in-place': row('info', 'intel/compute-runtime shared/source/compiler_interface/linker.cpp')(
    'A relocation without addend in code, at a non-zero value.',
    'In code the driver overwrites the old value. Compilers write a placeholder there, but an addend would be lost. Addends need RELA.',
  ),
  'rule/relocation-type': page('A relocation of a type that does not exist.', 'Types are 0 to 7.'),
  'rule/unread-relocation': row('warning', 'intel/compute-runtime shared/source/compiler_interface/linker.cpp')(
    'A relocation type of the specification that drivers do not apply in such a section.',
    'The driver aborts on it. `zebin check` lists the releases that accept the file.',
  ),
  'rule/cut': row('warning', `${DECODER}/zebin_decoder.cpp, decodeZebin`)(
    'An entry after kernels_misc_info that drivers then do not read.',
    'They end the text at the first occurrence of this key. Write kernels_misc_info after kernels, functions and global_host_access_table.',
  ),
  'rule/quoted-word': row('warning', `${DECODER}/zeinfo_decoder.cpp`)(
    'A word of an enumeration in quotes.',
    'YAML allows it; drivers refuse it. Remove the quotes.',
  ),
  'rule/driver-text': row('warning', `${DECODER}/../yaml/yaml_parser.cpp`)(
    'Text of .ze_info that drivers cannot read, although it is YAML.',
    'Their dialect has no inline maps, no signs in inline lists, no `+` in numbers and no quotes around keys, and needs a dash below each list.',
  ),
  'rule/walk-order': info(
    'An invalid order of dimensions.',
    'It has each of 0, 1 and 2 once; [0, 0, 0] means x only, [0, 1, 0] and [1, 0, 0] mean two dimensions.',
  ),
  'rule/unlisted-walk-order': row('warning', INFO_PAGE)(
    'An order of dimensions that the specification does not list.',
    'The compiler writes it if the source requests it with intel_reqd_workgroup_walk_order, and drivers accept it.',
  ),
  'rule/implicit-arguments': info(
    'require_iab is false together with has_stack_calls.',
    'Functions that are called through a stack need the implicit arguments. Omit require_iab, or set it to true.',
  ),
  'rule/payload-overlap': info(
    'Two arguments of a kernel that share bytes of its payload.',
    'The driver overwrites one with the other. Only arguments of size 0 may overlap.',
  ),
  'rule/payload-holes': row('info', INFO_PAGE)(
    'A gap between arguments in the payload that is not explained by alignment.',
    'It only takes up space. Compilers leave a few gaps; in an edited file a gap can mean a wrong offset.',
  ),
  'rule/stateful-entry': info(
    'A stateful argument without an entry in binding_table_indices.',
    'The entry with the same arg_index says where in the binding table the surface is.',
  ),
  'rule/stateless-entry': row('warning', INFO_PAGE)(
    'An entry of binding_table_indices for an argument that is not stateful.',
    'The specification allows stateful arguments only. The vector compiler also writes entries for stateless ones, and drivers accept them.',
  ),
  'rule/sparse-arguments': row('info', INFO_PAGE)(
    'Missing argument indices.',
    'The compiler removed arguments that the kernel does not use. Whatever launches the kernel must know which (in SYCL, the property set says it).',
  ),
  'rule/narrowing': driver('A number that does not fit the type in which drivers store it.', 'It would be silently truncated.'),
  'rule/kernel-reference': info(
    'An entry for a kernel, argument, symbol or number that does not exist.',
    'Correct the name or number, or remove the entry.',
  ),
  'rule/scratch-style': row('warning', `${DECODER}/zeinfo_decoder.cpp`)(
    'Scratch buffers without spill_size and private_size, in a version that has these.',
    'From version 1.39 on drivers read spill and private sizes from execution_env.',
  ),
  'rule/known-names': row('warning', `${DECODER}/zeinfo.h`)(
    'A name of the specification that newer drivers, or all public ones, do not read.',
    'A driver from 24.45.31740 on refuses the file. `zebin check` lists the releases that accept it.',
  ),
  'rule/numbers': driver('A number, or list of three, that drivers do not read.', 'Numbers have 32 bits; those in lists are not negative.'),
  'rule/names': driver('A name that is missing, repeated, or not read completely by drivers.', 'Rename the kernel or function.'),
  'rule/simd-size': driver('A simd_size other than 1, 8, 16 and 32.', 'Drivers refuse it.'),
  'rule/slm-alloc-mode': driver('A slm_alloc_mode other than 0 and 1.', 'Drivers from 26.27.39122 on abort on it.'),
  'rule/local-ids': driver(
    'Local ids that are not one to three dimensions at offset 0.',
    'A dimension has two bytes for each lane, aligned to the width of a register of the device.',
  ),
  'rule/local-id-size': row('warning', INFO_PAGE)(
    'Local ids whose size is not a whole number of dimensions.',
    'A dimension of local_id has two bytes for each lane, rounded up to whole registers of the device; one of packed_local_ids has two bytes. ' +
      'Drivers use the complete dimensions and ignore the rest. nGEN writes 96 bytes for registers of either width.',
  ),
  'rule/packed-local-ids': info(
    'packed_local_ids in a kernel of more than one lane.',
    'They are the ids of the one work-item of a thread. Kernels with a simd_size above 1 have local_id.',
  ),
  'rule/extra-local-ids': row('info', INFO_PAGE)(
    'More local ids than work_group_walk_order_dimensions has dimensions.',
    '[0, 0, 0] walks x alone, [0, 1, 0] and [1, 0, 0] walk two dimensions. Compilers write more ids for groups of one work-item, and drivers fill them.',
  ),
  'rule/argument-data': info(
    'An argument whose size is not that of the data of its type.',
    'Addresses have 8 bytes, in 32-bit files 4; offsets into a heap have 4 or 8, and numbers 4.',
  ),
  'rule/private-base': row('warning', INFO_PAGE)(
    'Private memory of type global without the argument that gives its address.',
    'Drivers allocate the memory, but the kernel has no argument private_base_stateless with its address.',
  ),
  'rule/experiment-values': info('An experimental property that is not 0, 1 or -1.', '0 means no, 1 yes, and -1 that it does not apply.'),
  'rule/payload-kinds': driver('Local ids among payload_arguments.', 'They belong in per_thread_payload_arguments.'),
  'rule/argument-size': driver('An argument with a size that is invalid for its type.', 'The message lists the sizes that drivers accept.'),
  'rule/argument-index': driver('An explicit argument without arg_index.', 'Without arg_index drivers read outside their table.'),
  'rule/addrmode': driver('An argument by pointer without an address mode, or with an invalid one.', 'Write addrmode.'),
  'rule/inline-pointers': driver('A pointer outside the inline part of the payload.', 'Drivers look for it only there.'),
  'rule/source-offset': driver('A further part of an argument without source_offset.', 'Give its offset in the structure.'),
  'rule/bindless-mixed': driver('Bindless and stateful arguments in one kernel.', 'Drivers from 23.22.26516 on refuse it.'),
  'rule/payload-size': driver('A payload of more than 64 KiB.', 'Put large arguments into memory.'),
  'rule/samplers': driver('An incomplete or missing sampler.', 'It needs sampler_index, addrmode and filtermode.'),
  'rule/thread-memory': driver(
    'Per-thread memory that drivers refuse.',
    'The size must be positive, global memory must be private_space, and slots must be 0 or 1 and unique.',
  ),
  'rule/slm-memory': row('warning', `${DECODER}/zeinfo_decoder.cpp`)(
    'Per-thread memory of type slm.',
    'The specification has the type; all drivers refuse a kernel with it.',
  ),
  'rule/binding-table': driver(
    'An entry of the binding table for an argument that is neither a buffer nor an image.',
    'Correct arg_index.',
  ),
  'rule/grf-count': row('error', 'intel/intel-graphics-compiler visa/G4_Kernel.cpp, GRFMode')(
    'A grf_count that the device does not support.',
    'Drivers load the file and give a thread another number of registers, or abort at the launch. The message lists the valid counts.',
  ),
  'rule/slm-size': row('error', 'intel/compute-runtime opencl/source/program/process_device_binary.cpp')(
    'More shared local memory than a work-group of the device can have.',
    'Drivers decode the file and then refuse to load it. The message has the limit.',
  ),
  'rule/device-simd-size': row('error', 'intel/compute-runtime opencl/source/kernel/kernel.cpp')(
    'A simd_size that the device does not support.',
    'OpenCL loads the file but cannot create the kernel. Devices from Xe-HPC on, except Xe-HPG, do not support 8.',
  ),
  'rule/barrier-count': row('error', 'intel/compute-runtime shared/source/command_container')(
    'A number of barriers that the device does not support.',
    'Drivers load the file and may abort when the kernel is launched. The message lists the valid numbers.',
  ),
  'rule/eu-thread-count': row('warning', 'intel/intel-graphics-compiler visa/G4_Kernel.cpp, GRFMode')(
    'An eu_thread_count that is inconsistent with grf_count.',
    'Drivers use it only to answer queries. Omit it, or write the value in the message.',
  ),
  'rule/scratch-size': row('error', 'intel/compute-runtime shared/source/helpers/kernel_helpers.cpp')(
    'A scratch buffer that is larger than the device allows.',
    'Since 22.49 drivers load the file and do not create the kernel. The message has the limit: 2 MiB, 256 KiB or 16 MiB. Reduce private arrays and spills.',
  ),
  'rule/work-group-size': row('error', 'intel/compute-runtime level_zero/core/source/kernel/kernel_imp.cpp')(
    'A required work-group that no device can have.',
    'Drivers load the file. Level Zero does not create the kernel, or aborts the process if a number after the first is 0.',
  ),
  'rule/sub-group-size': row('warning', 'intel/compute-runtime opencl/source/kernel/kernel.cpp')(
    'An intel_reqd_sub_group_size that differs from simd_size.',
    'Drivers do not compare them: queries return the first, and the kernel runs with the second. Compile the kernel again.',
  ),
} as const satisfies Record<string, CodeRow>;
