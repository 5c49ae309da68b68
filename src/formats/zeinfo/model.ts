import type { Bytes } from '../../core/bytes/index.ts';
import type { EnumRows, Kind, RecordRows } from '../../core/schema/index.ts';
import type { YamlDocument, YamlNode } from '../yaml/index.ts';
import type { CONTAINER } from './table/index.ts';
import type { Counted } from './uses.ts';

/** Key under which a record keeps its place in the text. A symbol, so that a record is plain data to `Object.keys` and JSON. */
export const NODE: unique symbol = Symbol('zebin.node');

/** The value that a kind of attribute reads into. */
export type ValueOf<K extends Kind> = K extends { kind: 'int32' | 'float' }
  ? number
  : K extends { kind: 'bool' }
    ? boolean
    : K extends { kind: 'int32xN' }
      ? readonly number[]
      : K extends { kind: 'str' }
        ? string
        : K extends { kind: 'strs' }
          ? readonly string[]
          : K extends { kind: 'enum'; rows: infer E extends EnumRows }
            ? WordOf<E>
            : K extends { kind: 'record'; rows: infer R extends RecordRows }
              ? RecordOf<R>
              : K extends { kind: 'list'; rows: infer R extends RecordRows }
                ? readonly RecordOf<R>[]
                : never;

/** The words of an enumeration. Unknown words are kept, so any string may occur. */
export type WordOf<E extends EnumRows> = E['members'][number]['value'] | (string & {});

/** An entry of a record that no row types: an unknown key, a value of the wrong type, or a repeated key. */
export interface ExtraEntry {
  readonly key: string;
  /** The value as display text: a scalar without its quotes, a block as its source. */
  readonly text: string;
  readonly reason: 'unknown' | 'type' | 'duplicate';
  /** The attribute that it comes after; absent at the beginning of the record. */
  readonly after?: string;
  /**
   * The value as it is written, if that is not `text`: a scalar with its quotes, a block with the indentation of its lines relative to the
   * first. Printing prefers it to `text`.
   */
  readonly source?: string;
  readonly [NODE]?: YamlNode;
}

/**
 * A record as read. Reading is not checking, so every attribute may be missing; a missing one is absent, never filled in with its default.
 * Parts that the rows do not type are in `extra`, in the order of the text.
 */
export type RecordOf<R extends RecordRows> = {
  readonly [K in keyof R['attributes']]?: ValueOf<R['attributes'][K]['type']>;
} & { readonly extra?: readonly ExtraEntry[]; readonly [NODE]?: YamlNode };

/** The content of a .ze_info section: its text with positions, and its typed model. */
export interface ZeInfo {
  readonly kind: 'ze_info';
  readonly bytes: Bytes;
  readonly document: YamlDocument;
  readonly container: Container;
  /** What reading counted of this container, which an edited text does not have. */
  readonly counted?: Counted;
}

export type Container = RecordOf<typeof CONTAINER>;
export type Kernel = NonNullable<Container['kernels']>[number];
export type ZeFunction = NonNullable<Container['functions']>[number];
export type ExecutionEnv = NonNullable<Kernel['execution_env']>;
export type PayloadArgument = NonNullable<Kernel['payload_arguments']>[number];
export type KernelMiscInfo = NonNullable<Container['kernels_misc_info']>[number];
