import type { PropertyRow, PropertySetRow, SyclbinPlace } from './row.ts';
import { PROPERTY_SETS } from './sets.ts';

export { ASPECTS } from './aspects.ts';
export type { NumberName, PropertyRow, PropertySetRow, Shape, SyclbinPlace } from './row.ts';
export { DEVICE_GLOBAL, DEVICELIBS, HOST_PIPE, PADDING_ID, PROPERTY_SETS, type PropertySetName, SPEC_CONSTANT } from './sets.ts';
export { shapeName } from './shape-name.ts';

const ROWS: ReadonlyMap<string, PropertySetRow> = new Map(PROPERTY_SETS.map((row) => [row.name, row]));

/** The row of a set, or undefined. */
export function setRow(name: string): PropertySetRow | undefined {
  return ROWS.get(name);
}

/** The name of the set that a property text of a SYCLBIN file consists of. */
export function setAt(place: SyclbinPlace): string {
  const row = (PROPERTY_SETS as readonly PropertySetRow[]).find((one) => one.place === place);
  if (!row) throw new TypeError(`no property set has the place ${place}`);
  return row.name;
}

/** The row of a key in a set, or undefined: the exact key, else the first pattern whose fixed end it has. */
export function propertyRow(set: string, key: string): PropertyRow | undefined {
  return setRow(set)?.properties.find((row) => matches(row.key, key));
}

function matches(pattern: string, key: string): boolean {
  const brace = pattern.indexOf('}');
  return brace < 0 ? pattern === key : key.endsWith(pattern.slice(brace + 1));
}
