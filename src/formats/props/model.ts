import type { Bytes } from '../../core/bytes/index.ts';
import type { Span } from '../../core/diag/index.ts';

/**
 * The value of a property. `type` is the number before the bar.
 *
 * A byte array counts its bits: the length is a whole number of bytes except for argument masks. `data` has ⌈bits ÷ 8⌉ bytes.
 */
export type PropertyValue =
  | { readonly type: 1; readonly value: number }
  | { readonly type: 2; readonly bits: number; readonly data: Uint8Array };

/** One line of property text. Joined in order, the lines are the text. */
export type PropsLine = SetLine | PropertyLine | OtherLine;

interface LineBase {
  /** How the line ends; empty only for the last line of a text, and in JSON. */
  readonly end: '\n' | '\r\n' | '';
  /** The line with its end. Absent in a line that was not read from bytes. */
  readonly span?: Span;
}

/** `[name]`: begins a property set, or continues with one of that name. */
export interface SetLine extends LineBase {
  readonly kind: 'set';
  readonly name: string;
  /** What comes after the last bracket; readers ignore it. */
  readonly after: string;
}

/** `key=type|value`. */
export interface PropertyLine extends LineBase {
  readonly kind: 'property';
  readonly key: string;
  readonly value: PropertyValue;
  /**
   *  The text after the `=`, or after the colon in JSON, if it is not the common spelling of the value: leading zeros, bytes after the
   * counted bits.
   */
  readonly spelling?: string;
}

/** An empty line, or one that cannot be read: kept as it is. */
export interface OtherLine extends LineBase {
  readonly kind: 'blank' | 'unreadable';
  readonly text: string;
}

/** Property sets as text, line by line; or as JSON, whose sets and properties are the lines. */
export interface Props {
  readonly kind: 'props';
  /** For JSON; absent for property text. */
  readonly form?: 'json';
  readonly lines: readonly PropsLine[];
  /** For JSON: the text that was read. If `lines` is still this list, the text keeps its layout. */
  readonly read?: { readonly lines: readonly PropsLine[]; readonly text: string };
}

export interface Property {
  readonly key: string;
  readonly value: PropertyValue;
  readonly span?: Span;
}

/** A property set as its readers see it: each key once. */
export interface PropertySet {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly span?: Span;
}

/** A property as it is in the arrays of a host file: `_sycl_device_binary_property_struct`, its pointers followed. */
export interface RawProperty {
  readonly name: string;
  /** 1 integer, 2 byte array, 3 text. */
  readonly type: number;
  /** `ValSize`: the value itself for type 1 (its low 32 bits), else the size of the value in bytes. */
  readonly size: bigint;
  /** The `size` bytes that `ValAddr` points to; absent if the pointer is null. A byte array begins with its bit count. */
  readonly value?: Bytes;
  /** The structure. */
  readonly span: Span;
}

/** `_sycl_device_binary_property_set_struct`, its pointers followed. */
export interface RawPropertySet {
  readonly name: string;
  readonly properties: readonly RawProperty[];
  readonly span: Span;
}
