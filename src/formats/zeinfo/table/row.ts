import type { Attribute, EnumMember, Kind } from '../../../core/schema/index.ts';

/** An attribute with a literal kind, so that the type of its value derives from the row. */
export interface AttributeOf<K extends Kind> extends Attribute {
  readonly type: K;
}

/** A word with a literal value, so that the type of an enumeration derives from its rows. */
export interface Word<V extends string> extends EnumMember {
  readonly value: V;
}

type AttributeDetails = Omit<Attribute, 'type' | 'doc' | 'required'>;
type WordDetails = Omit<EnumMember, 'value' | 'doc'>;

export const required = <const K extends Kind>(type: K, doc: string, details: AttributeDetails): AttributeOf<K> => ({
  type,
  required: true,
  doc,
  ...details,
});

export const optional = <const K extends Kind>(type: K, doc: string, details: AttributeDetails): AttributeOf<K> => ({
  type,
  doc,
  ...details,
});

export const word = <const V extends string>(value: V, doc: string, details: WordDetails): Word<V> => ({ value, doc, ...details });
