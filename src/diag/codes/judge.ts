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
 * Codes of judging: rules of the specifications, and of drivers of all releases, that a file breaks which could be read. Those of
 * ze_info are called `rule/` and the name of their rule.
 */
export const JUDGE_CODES = {
  'rule/elf-header': abi(
    'A field of the ELF header with a value that it cannot have.',
    'The message has the values that the field can have.',
  ),
  'rule/section-overlap': row('warning', ABI)(
    'Two sections share bytes of the file.',
    'A program that changes one of them changes the other. Sections with exactly the same bytes are left out: generators write those.',
  ),
  'rule/section-align': abi('A section whose alignment is not a power of two.', 'sh_addralign is 0, 1, 2, 4 and so on.'),
  'rule/symbol-order': row('warning', ABI)(
    'A local symbol after a global one, or sh_info that is not the first global one.',
    'Linkers take symbols before sh_info for local. Drivers do not look at it.',
  ),
  'rule/symbol-section': abi(
    'A symbol in a section that does not exist.',
    'st_shndx is the index of a section, 0, or one of the reserved numbers.',
  ),
  'rule/relocation-symbol': abi(
    'A relocation for a symbol that does not exist, or a table of them for no table of symbols.',
    'The driver reads outside its table of symbols. Correct the index in r_info, or sh_link.',
  ),
  'rule/relocation-target': abi(
    'A table of relocations that is for no section.',
    'sh_info of the table is the index of the section that the relocations apply to.',
  ),
  'rule/string-tables': row('error', `${DECODER}/../elf/elf_decoder.h`)(
    'Names of symbols in another table than the names of sections.',
    'Drivers take both from the table that e_shstrndx names, so they see other names. Join the two tables.',
  ),
  'rule/zebin-header': page(
    'A field of the ELF header that zebins have another value in.',
    'The message has the value. Drivers do not look at most of these.',
  ),
  'rule/abi-version': row('warning', ELF_PAGE)(
    'EI_ABIVERSION 0 in a file of a version that has the byte.',
    'nGEN writes 0 in every version. Drivers do not look at the byte.',
  ),
  'rule/section-type': page(
    'A section whose type does not go with its name, or that no version and no driver knows.',
    'Drivers refuse files with types, and with code or data under names, that they do not know.',
  ),
  'rule/section-flags': row('warning', ELF_PAGE)(
    'A section with other flags than the compiler gives it.',
    'Drivers do not look at flags of sections; other tools do.',
  ),
  'rule/section-name': row('warning', ELF_PAGE)(
    'A section under a name that nobody reads.',
    'Drivers pass it over, most with a warning. Check the spelling.',
  ),
  'rule/misc-name': row('info', ELF_PAGE)(
    'A section .misc.NAME that no public driver reads.',
    'The page allows any name. Drivers pass the section over with a warning; check the spelling when it is meant to be read.',
  ),
  'rule/section-twice': page('A section twice that a file has once.', 'Drivers refuse such a file. Remove one of the two.'),
  'rule/section-version': row('warning', `${PAGE}/version.md`)(
    'A section, note or relocation type that the version of the file does not have.',
    'Drivers look at the thing and not at the version: one that is as old as the version may refuse it.',
  ),
  'rule/gtpin-symbol': page(
    'A section for GTPin whose sh_info is not the symbol of the kernel or function in its name.',
    'GTPin finds what the data is about by that symbol.',
  ),
  'rule/gtpin-link': page('A section for GTPin whose sh_link is not 0.', 'Only sh_info has a meaning there. Write 0.'),
  'rule/no-symtab': row('warning', ELF_PAGE)(
    'Kernels, and no table of symbols.',
    'Each kernel has a symbol of its name. Debuggers and profilers find kernels by it; drivers do not need it.',
  ),
  'rule/kernel-symbol': row('warning', ELF_PAGE)(
    'A kernel without its local symbol at the start of its code.',
    'Debuggers and profilers find kernels by it; drivers do not need it.',
  ),
  'rule/kernel-symbol-twice': page('Two symbols with the name of one kernel.', 'A kernel has one symbol. Rename or remove the other.'),
  'rule/symbol-extent': page(
    'A kernel or function that ends outside the section of its code.',
    'st_value and st_size count bytes within the section. Correct them.',
  ),
  'rule/entry-symbol': page(
    'A symbol _entry that is global, of a wrong type, or not in the code of a kernel.',
    'It is local, without type and size, and stands where the kernel really begins.',
  ),
  'rule/entry-missing': row('info', ELF_PAGE)(
    'A kernel without a symbol _entry.',
    'The compiler of vector code writes none. Tools then take the start of the section for the start of the kernel.',
  ),
  'rule/entry-sized': row('info', ELF_PAGE)(
    'A symbol _entry that is a function or has a size.',
    'The page wants neither type nor size. IGC up to 1.0.12504 writes both, and nothing reads them.',
  ),
  'rule/function-symbol': row('warning', INFO_PAGE)(
    'A function in .ze_info without a global symbol, or with the name of a kernel.',
    'Functions are listed there when code outside their section can call them. Drivers pass over the entry of a function that nothing calls.',
  ),
  'rule/no-target': row('error', `${DECODER}/zebin_decoder.cpp, validateTargetDevice`)(
    'No note says which device the file is for.',
    'One of the notes 1, 2 and 6 has to be there, or drivers refuse the file or compile its IR. They see only notes of the owner IntelGT.',
  ),
  'rule/note-conflict': page(
    'Notes that contradict each other or the rest of the file.',
    'Of devices the most exact note counts. The version is the same in note 4 and in .ze_info.',
  ),
  'rule/note-twice': row('warning', ELF_PAGE)('Two notes of one type.', 'Drivers take the last.'),
  'rule/note-reserved': page('A reserved bit of a note that is not 0.', 'The bits are kept for later versions.'),
  'rule/note-generator': row('warning', ELF_PAGE)(
    'A generatorId that is not registered.',
    '0 says nothing, 1 is IGC and 2 is nGEN. Drivers treat all but 1 alike.',
  ),
  'rule/note-steppings': page(
    'Steppings in note 3 that no device has: the lowest is above the highest.',
    'With validateRevisionId set, drivers compare the stepping of the device with both, and refuse the file.',
  ),
  'rule/stepping-unchecked': row('info', ELF_PAGE)(
    'Steppings in note 3 that no driver compares.',
    'They count only when validateRevisionId is set and note 6 is not there.',
  ),
  'rule/no-ir': row('info', `${DECODER}/../device_binary_format_zebin.cpp`)(
    'Neither SPIR-V nor PISA in the file.',
    'A driver that cannot use the code, for another device for example, has nothing to compile.',
  ),
  'rule/no-kernels': row('warning', INFO_PAGE)(
    'A .ze_info section without kernels and functions.',
    'Drivers accept the file and find nothing in it to run.',
  ),
  'rule/undefined-symbol': row('info', 'intel/compute-runtime shared/source/compiler_interface/linker.cpp')(
    'A symbol that the file does not define, and the driver does not either.',
    'Another module has to define it before kernels that need it can be made.',
  ),
  'rule/addend-in-place': row('info', 'intel/compute-runtime shared/source/compiler_interface/linker.cpp')(
    'A relocation without addend in code, over a value that is not 0.',
    'In code the driver overwrites what is there: compilers leave a placeholder, but an addend would be lost. Addends need RELA.',
  ),
  'rule/relocation-type': page('A relocation of a type that does not exist.', 'Types are 0 to 7.'),
  'rule/unread-relocation': row('warning', 'intel/compute-runtime shared/source/compiler_interface/linker.cpp')(
    'A relocation of a type that the page has, and that drivers do not apply in such a section.',
    'A driver that meets it ends the process. `zebin check` tells which releases accept the file.',
  ),
  'rule/cut': row('warning', `${DECODER}/zebin_decoder.cpp, decodeZebin`)(
    'An entry after kernels_misc_info that drivers then do not read.',
    'They end the text at the first of these letters. Write kernels_misc_info after kernels, functions and global_host_access_table.',
  ),
  'rule/quoted-word': row('warning', `${DECODER}/zeinfo_decoder.cpp`)(
    'A word of an enumeration in quotes.',
    'YAML allows it; drivers refuse it. Take the quotes away.',
  ),
  'rule/driver-text': row('warning', `${DECODER}/../yaml/yaml_parser.cpp`)(
    'Text of .ze_info that drivers cannot read, although it is YAML.',
    'Their dialect has no inline maps, no signs in inline lists, no `+` in numbers, no quotes around keys, and wants a dash below each list.',
  ),
  'rule/walk-order': info(
    'An order of dimensions that is none.',
    'It has each of 0, 1 and 2 once; [0, 0, 0] stands for x alone, [0, 1, 0] and [1, 0, 0] for two dimensions.',
  ),
  'rule/unlisted-walk-order': row('warning', INFO_PAGE)(
    'An order of dimensions that the page does not list.',
    'The compiler writes it when the author asks for it with intel_reqd_workgroup_walk_order, and drivers take it.',
  ),
  'rule/implicit-arguments': info(
    'require_iab is written as false beside has_stack_calls.',
    'Functions that are called through a stack need the implicit arguments. Leave require_iab out, or set it.',
  ),
  'rule/payload-overlap': info(
    'Two arguments of a kernel that share bytes of its payload.',
    'The driver writes one over the other. Only arguments of size 0 may lie anywhere.',
  ),
  'rule/payload-holes': row('info', INFO_PAGE)(
    'Bytes of the payload between arguments that no argument has and no alignment explains.',
    'Nothing writes them: they only take room. Compilers leave a few; in a file that was edited one can be a wrong offset.',
  ),
  'rule/stateful-entry': info(
    'A stateful argument without an entry in binding_table_indices.',
    'The entry with the same arg_index says where in the binding table the surface is.',
  ),
  'rule/stateless-entry': row('warning', INFO_PAGE)(
    'An entry of binding_table_indices for an argument that is not stateful.',
    'The page wants stateful arguments only. The compiler of vector code writes entries for stateless ones too, and drivers take them.',
  ),
  'rule/sparse-arguments': row('info', INFO_PAGE)(
    'Numbers of arguments that no entry has.',
    'The compiler left arguments out that the kernel does not use; what launches the kernel has to know which (the property set of SYCL says it).',
  ),
  'rule/narrowing': driver('A number that does not fit the width in which drivers store it.', 'It would be cut without a word.'),
  'rule/kernel-reference': info(
    'An entry about a kernel, argument, symbol or number that is not there.',
    'Correct the name or number, or remove the entry.',
  ),
  'rule/scratch-style': row('warning', `${DECODER}/zeinfo_decoder.cpp`)(
    'Scratch buffers in a version that counts spill_size and private_size, without these.',
    'From version 1.39 on drivers take spill and private sizes from execution_env.',
  ),
  'rule/known-names': row('warning', `${DECODER}/zeinfo.h`)(
    'A name of the specification that newer drivers, or all public ones, do not read.',
    'A driver from 24.45.31740 on refuses the file. `zebin check` tells which releases accept it.',
  ),
  'rule/numbers': driver('A number, or list of three, that drivers do not read.', 'Numbers have 32 bits; those in lists are not negative.'),
  'rule/names': driver('A name that is missing, there twice, or not read whole by drivers.', 'Rename the kernel or function.'),
  'rule/simd-size': driver('A simd_size other than 1, 8, 16 and 32.', 'Drivers refuse it.'),
  'rule/slm-alloc-mode': driver('A slm_alloc_mode other than 0 and 1.', 'It ends the process of drivers from 26.27.39122 on.'),
  'rule/local-ids': driver(
    'Local ids that are not one to three dimensions at offset 0.',
    'A dimension has two bytes for each lane, aligned to the width of a register of the device.',
  ),
  'rule/local-id-size': row('warning', INFO_PAGE)(
    'Local ids whose size is not a whole number of dimensions.',
    'A dimension of local_id has two bytes for each lane, rounded up to whole registers of the device; one of packed_local_ids has two bytes. ' +
      'Drivers take the whole dimensions and pass over the rest. nGEN writes 96 bytes for registers of either width.',
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
    'An argument of another size than the data of its type has.',
    'Addresses have 8 bytes, in files of 32 bits 4; offsets into a heap have 4 or 8, and numbers 4.',
  ),
  'rule/private-base': row('warning', INFO_PAGE)(
    'Private memory of type global without the argument that gives its address.',
    'Drivers make the memory, and the kernel has no argument private_base_stateless to find it by.',
  ),
  'rule/experiment-values': info('An experimental property that is not 0, 1 or -1.', '0 means no, 1 yes, and -1 that it does not apply.'),
  'rule/payload-kinds': driver('Local ids among payload_arguments.', 'They belong into per_thread_payload_arguments.'),
  'rule/argument-size': driver('An argument of a size that its type does not have.', 'The message has the sizes that drivers take.'),
  'rule/argument-index': driver('An explicit argument without its number.', 'Without arg_index drivers read outside their table.'),
  'rule/addrmode': driver(
    'An argument by pointer without a way in which it is addressed, or with one that it cannot have.',
    'Write addrmode.',
  ),
  'rule/inline-pointers': driver('A pointer outside the inline part of the payload.', 'Drivers look for it there only.'),
  'rule/source-offset': driver('A further part of an argument without source_offset.', 'Write where in the structure it lies.'),
  'rule/bindless-mixed': driver('Bindless and stateful arguments in one kernel.', 'Drivers from 23.22.26516 on refuse it.'),
  'rule/payload-size': driver('A payload that is larger than 16 bits count.', 'Put large arguments into memory.'),
  'rule/samplers': driver('A sampler that is not complete, or not there.', 'It needs sampler_index, addrmode and filtermode.'),
  'rule/thread-memory': driver(
    'Memory of threads that drivers refuse.',
    'The size is positive, global memory is private_space, slots are 0 and 1 and each is there once.',
  ),
  'rule/slm-memory': row('warning', `${DECODER}/zeinfo_decoder.cpp`)(
    'Memory of threads of type slm.',
    'The page has the type; drivers of all releases refuse a kernel with it.',
  ),
  'rule/binding-table': driver(
    'An entry of the binding table for an argument that is neither a buffer nor an image.',
    'Correct arg_index.',
  ),
  'rule/grf-count': row('error', 'intel/intel-graphics-compiler visa/G4_Kernel.cpp, GRFMode')(
    'A grf_count that the device does not have.',
    'Drivers load the file and give a thread another number of registers, or end the process at the launch. The message has the counts.',
  ),
  'rule/slm-size': row('error', 'intel/compute-runtime opencl/source/program/process_device_binary.cpp')(
    'More shared local memory than a work-group of the device can have.',
    'Drivers decode the file and then refuse to load it. The message has the limit.',
  ),
  'rule/device-simd-size': row('error', 'intel/compute-runtime opencl/source/kernel/kernel.cpp')(
    'A simd_size that the device does not have.',
    'OpenCL loads the file and does not make the kernel. From Xe-HPC on, except Xe-HPG, there is no 8.',
  ),
  'rule/barrier-count': row('error', 'intel/compute-runtime shared/source/command_container')(
    'A number of barriers that a work-group of the device cannot ask for.',
    'Drivers load the file and may end the process when the kernel is launched. The message has the numbers.',
  ),
  'rule/eu-thread-count': row('warning', 'intel/intel-graphics-compiler visa/G4_Kernel.cpp, GRFMode')(
    'An eu_thread_count that does not follow from grf_count.',
    'Drivers answer queries with it, nothing more. Leave it out, or write what the message says.',
  ),
} as const satisfies Record<string, CodeRow>;
