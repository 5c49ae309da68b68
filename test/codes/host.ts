import type { HOST_CODES } from '../../src/core/diag/index.ts';
import { LIMITS } from '../../src/core/diag/index.ts';
import { readHost } from '../../src/formats/host/index.ts';
import { buildElf, latin1, type SectionSpec } from '../support/build-elf.ts';
import { buildProgram } from '../support/build-host.ts';
import { by, type Case } from './case.ts';

const EM_X86_64 = 62;
const ET_EXEC = 2;

/** An object of the form for many sections, all without content. */
function bigobj(count: number): Uint8Array {
  const bytes = new Uint8Array(56 + count * 40);
  bytes.set(latin1('\0\0\xff\xff\x02\0\x64\x86'));
  new DataView(bytes.buffer).setUint32(44, count, true);
  return bytes;
}

/** The limits of the core that only host files reach. */
export const HOST_LIMITS = {
  'limit/host-sections': (): Case => ({ bytes: bigobj(LIMITS.hostSections + 1), find: by(readHost), span: [56, 56] }),
  'limit/host-scan': (): Case => {
    const data: SectionSpec[] = [{ name: 'first', data: '\0'.repeat(65_536) }];
    const segment = { p_type: 1, p_flags: 6, p_filesz: 65_536, p_offset: 0 };
    const { bytes } = buildElf({
      header: { e_type: ET_EXEC, e_machine: EM_X86_64 },
      sections: data,
      programHeaders: Array.from({ length: 1 + LIMITS.hostScan / 65_536 }, (_, i) => ({ ...segment, p_vaddr: i * 65_536 })),
    });
    return { bytes, find: by(readHost) };
  },
};

export const HOST: Record<keyof typeof HOST_CODES, () => Case> = {
  'host/not-host': () => ({ bytes: latin1('no program at all'), find: by(readHost), span: [0, 16] }),
  'host/header': () => ({ bytes: buildElf({ header: { e_machine: EM_X86_64 } }).bytes.slice(0, 40), find: by(readHost), span: [40, 40] }),
  'host/section-range': () => {
    const bytes = bigobj(1);
    new DataView(bytes.buffer).setUint32(56 + 16, 1_000, true);
    new DataView(bytes.buffer).setUint32(56 + 20, 90, true);
    return { bytes, find: by(readHost), span: [56, 96] };
  },
  'host/image': () => {
    const { bytes, descriptor } = buildProgram({ images: [{ target: 'spir64', data: latin1('first') }], count: 2 });
    return { bytes, find: by(readHost), span: [descriptor, descriptor + 32] };
  },
  'host/pointer': () => {
    const { bytes, image } = buildProgram({ images: [{ target: 'spir64', data: latin1('first'), entries: [1, 57] }] });
    return { bytes, find: by(readHost), span: [image, image + 96] };
  },
};
