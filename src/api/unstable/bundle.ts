/** `zebin/unstable/bundle`: bundles of clang-offload-bundler, binary, compressed and as text. */
export type { Input } from '../../core/bytes/index.ts';
export type { Outcome } from '../../core/diag/index.ts';
export type { Annotation } from '../../core/schema/index.ts';
export {
  type Bundle,
  type BundleEntry,
  type BundleLayout,
  type Bundles,
  type Ccob,
  type Ccobs,
  dumpBundles,
  dumpCcobs,
  dumpTextBundle,
  type NewEntry,
  parseTextBundle,
  printTextBundle as writeTextBundle,
  readBundles,
  readCcobs,
  type TextBundle,
  type TextComment,
  writeBundle,
  writeCcob,
} from '../../formats/bundle/index.ts';
