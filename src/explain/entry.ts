import type { DriverRange, VersionRange } from '../schema/index.ts';

/** What the tables say of one name. */
export interface Entry extends VersionRange {
  /** The kind of thing: `attribute`, `section`. */
  readonly kind: string;
  readonly name: string;
  /** Full name, unique among all entries: `execution_env/grf_count`. */
  readonly path: string;
  /** Other names that queries may use. */
  readonly also?: readonly string[];
  /** One or more sentences. */
  readonly doc: string;
  readonly value?: number;
  readonly type?: string;
  readonly unit?: string;
  readonly required?: boolean;
  readonly default?: string | number | boolean | readonly number[];
  /** Version from which it is deprecated. */
  readonly deprecated?: string;
  /** When it is present, as a sentence part. */
  readonly when?: string;
  /** False if the specification does not have it. */
  readonly specified?: false;
  readonly driver?: DriverRange;
  /** For a relocation type, what drivers do in data; `driver` is then what they do in code. */
  readonly driverData?: DriverRange;
  /** For a diagnostic code: severity, what to do, and where the rule is defined. */
  readonly severity?: string;
  readonly help?: string;
  readonly source?: string;
  /** Its address on the site, relative to the base address of the site: `reference/attribute/grf_count/`. */
  readonly page: string;
}

/** What a table has to say of an entry. */
export type EntryRow = Omit<Entry, 'page'>;
