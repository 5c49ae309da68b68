/**
 * Would a driver take this zebin on a device: its decision, replayed step by step.
 */
import { Bytes } from '../bytes/index.ts';
import { DEVICES, type Devices, type ProductConfig } from '../device/index.ts';
import { type Diagnostic, diagnostic, FormatError } from '../diag/index.ts';
import { findRow } from '../elf/index.ts';
import { compareVersions } from '../schema/index.ts';
import { RELOCATION_TYPES, type RelocationType, SHT_ZEBIN_PISA, SHT_ZEBIN_SPIRV } from '../zebin/index.ts';
import { l1CachePolicy } from '../zeinfo/index.ts';
import { Behaviour } from './behaviour.ts';
import { type DriverElf, isDriverZebin } from './elf.ts';
import { DriverFile } from './file.ts';
import { decodeSections } from './sections.ts';
import { takeZeInfo, zeInfoBytes } from './steps.ts';
import { DriverStop } from './stop.ts';
import { checkTarget, type DriverNotes } from './target.ts';

export type CheckVerdict = 'accepted' | 'rebuilt-from-ir' | 'refused' | 'crash';

/** In the driver's order. */
export const CHECK_STEPS = ['container', 'elf', 'target', 'sections', 'ze_info', 'link'] as const;

export interface CheckStep {
  readonly name: (typeof CHECK_STEPS)[number];
  /** `not-reached` behind a step that failed, and behind a target that makes the driver compile again. */
  readonly outcome: 'passed' | 'failed' | 'not-reached';
  readonly findings: readonly Diagnostic[];
}

export interface CheckAnswer {
  readonly verdict: CheckVerdict;
  /** What decided it; absent when the file is accepted. */
  readonly reason?: Diagnostic;
  readonly steps: readonly CheckStep[];
}

export interface CheckOptions {
  /** IP value of the device; left out, the device counts as the one that the file names, whatever that is. */
  readonly device?: number;
  /** A tag of intel/compute-runtime: `26.27.39122.14`. */
  readonly release: string;
  /** The devices that there are. */
  readonly devices?: Devices;
}

/** Register width where the table does not say it. */
const USUAL_GRF_BYTES = 32;

/** Bytes of a register of the device, or of the one that the notes name. */
export function grfBytesOf(devices: Devices, device: ProductConfig | undefined, notes?: DriverNotes): number {
  const named = device ?? devices.config(notes?.config ?? -1);
  const core = notes?.core && !device ? notes.core : devices.family(named?.family ?? notes?.product ?? -1)?.core;
  return devices.core(core ?? -1)?.grfBytes ?? USUAL_GRF_BYTES;
}

/**
 * The decision of a driver release about a zebin on a device.
 *
 * Throws `TypeError` for an IP value that no device has.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/device_binary_format_zebin.cpp and zebin/.
 */
export function checkZebin(input: Uint8Array | Bytes | DriverFile, { device, release, devices = DEVICES }: CheckOptions): CheckAnswer {
  const config = device === undefined ? undefined : devices.config(device);
  if (device !== undefined && !config) throw new TypeError(`no device has the IP value ${device}`);
  const file = input instanceof DriverFile ? input : new DriverFile(Bytes.from(input));
  return new Check(file, config, devices, new Behaviour(release)).answer();
}

export class Check {
  private readonly file: DriverFile;
  private readonly device: ProductConfig | undefined;
  private readonly devices: Devices;
  private readonly how: Behaviour;
  private readonly steps: CheckStep[] = [];
  private reason: Diagnostic | undefined;

  constructor(file: DriverFile, device: ProductConfig | undefined, devices: Devices, how: Behaviour) {
    this.file = file;
    this.device = device;
    this.devices = devices;
    this.how = how;
  }

  answer(): CheckAnswer {
    const verdict = this.decide();
    for (const name of CHECK_STEPS.slice(this.steps.length)) this.steps.push({ name, outcome: 'not-reached', findings: [] });
    return { verdict, ...(this.reason ? { reason: this.reason } : {}), steps: this.steps };
  }

  private decide(): CheckVerdict {
    const { file, how } = this;
    const { bytes } = file;
    let elf: DriverElf | undefined;
    let notes: DriverNotes | undefined;
    const taken = this.step('container', bytes, '', () => {
      if (!isDriverZebin(bytes)) throw new DriverStop('driver/not-zebin', 'the driver does not take this file for a zebin', 0, 20);
    });
    if (taken) return taken;
    const decoded = this.step('elf', bytes, '', () => {
      elf = file.elf(how);
    });
    if (decoded || !elf) return decoded ?? 'refused';
    const decodedElf = elf;
    const target = this.step('target', bytes, '', () => {
      notes = checkTarget(bytes, decodedElf, this.device, this.devices, how);
    });
    if (target) return target === 'refused' && this.reason?.code !== 'driver/device' && hasIr(decodedElf) ? 'rebuilt-from-ir' : target;
    if (notes) this.remark('target', this.remarks(notes));
    let sections: ReturnType<typeof decodeSections> | undefined;
    const sectioned = this.step('sections', bytes, '', () => {
      sections = decodeSections(decodedElf, how);
    });
    if (sectioned || !sections) return sectioned ?? 'refused';
    const found = sections;
    const grfBytes = grfBytesOf(this.devices, this.device, notes);
    const read = this.step('ze_info', zeInfoBytes(bytes, found) ?? bytes, '.ze_info', () => takeZeInfo(file, found, how, grfBytes));
    if (read) return read;
    return this.link();
  }

