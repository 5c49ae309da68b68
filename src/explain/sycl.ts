/** Entries for property sets, SYCLBIN and OffloadBinary, from their tables. */
import { IMAGE_KINDS, OFFLOAD_KEYS, OFFLOAD_KINDS } from '../formats/offload/index.ts';
import { ASPECTS, DEVICELIBS, type NumberName, PROPERTY_SETS, type PropertySetRow, shapeName } from '../formats/props/index.ts';
import { SYCLBIN_KEYS, SYCLBIN_ROLES } from '../formats/syclbin/index.ts';

export function syclEntries() {
  return [
    ...(PROPERTY_SETS as readonly PropertySetRow[]).flatMap(setEntries),
    ...(ASPECTS as readonly NumberName[]).map(({ value, name, doc }) => ({
      kind: 'aspect',
      name,
      path: `aspects/${name}`,
      value,
      doc: doc ?? 'A device with this aspect of SYCL is required.',
    })),
    ...DEVICELIBS.map(({ value, name }) => ({
      kind: 'device library',
      name,
      path: `DeviceLibReqMask/${name}`,
      value,
      doc: 'A library that the runtime links to the image; the number is the bit in DeviceLibReqMask.',
    })),
    ...IMAGE_KINDS.map((row) => ({ kind: 'image kind', path: `image_kind/${row.name}`, ...row })),
    ...OFFLOAD_KINDS.map((row) => ({ kind: 'offload kind', path: `offload_kind/${row.name}`, ...row })),
    ...OFFLOAD_KEYS.map(({ key, doc }) => ({ kind: 'string', name: key, path: `OffloadBinary string/${key}`, doc })),
    ...SYCLBIN_KEYS.map(({ key, doc }) => ({ kind: 'string', name: key, path: `SYCLBIN string/${key}`, doc })),
    ...SYCLBIN_ROLES.map(({ role, doc }) => ({ kind: 'role', name: role, path: `SYCLBIN role/${role}`, doc })),
  ];
}

function setEntries({ name, doc, specified, properties }: PropertySetRow) {
  const whole = {
    kind: 'property set',
    name,
    path: name,
    doc: `${doc} Keys: ${properties.map(({ key }) => key).join(', ')}.${specified === false ? ` ${UNSPECIFIED}` : ''}`,
    ...only(specified),
  };
  const keys = properties.map((row) => ({
    kind: 'property',
    name: row.key,
    path: `${name}/${row.key}`,
    doc: [row.doc, row.note, row.specified === false ? UNSPECIFIED : undefined].filter((text) => text !== undefined).join(' '),
    type: row.shapes.map(shapeName).join('; or '),
    ...only(row.specified),
  }));
  return [whole, ...keys];
}

const UNSPECIFIED = 'The page of the specification does not have it.';

const only = (specified: false | undefined) => (specified === false ? ({ specified } as const) : {});
