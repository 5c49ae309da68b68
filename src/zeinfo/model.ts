import type { EnumRows, Kind, RecordRows } from '../schema/index.ts';
import type { YamlNode } from '../yaml/index.ts';

/** The value that a kind reads into. */
export type ValueOf<K extends Kind> = K extends { kind: 'int32' | 'float' }
  ? number
  : K extends { kind: 'int64' }
    ? bigint
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

/** The words of an enumeration. A word that no row has is kept, so any string may occur. */
export type WordOf<E extends EnumRows> = E['members'][number]['value'] | (string & {});

/** An entry of a record that no row types: an unknown key, a value of the wrong type, or a repeated key. */
export interface ExtraEntry {
  readonly key: string;
  readonly reason: 'unknown' | 'type' | 'duplicate';
  /** Node of the text that holds it; its text and span are found there. */
  readonly node: YamlNode;
}

/**
 * A record as read. Reading is not judging, so every attribute may be missing; a missing one is absent, never filled in.
 * `node` leads back to the text (spans, comments, quoting); `extra` holds what the rows do not type, in the order of the text.
 */
export type RecordOf<R extends RecordRows> = {
  readonly [K in keyof R['attributes']]?: ValueOf<R['attributes'][K]['type']> | undefined;
} & { readonly node: YamlNode; readonly extra: readonly ExtraEntry[] };

