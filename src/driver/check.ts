/** The decision of a driver release about a zebin, replayed step by step. */

import { type Diagnostic, diagnostic, FormatError } from '../core/diag/index.ts';
import { compareVersions } from '../core/schema/index.ts';
import { type Devices, type Execution, executionOf, type ProductConfig } from '../devices/index.ts';
import { findRow } from '../formats/elf/index.ts';
import { findSection, RELOCATION_TYPES, type RelocationType, sectionType } from '../formats/zebin/index.ts';
import { l1CachePolicy } from '../formats/zeinfo/index.ts';
import type { Behaviour } from './behaviour.ts';
import { CHECK_STEPS, type CheckStep, Decision, placedIn, type Reason } from './decision.ts';
import type { DriverElf } from './elf.ts';
import { externalFunctionFaults } from './external-functions.ts';
import type { DriverFile } from './file.ts';
import { type DriverSections, decodeSections } from './sections.ts';
import { decodeElf, placedInZeInfo, readDriverInfo, zeInfoBytes } from './steps.ts';
import { DriverStop, Stops } from './stop.ts';
import { checkTarget, type DriverNotes } from './target.ts';

export type CheckVerdict = 'accepted' | 'rebuilt-from-ir' | 'refused' | 'crash';

export interface CheckAnswer {
  readonly verdict: CheckVerdict;
  /** The finding that decided; absent when the file is accepted. */
  readonly reason?: Diagnostic;
  /** All reasons against the file, in the driver's order: {@link reason} is the first. */
  readonly reasons: readonly Reason[];
  readonly steps: readonly CheckStep[];
}

/** Register width in bytes where the table has none. */
const COMMON_GRF_BYTES = 32;

/** Product and core family of the device, or of the one that the notes name, if they are known. */
function familiesOf(
  devices: Devices,
  device: ProductConfig | undefined,
  notes?: DriverNotes,
): { product: number | undefined; core: number | undefined } {
  const named = device ?? devices.config(notes?.config ?? -1);
  const product = named?.family ?? notes?.product;
  const core = notes?.core && !device ? notes.core : devices.family(product ?? -1)?.core;
  return { product, core };
}

/** Size of a register in bytes, for the device or for the one that the notes name. */
export function grfBytesOf(devices: Devices, device: ProductConfig | undefined, notes?: DriverNotes): number {
  return devices.core(familiesOf(devices, device, notes).core ?? -1)?.grfBytes ?? COMMON_GRF_BYTES;
}

/** The limits of the device, or of the one that the notes name. */
export function limitsOf(devices: Devices, device: ProductConfig | undefined, notes?: DriverNotes): Execution | undefined {
  const { core, product } = familiesOf(devices, device, notes);
  return executionOf(core, product);
}

export class Check {
  private readonly file: DriverFile;
  private readonly device: ProductConfig | undefined;
  private readonly devices: Devices;
  private readonly behaviour: Behaviour;
  private readonly all: boolean;
  private readonly decision: Decision;

  /** @param all whether to look for further reasons after the first */
  constructor(file: DriverFile, device: ProductConfig | undefined, devices: Devices, behaviour: Behaviour, all = false) {
    this.file = file;
    this.device = device;
    this.devices = devices;
    this.behaviour = behaviour;
    this.all = all;
    this.decision = new Decision(CHECK_STEPS, all);
  }

  answer(): CheckAnswer {
    const { decision } = this;
    const rebuilt = this.run();
    const { reasons, first } = decision;
    const [reason] = reasons;
    const crash = first instanceof FormatError || isCrash(reason?.diagnostic) || reason?.diagnostic.code === 'link/type';
    const verdict = !reason ? 'accepted' : rebuilt ? 'rebuilt-from-ir' : crash ? 'crash' : 'refused';
    return { verdict, ...(reason ? { reason: reason.diagnostic } : {}), reasons, steps: decision.finished() };
  }

  /** Runs the steps; returns whether the driver compiles the IR again. */
  private run(): boolean {
    const { file, behaviour, decision, device, devices } = this;
    const placed = placedIn(file.bytes);
    const elf = decodeElf(file, behaviour, decision);
    if (!elf) return false;
    const { value: notes, passed: fits } = decision.step('target', placed, (stops) =>
      checkTarget(elf, file.notes(elf), device, devices, behaviour, stops),
    );
    if (notes && fits) decision.remark('target', this.remarks(notes));
    if (!fits && decision.first instanceof DriverStop && decision.first.code !== 'driver/device' && hasIr(elf))
      return !isCrash(decision.first);
    const continues = (passed: boolean) => passed || this.all;
    if (!continues(fits)) return false;
    const { value: sections, passed: sectioned } = decision.step('sections', placed, (stops) => decodeSections(elf, behaviour, stops));
    if (!sections || !continues(sectioned)) return false;
    // A file for another device is checked against the device that it is for.
    const target = fits ? device : undefined;
    if (!continues(this.zeInfo(sections, grfBytesOf(devices, target, notes)))) return false;
    if (!continues(this.limits(target, notes))) return false;
    this.link();
    return false;
  }