  /** Runs a step; gives the verdict when it is the last one. */
  private step(name: CheckStep['name'], origin: Bytes, path: string, run: () => void): CheckVerdict | undefined {
    try {
      run();
      this.steps.push({ name, outcome: 'passed', findings: [] });
      return undefined;
    } catch (error) {
      const found =
        error instanceof DriverStop ? error.diagnostic(origin, path) : error instanceof FormatError ? error.diagnostic : undefined;
      if (!found) throw error;
      this.reason = found;
      this.steps.push({ name, outcome: 'failed', findings: [found] });
      return found.code.endsWith('-abort') || error instanceof FormatError ? 'crash' : 'refused';
    }
  }

  private remark(name: CheckStep['name'], findings: readonly Diagnostic[]): void {
    const at = this.steps.findIndex((step) => step.name === name);
    const step = this.steps[at];
    if (step) this.steps[at] = { ...step, findings: [...step.findings, ...findings] };
  }

  /** What does not decide: the driver may compile again for it, or be careful at run time. */
  private remarks(notes: DriverNotes): Diagnostic[] {
    const { zebin, bytes } = this.file;
    const found: Diagnostic[] = [];
    const span = bytes.span(0, 0);
    const needed = this.device?.release === 'xe-hpc' ? DETECTION.ponteVecchio : DETECTION.others;
    if (notes.detection < needed && this.how.knows(DETECTION)) {
      const message = `note 7 says ${notes.detection || 'nothing'}, and the driver trusts ${needed} and newer: the binary may be rebuilt`;
      found.push(diagnostic('driver/detection-version', message, span, '.note.intelgt.compat', { found: notes.detection, needed }));
    }
    const policy = zebin?.zeInfo?.container.l1_cache_policy;
    const version = zebin?.version;
    if (
      this.how.knows(l1CachePolicy.members[0].driver) &&
      policy === undefined &&
      version !== undefined &&
      compareVersions(version, POLICY_SILENT) <= 0
    ) {
      const message = `version ${version} has no l1_cache_policy: Level Zero may rebuild the binary, or override its policy`;
      found.push(diagnostic('driver/cache-policy', message, span, '.ze_info/l1_cache_policy', { version }));
    }
    return found;
  }

  private link(): CheckVerdict {
    const { zebin } = this.file;
    if (!zebin) {
      this.steps.push({ name: 'link', outcome: 'passed', findings: [] });
      return 'accepted';
    }
    const { value, diagnostics } = this.file.linked(zebin);
    const aborting = value.relocations.find(({ type, target, state }) => {
      const row: RelocationType | undefined = findRow(RELOCATION_TYPES, type);
      const name = zebin.elf.sections[target]?.name ?? '';
      if (state !== 'unresolved' || name.startsWith('.debug_') || name === '') return false;
      const driver = name.startsWith('.text') ? row?.driver : row?.driverData;
      return !driver || !this.how.knows(driver);
    });
    const findings = [...diagnostics];
    if (aborting) {
      const name = `${zebin.elf.sections[aborting.section]?.name ?? ''}[${aborting.index}]`;
      this.reason = diagnostics.find((d) => d.code === 'link/type' && d.path === name) ?? diagnostics.find((d) => d.code === 'link/type');
      this.steps.push({ name: 'link', outcome: 'failed', findings });
      return 'crash';
    }
    const refused = diagnostics.find((d) => d.code === 'link/kernel' || d.code === 'link/symbol-range' || d.code === 'link/exports');
    this.steps.push({ name: 'link', outcome: refused ? 'failed' : 'passed', findings });
    if (!refused) return 'accepted';
    this.reason = refused;
    return 'refused';
  }
}

/** Versions of note 7 that the driver trusts (shared/source/helpers/definitions/indirect_detection_versions.h at 26.27). */
const DETECTION = { since: '24.05.28454.5', others: 9, ponteVecchio: 3 } as const;
/** Up to this version the driver takes a missing l1_cache_policy for an unknown one. */
const POLICY_SILENT = '1.60';

function hasIr(elf: DriverElf): boolean {
  return elf.sections.some(({ type, size }) => (type === SHT_ZEBIN_SPIRV || type === SHT_ZEBIN_PISA) && size > 0);
}
