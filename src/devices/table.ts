import { ipValue } from './ip.ts';

/**
 * The known GPUs, with the numbers and names that the public sources have at `date`. A number that is not here belongs to a newer or an
 * unpublished device; it is never an error.
 */
export const DEVICE_DATA = {
  date: '2026-08-22',
  sources: [
    'intel/compute-runtime third_party/aot_config_headers/platforms.h (e37c60bf2a; older devices 605a1ae0ab, 16d10d7ea1)',
    'intel/compute-runtime shared/source/dll/devices/product_config_base.inl (e37c60bf2a; older devices 5665e0fb3c, releases/22.43)',
    'intel/compute-runtime shared/source/generated/*/hw_cmds_generated_*.inl (register width)',
    'intel/intel-graphics-compiler inc/common/igfxfmid.h and visa/common.cpp (98fff71643)',
    'intel/intel-graphics-compiler IGC/Compiler/CISACodeGen/Platform.hpp (98fff71643, inline data)',
    'intel/intel-graphics-compiler visa/iga/IGALibrary/Models/Models.cpp and intel/compute-runtime shared/offline_compiler/source/decoder/translate_platform_base.h (instruction sets)',
    'intel/gmmlib Source/inc/common/igfxfmid.h (7579227)',
    'intel/aubstream aub_mem_dump/includes/product_family.h (01846a70a2, for numbers that differ)',
  ],
} as const;

/** A generation of the execution units: note 2 of a zebin. */
export interface CoreFamily {
  readonly value: number;
  /** Name for users: `Xe2`. */
  readonly name: string;
  /** Name in the public headers: `IGFX_XE2_HPG_CORE`. */
  readonly id: string;
  /** Size of one general register in bytes; absent when no public source states it. */
  readonly grfBytes?: 32 | 64;
  /** Bytes of the payload that compilers let the dispatch deliver inline; 0 when absent. */
  readonly inlineDataBytes?: 32 | 64;
  /** Name of the instruction set in iga64 (`-p`); absent when iga64 does not support it. */
  readonly iga?: string;
  /** The kernel itself loads the rest of the payload. On older devices the whole payload is in registers when the kernel starts. */
  readonly loadsPayload?: true;
  /** First release of compute-runtime without devices of this kind (shared/source at the tags). */
  readonly driver?: { readonly until: string };
  readonly doc: string;
}

export const CORE_FAMILIES = [
  {
    value: 11,
    name: 'Gen8',
    id: 'IGFX_GEN8_CORE',
    iga: '8',
    grfBytes: 32,
    driver: { until: '24.39.31294.9' },
    doc: 'Broadwell and Cherryview.',
  },
  {
    value: 12,
    name: 'Gen9',
    id: 'IGFX_GEN9_CORE',
    iga: '9',
    grfBytes: 32,
    driver: { until: '24.39.31294.9' },
    doc: 'From Skylake to Coffee Lake, and Broxton and Gemini Lake.',
  },
  { value: 13, name: 'Gen10', id: 'IGFX_GEN10_CORE', iga: '10', doc: 'Cannon Lake.' },
  { value: 14, name: 'Gen10LP', id: 'IGFX_GEN10LP_CORE', doc: 'The headers have only the number.' },
  {
    value: 15,
    name: 'Gen11',
    id: 'IGFX_GEN11_CORE',
    iga: '11',
    grfBytes: 32,
    driver: { until: '24.39.31294.9' },
    doc: 'Ice Lake, Lakefield, Elkhart Lake and Jasper Lake.',
  },
  { value: 16, name: 'Gen11LP', id: 'IGFX_GEN11LP_CORE', grfBytes: 32, doc: 'The headers have only the number. The devices use Gen11.' },
  { value: 17, name: 'Gen12', id: 'IGFX_GEN12_CORE', doc: 'The headers have only the number. The published devices use Gen12LP.' },
  {
    value: 18,
    name: 'Gen12LP',
    id: 'IGFX_GEN12LP_CORE',
    iga: '12p1',
    grfBytes: 32,
    doc: 'Tiger Lake, Rocket Lake, Alder Lake and DG1: Xe-LP.',
  },
  {
    value: 0x0c05,
    name: 'Xe-HP',
    id: 'IGFX_XE_HP_CORE',
    iga: '12p5',
    grfBytes: 32,
    inlineDataBytes: 32,
    loadsPayload: true,
    doc: 'The software development vehicle XE_HP_SDV.',
  },
  {
    value: 0x0c07,
    name: 'Xe-HPG',
    id: 'IGFX_XE_HPG_CORE',
    iga: '12p71',
    grfBytes: 32,
    inlineDataBytes: 32,
    loadsPayload: true,
    doc: 'DG2, Meteor Lake and Arrow Lake.',
  },
  { value: 0x0c08, name: 'Xe-HPC', id: 'IGFX_XE_HPC_CORE', iga: '12p72', grfBytes: 64, loadsPayload: true, doc: 'Ponte Vecchio.' },
  {
    value: 0x0c09,
    name: 'Xe2',
    id: 'IGFX_XE2_HPG_CORE',
    iga: 'xe2',
    grfBytes: 64,
    inlineDataBytes: 32,
    loadsPayload: true,
    doc: 'Battlemage and Lunar Lake.',
  },
  {
    value: 0x1e00,
    name: 'Xe3',
    id: 'IGFX_XE3_CORE',
    iga: 'xe3',
    grfBytes: 64,
    inlineDataBytes: 32,
    loadsPayload: true,
    doc: 'Panther Lake, Wildcat Lake and part of Nova Lake.',
  },
  {
    value: 0x2300,
    name: 'Xe3P',
    id: 'IGFX_XE3P_CORE',
    iga: 'xe3pxpc',
    grfBytes: 64,
    inlineDataBytes: 64,
    loadsPayload: true,
    doc: 'Crescent Island and part of Nova Lake.',
  },
] as const satisfies readonly CoreFamily[];

