/** The files that the examples in the docs of public functions name. */
import { inspect, zebinsOf } from '../../src/index.ts';
import { fixture } from '../support/corpus.ts';

const clock = fixture('zebin/igc2/bmg/clock.zebin').bytes;

/** The zebin with a value of `.ze_info` that is not a number. */
function damaged(): Uint8Array {
  const bytes = clock();
  const at = new TextDecoder('latin1').decode(bytes).indexOf('simd_size:') + 'simd_size:       '.length;
  bytes.set([0x78], at);
  return bytes;
}

function zeInfoText(): Uint8Array {
  const [found] = zebinsOf(inspect(clock()).value);
  if (!found?.zebin.zeInfo) throw new Error('the zebin has no .ze_info');
  return found.zebin.zeInfo.bytes.data;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Each example gets copies of its own. */
export const FILES: Readonly<Record<string, () => Uint8Array>> = {
  bytes: clock,
  archive: fixture('fat/basic-dg2-bmg.ar').bytes,
  bundle: fixture('sycl/bundles/llvm22.bundle').bytes,
  cases: () =>
    encode(
      '{"cases": [{"name": "a", "kernel": "clock", "global": [16], "local": [16], "args": [{"kind": "buffer", "type": "ulong", "count": 64}]}]}',
    ),
  costs: fixture('zebin/igc2/bmg/loops-cost.zebin').bytes,
  damaged,
  debug: fixture('zebin/igc2/bmg/basic-debug.zebin').bytes,
  object: fixture('visa/igc1/skl/basic.k.isa').bytes,
  offloading: fixture('sycl/offload-binary/llvm23-sycl-linker-bmg.bin').bytes,
  program: fixture('sycl/host/intel-l3.so').bytes,
  properties: fixture('sycl/property-sets/host-image0.prop').bytes,
  syclbin: fixture('sycl/syclbin/v2.syclbin').bytes,
  text: zeInfoText,
  tokens: fixture('patchtoken/basic-skl.bin').bytes,
};
