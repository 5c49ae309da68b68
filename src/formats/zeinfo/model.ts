import type { Bytes } from '../../core/bytes/index.ts';
import type { EnumRows, Kind, RecordRows } from '../../core/schema/index.ts';
import type { YamlDocument } from '../yaml/index.ts';
import type { AnyRecord } from './record.ts';
import type { Container } from './records.ts';

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

/**
 * A record as read. Reading is not checking, so every attribute may be missing; a missing one is absent, never filled in with its default.
 * The interfaces of {@link Container} and of the records in it are generated, and the same.
 */
export type RecordOf<R extends RecordRows> = {
  readonly [K in keyof R['attributes']]?: ValueOf<R['attributes'][K]['type']>;
} & AnyRecord;

/** The content of a .ze_info section: its text with positions, and its typed model. */
export interface ZeInfo {
  readonly kind: 'ze_info';
  readonly bytes: Bytes;
  readonly document: YamlDocument;
  readonly container: Container;
  /** What reading counted of this container, which an edited text does not have. */
  readonly counted?: { readonly uses: object; readonly container: object };
}

export * from './record.ts';
export type * from './records.ts';