/** A product: note 1 of a zebin. */
export interface ProductFamily {
  readonly value: number;
  readonly name: string;
  /** The driver's short name, in upper case: `BMG`. Archive members and `ocloc -device` use lower case. */
  readonly acronym: string;
  /** Releases of compute-runtime with the product; absent when no public release has it. The oldest release examined is 20.01.15264. */
  readonly driver?: { readonly since: string };
  /** Name in the public headers: `IGFX_BMG`. */
  readonly id: string;
  /** Value of its core family; absent when no public source states it. */
  readonly core?: number;
  /** What users should know about the number. */
  readonly note?: string;
}

/**
 * Since 2020, when the first zebins appeared, the headers of the compiler and of gmmlib agree on every number here. A copy in
 * intel/aubstream does not; its numbers are in the notes, since a file of unknown origin could use them.
 */
export const PRODUCT_FAMILIES = [
  { value: 16, name: 'Broadwell', acronym: 'BDW', id: 'IGFX_BROADWELL', driver: { since: '20.01.15264' }, core: 11 },
  { value: 17, name: 'Cherryview', acronym: 'CHV', id: 'IGFX_CHERRYVIEW', core: 11 },
  { value: 18, name: 'Skylake', acronym: 'SKL', id: 'IGFX_SKYLAKE', driver: { since: '20.01.15264' }, core: 12 },
  {
    value: 19,
    name: 'Kaby Lake',
    acronym: 'KBL',
    id: 'IGFX_KABYLAKE',
    driver: { since: '20.01.15264' },
    core: 12,
    note: 'Amber Lake has this number too.',
  },
  {
    value: 20,
    name: 'Coffee Lake',
    acronym: 'CFL',
    id: 'IGFX_COFFEELAKE',
    driver: { since: '20.01.15264' },
    core: 12,
    note: 'Also Comet Lake and Whiskey Lake.',
  },
  { value: 21, name: 'Willow View', acronym: 'WLV', id: 'IGFX_WILLOWVIEW' },
  {
    value: 22,
    name: 'Broxton',
    acronym: 'BXT',
    id: 'IGFX_BROXTON',
    driver: { since: '20.01.15264' },
    core: 12,
    note: 'Apollo Lake has this number.',
  },
  { value: 23, name: 'Gemini Lake', acronym: 'GLK', id: 'IGFX_GEMINILAKE', driver: { since: '20.01.15264' }, core: 12 },
  { value: 24, name: 'Cannon Lake', acronym: 'CNL', id: 'IGFX_CANNONLAKE', core: 13 },
  { value: 25, name: 'Ice Lake', acronym: 'ICL', id: 'IGFX_ICELAKE', core: 15, note: 'Compilers write 26 for Ice Lake.' },
  { value: 26, name: 'Ice Lake LP', acronym: 'ICLLP', id: 'IGFX_ICELAKE_LP', driver: { since: '20.01.15264' }, core: 15 },
  { value: 27, name: 'Lakefield', acronym: 'LKF', id: 'IGFX_LAKEFIELD', driver: { since: '20.01.15264' }, core: 15 },
  {
    value: 28,
    name: 'Elkhart Lake',
    acronym: 'EHL',
    id: 'IGFX_ELKHARTLAKE',
    driver: { since: '20.01.15264' },
    core: 15,
    note: 'IGFX_JASPERLAKE is the same number.',
  },
  {
    value: 29,
    name: 'Tiger Lake LP',
    acronym: 'TGLLP',
    id: 'IGFX_TIGERLAKE_LP',
    driver: { since: '20.01.15264' },
    core: 18,
    note: 'intel/aubstream numbers it 33.',
  },
  {
    value: 30,
    name: 'Rocket Lake',
    acronym: 'RKL',
    id: 'IGFX_ROCKETLAKE',
    driver: { since: '20.37.17906' },
    core: 18,
    note: 'intel/aubstream numbers it 35.',
  },
  {
    value: 31,
    name: 'Alder Lake S',
    acronym: 'ADLS',
    id: 'IGFX_ALDERLAKE_S',
    driver: { since: '20.43.18277' },
    core: 18,
    note: 'intel/aubstream numbers it 36.',
  },
  {
    value: 32,
    name: 'Alder Lake P',
    acronym: 'ADLP',
    id: 'IGFX_ALDERLAKE_P',
    driver: { since: '21.34.20767' },
    core: 18,
    note: 'intel/aubstream numbers it 37.',
  },
  {
    value: 33,
    name: 'Alder Lake N',
    acronym: 'ADLN',
    id: 'IGFX_ALDERLAKE_N',
    driver: { since: '22.25.23529' },
    core: 18,
    note: 'intel/aubstream numbers it 38 and gives 33 to Tiger Lake LP.',
  },
  { value: 1210, name: 'DG1', acronym: 'DG1', id: 'IGFX_DG1', driver: { since: '20.26.17199' }, core: 18 },
  { value: 1250, name: 'Xe-HP SDV', acronym: 'XE_HP_SDV', id: 'IGFX_XE_HP_SDV', driver: { since: '21.33.20678' }, core: 0x0c05 },
  { value: 1270, name: 'Alchemist', acronym: 'DG2', id: 'IGFX_DG2', driver: { since: '21.47.21710' }, core: 0x0c07 },
  { value: 1271, name: 'Ponte Vecchio', acronym: 'PVC', id: 'IGFX_PVC', driver: { since: '21.50.21939' }, core: 0x0c08 },
  {
    value: 1272,
    name: 'Meteor Lake',
    acronym: 'MTL',
    id: 'IGFX_METEORLAKE',
    driver: { since: '22.53.25242.12' },
    core: 0x0c07,
    note: 'Also Arrow Lake U and S.',
  },
  {
    value: 1273,
    name: 'Arrow Lake',
    acronym: 'ARL',
    id: 'IGFX_ARROWLAKE',
    driver: { since: '23.43.27642.9' },
    core: 0x0c07,
    note: 'Arrow Lake H only.',
  },
  { value: 1274, name: 'Battlemage', acronym: 'BMG', id: 'IGFX_BMG', driver: { since: '24.31.30508.5' }, core: 0x0c09 },
  { value: 1275, name: 'Lunar Lake', acronym: 'LNL', id: 'IGFX_LUNARLAKE', driver: { since: '24.31.30508.5' }, core: 0x0c09 },
  {
    value: 1300,
    name: 'Panther Lake',
    acronym: 'PTL',
    id: 'IGFX_PTL',
    driver: { since: '25.05.32567.12' },
    core: 0x1e00,
    note: 'Wildcat Lake has this number too.',
  },
  {
    value: 1340,
    name: 'Nova Lake S',
    acronym: 'NVLS',
    id: 'IGFX_NVL_XE3G',
    driver: { since: '26.01.36711.4' },
    core: 0x1e00,
    note: 'Also Nova Lake U and H.',
  },
  { value: 1360, name: 'Nova Lake P', acronym: 'NVLP', id: 'IGFX_NVL', driver: { since: '26.18.38308.1' }, core: 0x2300 },
  { value: 1380, name: 'Crescent Island', acronym: 'CRI', id: 'IGFX_CRI', driver: { since: '26.01.36711.4' }, core: 0x2300 },
] as const satisfies readonly ProductFamily[];

