import type { DriverRange, VersionRange } from '../core/schema/index.ts';
import type { FormatKind } from '../walk/formats.ts';

/** What the tables say about one name. */
export interface Entry extends VersionRange {
  /** The kind of thing: `attribute`, `section`. */
  readonly kind: string;
  readonly name: string;
  /** Full name, unique among all entries: `execution_env/grf_count`. */
  readonly path: string;
  /** Other names that a query may use. */
  readonly also?: readonly string[];
  /** For a field: the kinds of data that have it. Different kinds have fields of the same name. */
  readonly formats?: readonly FormatKind[];
  /** One or more sentences. */
  readonly doc: string;
  readonly value?: number;
  readonly type?: string;
  readonly unit?: string;
  readonly required?: boolean;
  readonly default?: string | number | boolean | readonly number[];
  /** Version from which it is deprecated. */
  readonly deprecated?: string;
  /** The condition under which it is present, as a clause. */
  readonly when?: string;
  /** False if the specification does not have it. */
  readonly specified?: false;
  readonly driver?: DriverRange;
  /** For a relocation type: the drivers that apply it in data. `driver` is then the drivers that apply it in code. */
  readonly driverData?: DriverRange;
  /** For a diagnostic code: severity, what to do, and where the rule is defined. */
  readonly severity?: string;
  readonly help?: string;
  readonly source?: string;
  /** The page of the site, relative to the site's base address: `reference/attribute/grf_count/`. */
  readonly page: string;
}

/** The part of an entry that comes from the tables. */
export type EntryRow = Omit<Entry, 'page'>;
