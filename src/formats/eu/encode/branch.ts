/** Branches and `sync`, the inverse of `read/branch.ts`. */

import type { Operand } from '../model.ts';
import { XE_HPC } from '../table/platforms.ts';
import { TYPES } from '../table/types.ts';
import type { Encoder } from './encoder.ts';
import { encodeDestination, encodeSource, isOld, putRegister, putSubregister } from './operand.ts';

export function encodeBranch(e: Encoder): void {
  if (isOld(e)) encodeOldBranch(e);
  else encodeNewBranch(e);
}

/** A branch up to Gen11. Registers are in the fields of basic sources. */
function encodeOldBranch(e: Encoder): void {
  const { places, shape, instruction } = e;
  const [first, second] = instruction.sources;
  if (first === undefined) return;
  if (shape.format === 'call') encodeDestination(e, false);
  // `call` and `jmpi` use the fields of the second source.
  const index = shape.format === 'call' || shape.mnemonic === 'jmpi' ? 1 : 0;
  if (first.kind !== 'label') {
    encodeSource(e, first, index, false);
    return;
  }
  if (shape.isTypedBranch) {
    e.put(places.src[index].file, 3);
    e.chooseType(places.src[index].type, shape.types.immediate, first.type);
  }
  e.putNamed('jip', shape.mnemonic === 'jmpi' ? first.low - instruction.size : first.low);
  if (second !== undefined) e.putNamed('uip', second.low);
}

function encodeNewBranch(e: Encoder): void {
  const { places, instruction } = e;
  const { dst, sources } = instruction;
  const [first, second] = sources;
  if (dst !== undefined) {
    e.put(places.dst.file, dst.register?.file === -1 ? 1 : 0);
    putRegister(e, places.dst, dst, false);
    putSubregister(e, places.dst.sub, dst, TYPES.d);
  }
  if (first?.kind === 'label') {
    if (e.get(places.src[0].file) < 2) e.put(places.src[0].file, 2);
    e.putNamed('jip', first.low);
  } else if (first !== undefined) putBranchRegister(e, first);
  if (second === undefined) return;
  e.put(places.src[1].file, 1);
  e.putNamed(first?.kind === 'label' ? 'uip' : 'uip.short', second.low);
}

function putBranchRegister(e: Encoder, source: Operand): void {
  const at = e.places.src[0];
  e.put(at.file, source.register?.file === -1 ? 1 : 0);
  putRegister(e, at, source, false);
  putSubregister(e, at.sub, source, TYPES.d);
}

export function encodeSync(e: Encoder): void {
  const [source] = e.instruction.sources;
  if (source === undefined) return;
  // Null has neither number nor type (encodeSyncInstruction of visa/iga/IGALibrary/Backend/GED/Encoder.cpp), and up to Xe-HPG the register
  // of a wait is null, whatever the text says.
  if (!isOld(e) && source.kind !== 'immediate' && (e.platform < XE_HPC || source.register === e.shapes.nothing))
    e.put(e.places.src[0].file, 0);
  else encodeSource(e, source, 0, false);
}