/** A release of ocloc's `-device`: a set of devices that share an instruction set. Several make a family such as `xe2`. */
export interface Release {
  readonly name: string;
  readonly family: string;
  /** Other names for it. */
  readonly aliases?: readonly string[];
}

/** Oldest first. */
export const RELEASES = [
  { name: 'gen8', family: 'gen8' },
  { name: 'gen9', family: 'gen9' },
  { name: 'gen11', family: 'gen11' },
  { name: 'xe-lp', family: 'xe', aliases: ['gen12lp'] },
  { name: 'xe-hp', family: 'xe' },
  { name: 'xe-hpg', family: 'xe' },
  { name: 'xe-hpc', family: 'xe' },
  { name: 'xe-hpc-vg', family: 'xe' },
  { name: 'xe-lpg', family: 'xe' },
  { name: 'xe-lpgplus', family: 'xe' },
  { name: 'xe2-hpg', family: 'xe2' },
  { name: 'xe2-lpg', family: 'xe2' },
  { name: 'xe3-lpg', family: 'xe3' },
  { name: 'xe3p-lpg', family: 'xe3p' },
  { name: 'xe3p-xpc', family: 'xe3p' },
] as const satisfies readonly Release[];

/** One device at one stepping: note 6 of a zebin. */
export interface ProductConfig {
  /** The 32-bit IP value; see `ipVersion`. */
  readonly value: number;
  /** The IP version as text: `20.1.0`. */
  readonly ip: string;
  /** Name for users: `BMG-G21 A0`. With dashes instead of spaces it is also a name that `ocloc -device` accepts. */
  readonly name: string;
  /** Value of its product family. */
  readonly family: number;
  /** Name of its release. */
  readonly release: string;
  /** Other names that `ocloc -device` accepts: first the one that ocloc itself prints; generic ones (`bmg`) after those of devices. */
  readonly acronyms: readonly string[];
  /** First compute-runtime release whose ocloc no longer compiles for it; it may delegate to an older, "former" ocloc. */
  readonly until?: string;
  /** What users should know about it. */
  readonly note?: string;
}