  private zeInfo(sections: DriverSections, grfBytes: number): boolean {
    const { file, behaviour } = this;
    const placed = this.all
      ? placedInZeInfo(file, sections, behaviour)
      : placedIn(zeInfoBytes(file.bytes, sections) ?? file.bytes, '.ze_info');
    const read = (variant: Behaviour, of: DriverSections, stops: Stops) => void readDriverInfo(file, of, variant, grfBytes, stops);
    return this.decision.step('ze_info', placed, (stops) =>
      this.all
        ? read(behaviour, sections, stops)
        : file.described(grfBytes, behaviour, (variant) => read(variant, decodeSections(file.elf(variant), variant), new Stops())),
    ).passed;
  }

  /**
   * What kernels need of the device and of the file. A kernel that neither runtime creates is a reason against the file; other shortages
   * are remarks.
   */
  private limits(device: ProductConfig | undefined, notes: DriverNotes | undefined): boolean {
    const { behaviour, file } = this;
    const { refused, remarks } = file.needs(limitsOf(this.devices, device, notes), behaviour);
    this.decision.add('limits', [...refused, ...remarks], refused);
    return refused.length === 0;
  }

  /** Findings that do not decide: the driver may rebuild the binary because of them, or work around them at run time. */
  private remarks(notes: DriverNotes): Diagnostic[] {
    const { zebin, bytes } = this.file;
    const diagnostics: Diagnostic[] = [];
    const span = bytes.span(0, 0);
    const needed = this.device?.release === 'xe-hpc' ? DETECTION.ponteVecchio : DETECTION.others;
    if (notes.detection < needed && this.behaviour.knows(DETECTION)) {
      const message = `note 7 says ${notes.detection || 'nothing'}, and the driver trusts ${needed} and newer: the binary may be rebuilt`;
      diagnostics.push(diagnostic('driver/detection-version', message, span, '.note.intelgt.compat', { found: notes.detection, needed }));
    }
    const policy = zebin?.zeInfo?.container.l1_cache_policy;
    const version = zebin?.version;
    if (
      this.behaviour.knows(l1CachePolicy.members[0].driver) &&
      policy === undefined &&
      version !== undefined &&
      compareVersions(version, POLICY_SILENT) <= 0
    ) {
      const message = `version ${version} has no l1_cache_policy: Level Zero may rebuild the binary, or override its policy`;
      diagnostics.push(diagnostic('driver/cache-policy', message, span, '.ze_info/l1_cache_policy', { version }));
    }
    return diagnostics;
  }

  private link(): void {
    const { zebin } = this.file;
    if (!zebin) {
      // If the driver decodes the file and this library does not, no link result is known.
      if (this.decision.reasons.length === 0) this.decision.add('link', [], []);
      return;
    }
    const { value, diagnostics } = this.file.linked(zebin);
    const aborting = value.relocations.find(({ type, target, state }) => {
      const row: RelocationType | undefined = findRow(RELOCATION_TYPES, type);
      const name = zebin.elf.sections[target]?.name ?? '';
      const segment = findSection(name)?.segment;
      if (state !== 'unresolved' || segment === 'debug' || name === '') return false;
      const driver = segment === 'code' ? row?.driver : row?.driverData;
      return !driver || !this.behaviour.knows(driver);
    });
    const name = aborting && `${zebin.elf.sections[aborting.section]?.name ?? ''}[${aborting.index}]`;
    const abort =
      name && (diagnostics.find((d) => d.code === 'link/type' && d.path === name) ?? diagnostics.find((d) => d.code === 'link/type'));
    const refused = diagnostics.filter((d) => d.code === 'link/kernel' || d.code === 'link/symbol-range' || d.code === 'link/exports');
    // Functions are resolved last, if every relocation was applied.
    const isLinked = value.relocations.every(({ state }) => state !== 'unresolved');
    const functions = isLinked && refused.length === 0 ? externalFunctionFaults(zebin, this.behaviour) : [];
    this.decision.add('link', [...diagnostics, ...functions], [...(abort ? [abort] : []), ...refused, ...functions]);
  }
}

/** Versions of note 7 that the driver trusts (shared/source/helpers/definitions/indirect_detection_versions.h at 26.27). */
const DETECTION = { since: '24.05.28454.5', others: 9, ponteVecchio: 3 } as const;
/** Up to this version the driver treats a missing l1_cache_policy as an unknown policy. */
const POLICY_SILENT = '1.60';

function isCrash(reason: { readonly code: string } | undefined): boolean {
  return reason?.code.endsWith('-abort') === true;
}

function hasIr(elf: DriverElf): boolean {
  return elf.sections.some(({ type, size }) => size > 0 && sectionType(type)?.ir);
}
