/** The types of documents and of the items that they are about, at any depth. */
export type {
  CodeMetric,
  GateFailure,
  MetricKey,
  ResourceMetric,
  Side,
  SideFile,
  Threshold,
  Unmatched,
  Verdict,
} from '../analysis/comparison/index.ts';
export type { Cost, CostInputs, CostLoop, CostModel, CostSymbol, LoopCount } from '../analysis/cost/index.ts';
export type { CodeMatch } from '../analysis/coverage/coverage.ts';
export type {
  Bound,
  ChangeReason,
  EdgeKind,
  LoopMeasures,
  Measures,
  PipeCounts,
  PipeName,
  Sum,
  TrafficUse,
  WaitKind,
} from '../analysis/instructions/index.ts';
export type { Compressed } from '../core/bytes/index.ts';
export type {
  Compatibility,
  CoreFamily,
  DeviceRows,
  Devices,
  PciDevice,
  ProductConfig,
  ProductFamily,
  Release,
  TargetGroup,
} from '../devices/index.ts';
export type { CheckStep, CheckVerdict, OclocVerdict, Reason, ReleaseRange, Tables } from '../driver/index.ts';
export type { Entry as ExplainEntry } from '../explain/entry.ts';
export type {
  AddressModel,
  Caching,
  InstructionElement,
  Message,
  OperandElement,
  OperationGroup,
  Platform,
  PrintOptions as CodePrintOptions,
  RegionElement,
  RegisterElement,
} from '../formats/eu/index.ts';
export type { Property, PropertySet, PropertyValue } from '../formats/props/index.ts';
export type { Sample, SampledKernel, StallCounts, StallSamples, WaitedBy } from '../formats/samples/index.ts';
export type { ResourceName } from '../formats/zebin/index.ts';
export type { ContainerContent, ContainerKind } from '../walk/containers.ts';
export type { Completeness } from '../walk/damage.ts';
export type { FormatKind } from '../walk/formats.ts';
export type { ClosedItem, Item, ItemContent, ItemKind, Unread } from '../walk/item.ts';
export type { Changes, Fact, OwnKind, Slot } from '../walk/part.ts';
export type {
  CheckDocument,
  CheckProfile,
  CheckQuestion,
  CheckReason,
  CheckStepJson,
  ImageCheck,
  KernelCheck,
} from './check.ts';
export type { CompareOptions } from './compare/compare.ts';
export type {
  DiffDocument,
  DifferenceJson,
  DiffSide,
  ImageDiff,
  KernelDiff,
  KernelPlace,
  MetricDiff,
} from './compare/diff.ts';
export type { ChangeCounts, ChangedInstruction, CodeChange, CodeDiff } from './compare/diff-code.ts';
export type * from './compare/model.ts';
export type {
  CostDocument,
  CostInfo,
  CostRequest,
  CostSweep,
  CostSymbolInfo,
  KernelCost,
  LoopCostInfo,
  TotalCost,
} from './cost.ts';
export type { CoverageDocument, CoverageOptions, DeviceCoverage, KernelCoverage } from './coverage.ts';
export type { InstructionJson, MessageJson } from './disasm/instruction.ts';
export type {
  ArgumentRead,
  BlockJson,
  CodeAnalysis,
  CodeLine,
  CodeListing,
  CodeSamples,
  CodeToDecode,
  Decode,
  Decoded,
  DisasmDocument,
  DisasmOptions,
  HotInstruction,
  LineCosts,
  LoopJson,
  NextRegisters,
  SampleCounts,
  SourceJson,
  WaitedInstruction,
  WaitJson,
} from './disasm/model.ts';
export type { DumpDocument, DumpOptions, DumpSpan } from './dump.ts';
export type { ExplainDocument } from './explain.ts';
export type * from './gate-info.ts';
export type {
  CodeColumns,
  ElfInfo,
  ImageBytes,
  ImageInfo,
  InfoDocument,
  KernelInfo,
  OtherImageInfo,
  TargetInfo,
  VerdictInfo,
  ZebinInfo,
} from './info.ts';
export type { DiagnosticJson, Json, Real } from './json.ts';
export type { ArgumentDetail } from './kernel/arguments.ts';
export type { CodeMeasures, LoopMeasuresJson, MeasuredCode } from './kernel/code-measures.ts';
export type {
  KernelCode,
  KernelDetail,
  KernelDocument,
  KernelOptions,
  MemoryDetail,
  MemorySize,
  PropertyDetail,
  SymbolDetail,
} from './kernel/kernel.ts';
export type { KernelQuery } from './kernel/kernel-names.ts';
export type { PayloadEntryInfo, PayloadInfo, PayloadRegionInfo } from './kernel/payload.ts';
export type { RelocationDetail } from './kernel/relocation.ts';
export type { LsDocument, LsEntry, LsProperty, LsPropertySet } from './ls.ts';
export type { PropertyJson, PropsDocument, PropsItemJson, PropsSetJson, PropsTextJson, SpecConstantJson } from './props.ts';
export type { DuplicateGroup, SizeDocument, SizeDomain, SizeNode, SizeOptions, SizePart } from './size.ts';
export type { TextDocument } from './text.ts';
export type { Finding, ValidateDocument } from './validate/document.ts';
export type * from './verdict-info.ts';