const RESERVED = 'No such device is sold; in 2024 the name bmg-g21 meant 20.1.4. The source of ocloc dropped it on 2026-08-20.';

const CONFIGS = [
  { ip: '8.0.0', name: 'BDW', family: 16, release: 'gen8', acronyms: ['bdw'], until: '24.45.31740.8' },
  { ip: '9.0.9', name: 'SKL', family: 18, release: 'gen9', acronyms: ['skl'], until: '24.45.31740.8' },
  { ip: '9.1.9', name: 'KBL', family: 19, release: 'gen9', acronyms: ['kbl'], until: '24.45.31740.8' },
  { ip: '9.2.9', name: 'CFL', family: 20, release: 'gen9', acronyms: ['cfl'], until: '24.45.31740.8' },
  { ip: '9.3.0', name: 'APL', family: 22, release: 'gen9', acronyms: ['apl', 'bxt'], until: '24.45.31740.8' },
  { ip: '9.4.0', name: 'GLK', family: 23, release: 'gen9', acronyms: ['glk'], until: '24.45.31740.8' },
  { ip: '9.5.0', name: 'WHL', family: 20, release: 'gen9', acronyms: ['whl'], until: '24.45.31740.8' },
  { ip: '9.6.0', name: 'AML', family: 19, release: 'gen9', acronyms: ['aml'], until: '24.45.31740.8' },
  { ip: '9.7.0', name: 'CML', family: 20, release: 'gen9', acronyms: ['cml'], until: '24.45.31740.8' },
  { ip: '11.0.0', name: 'ICL', family: 26, release: 'gen11', acronyms: ['icl', 'icllp'], until: '24.45.31740.8' },
  { ip: '11.1.0', name: 'LKF', family: 27, release: 'gen11', acronyms: ['lkf'], until: '24.45.31740.8' },
  { ip: '11.2.0', name: 'EHL', family: 28, release: 'gen11', acronyms: ['ehl', 'jsl'], until: '24.45.31740.8' },
  { ip: '12.0.0', name: 'TGL', family: 29, release: 'xe-lp', acronyms: ['tgl', 'tgllp'] },
  { ip: '12.1.0', name: 'RKL', family: 30, release: 'xe-lp', acronyms: ['rkl'] },
  { ip: '12.2.0', name: 'ADL-S', family: 31, release: 'xe-lp', acronyms: ['adl-s', 'rpl-s'] },
  { ip: '12.3.0', name: 'ADL-P', family: 32, release: 'xe-lp', acronyms: ['adl-p', 'rpl-p'] },
  { ip: '12.4.0', name: 'ADL-N', family: 33, release: 'xe-lp', acronyms: ['adl-n'] },
  { ip: '12.10.0', name: 'DG1', family: 1210, release: 'xe-lp', acronyms: ['dg1'] },
  { ip: '12.50.4', name: 'XEHP-SDV', family: 1250, release: 'xe-hp', acronyms: [], until: '23.39.27427.19' },
  { ip: '12.55.0', name: 'DG2-G10 A0', family: 1270, release: 'xe-hpg', acronyms: [] },
  { ip: '12.55.1', name: 'DG2-G10 A1', family: 1270, release: 'xe-hpg', acronyms: [] },
  { ip: '12.55.4', name: 'DG2-G10 B0', family: 1270, release: 'xe-hpg', acronyms: [] },
  { ip: '12.55.8', name: 'DG2-G10 C0', family: 1270, release: 'xe-hpg', acronyms: ['acm-g10', 'ats-m150', 'dg2-g10', 'dg2'] },
  { ip: '12.56.0', name: 'DG2-G11 A0', family: 1270, release: 'xe-hpg', acronyms: [] },
  { ip: '12.56.4', name: 'DG2-G11 B0', family: 1270, release: 'xe-hpg', acronyms: [] },
  { ip: '12.56.5', name: 'DG2-G11 B1', family: 1270, release: 'xe-hpg', acronyms: ['acm-g11', 'ats-m75', 'dg2-g11'] },
  { ip: '12.57.0', name: 'DG2-G12 A0', family: 1270, release: 'xe-hpg', acronyms: ['acm-g12', 'dg2-g12'] },
  { ip: '12.60.0', name: 'PVC-XL A0', family: 1271, release: 'xe-hpc', acronyms: [] },
  { ip: '12.60.1', name: 'PVC-XL A0P', family: 1271, release: 'xe-hpc', acronyms: ['pvc-sdv'] },
  { ip: '12.60.3', name: 'PVC-XT A0', family: 1271, release: 'xe-hpc', acronyms: [] },
  { ip: '12.60.5', name: 'PVC-XT B0', family: 1271, release: 'xe-hpc', acronyms: [] },
  { ip: '12.60.6', name: 'PVC-XT B1', family: 1271, release: 'xe-hpc', acronyms: [] },
  { ip: '12.60.7', name: 'PVC-XT C0', family: 1271, release: 'xe-hpc', acronyms: ['pvc'] },
  { ip: '12.61.7', name: 'PVC-XT C0 VG', family: 1271, release: 'xe-hpc-vg', acronyms: ['pvc-vg'] },
  { ip: '12.70.0', name: 'MTL-U A0', family: 1272, release: 'xe-lpg', acronyms: [] },
  { ip: '12.70.4', name: 'MTL-U B0', family: 1272, release: 'xe-lpg', acronyms: ['arl-s', 'arl-u', 'mtl-m', 'mtl-s', 'mtl-u', 'mtl'] },
  { ip: '12.71.0', name: 'MTL-H A0', family: 1272, release: 'xe-lpg', acronyms: [] },
  { ip: '12.71.4', name: 'MTL-H B0', family: 1272, release: 'xe-lpg', acronyms: ['mtl-h', 'mtl-p'] },
  { ip: '12.74.0', name: 'ARL-H A0', family: 1273, release: 'xe-lpgplus', acronyms: [] },
  { ip: '12.74.4', name: 'ARL-H B0', family: 1273, release: 'xe-lpgplus', acronyms: ['arl-h', 'arl'] },
  { ip: '20.1.0', name: 'BMG-G21 A0', family: 1274, release: 'xe2-hpg', acronyms: ['bmg-g21', 'bmg', 'bmg-g21-a1', 'bmg-g21-b0'] },
  { ip: '20.1.1', name: 'BMG-G21 A1 (reserved)', family: 1274, release: 'xe2-hpg', acronyms: [], note: RESERVED },
  { ip: '20.1.4', name: 'BMG-G21 B0 (reserved)', family: 1274, release: 'xe2-hpg', acronyms: [], note: RESERVED },
  { ip: '20.2.0', name: 'BMG-G31 A0', family: 1274, release: 'xe2-hpg', acronyms: ['bmg-g31'] },
  { ip: '20.4.0', name: 'LNL A0', family: 1275, release: 'xe2-lpg', acronyms: [] },
  { ip: '20.4.1', name: 'LNL A1', family: 1275, release: 'xe2-lpg', acronyms: [] },
  { ip: '20.4.4', name: 'LNL B0', family: 1275, release: 'xe2-lpg', acronyms: ['lnl-m', 'lnl'] },
  { ip: '30.0.0', name: 'PTL-H A0', family: 1300, release: 'xe3-lpg', acronyms: [] },
  { ip: '30.0.4', name: 'PTL-H B0', family: 1300, release: 'xe3-lpg', acronyms: ['ptl-h', 'ptl'] },
  { ip: '30.1.0', name: 'PTL-U A0', family: 1300, release: 'xe3-lpg', acronyms: ['ptl-u'] },
  { ip: '30.1.1', name: 'PTL-U A1', family: 1300, release: 'xe3-lpg', acronyms: [], until: '26.14.37833.4' },
  { ip: '30.3.0', name: 'WCL A0', family: 1300, release: 'xe3-lpg', acronyms: [] },
  { ip: '30.3.1', name: 'WCL A1', family: 1300, release: 'xe3-lpg', acronyms: ['wcl'] },
  { ip: '30.4.0', name: 'NVL-S A0', family: 1340, release: 'xe3-lpg', acronyms: [] },
  { ip: '30.4.4', name: 'NVL-S B0', family: 1340, release: 'xe3-lpg', acronyms: ['nvl-hx', 'nvl-s', 'nvl-ul'] },
  { ip: '30.5.0', name: 'NVL-U A0', family: 1340, release: 'xe3-lpg', acronyms: [] },
  { ip: '30.5.1', name: 'NVL-U A1', family: 1340, release: 'xe3-lpg', acronyms: [] },
  { ip: '30.5.4', name: 'NVL-U B0', family: 1340, release: 'xe3-lpg', acronyms: ['nvl-h', 'nvl-u'] },
  { ip: '35.10.0', name: 'NVL-P A0', family: 1360, release: 'xe3p-lpg', acronyms: [] },
  { ip: '35.10.4', name: 'NVL-P B0', family: 1360, release: 'xe3p-lpg', acronyms: ['nvl-p'] },
  { ip: '35.11.0', name: 'CRI A0', family: 1380, release: 'xe3p-xpc', acronyms: ['cri'] },
] as const satisfies readonly (Omit<ProductConfig, 'value'> & { readonly release: (typeof RELEASES)[number]['name'] })[];

/** Every published device, in ascending order of the IP value. */
export const PRODUCT_CONFIGS: readonly ProductConfig[] = CONFIGS.map((row) => ({ value: ipValue(row.ip) ?? 0, ...row }));

/**
 * A binary for `from` also runs on `to`. This is neither symmetric nor transitive. The debug variable EnableCompatibilityMode, on by default,
 * could turn it off; the main branch of intel/compute-runtime no longer has it (9b4f5485a9).
 */
export interface Compatibility {
  readonly from: string;
  readonly to: string;
  /** First compute-runtime release that accepts it. */
  readonly since: string;
}

export const COMPATIBILITY = [
  { from: '12.55.8', to: '12.56.5', since: '24.45.31740.8' },
  { from: '12.55.8', to: '12.57.0', since: '24.45.31740.8' },
  { from: '12.70.4', to: '12.71.4', since: '24.45.31740.8' },
  { from: '20.1.0', to: '20.2.0', since: '25.27.34303.5' },
  { from: '20.1.0', to: '20.4.4', since: '24.48.31907.5' },
  { from: '20.1.1', to: '20.1.0', since: '24.48.31907.5' },
  { from: '20.1.1', to: '20.2.0', since: '25.27.34303.5' },
  { from: '20.1.1', to: '20.4.4', since: '24.48.31907.5' },
  { from: '20.1.4', to: '20.1.0', since: '24.48.31907.5' },
  { from: '20.1.4', to: '20.2.0', since: '25.27.34303.5' },
  { from: '20.1.4', to: '20.4.4', since: '24.48.31907.5' },
  { from: '30.0.4', to: '30.1.0', since: '25.18.33578.5' },
  { from: '30.0.4', to: '30.3.1', since: '26.05.37020.3' },
  { from: '30.0.4', to: '30.4.4', since: '26.05.37020.3' },
  { from: '30.0.4', to: '30.5.4', since: '26.14.37833.4' },
] as const satisfies readonly Compatibility[];
