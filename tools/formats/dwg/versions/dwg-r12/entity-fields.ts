import type { Kind } from './fields.ts';

/*
 * Fields of each kind of entity after its head, in file order. Sources: the description of AC1009 for Kaitai Struct by M. J. Špaček (CC0),
 * LibreDWG's documentation of its fields, Autodesk's DXF reference of Release 12.
 */

/**
 * Kinds besides those of tables:
 * - `flat`: x and y; z is the elevation in the entity's head;
 * - `space`: x, y and z, without z if the entity lies in the plane z = 0 (bit `ELEVATION` of the head);
 * - `text`: its length in a short, and its bytes;
 * - `none`: nothing is stored, but DXF has a point at the elevation;
 * - `style`: index in the table STYLE in a byte;
 * - `number`: a byte that DXF has as text; `height`: z again, which is only read;
 * - `anyByte`, `anyLong`, `anyText`: values that DXF does not have.
 */
export type EntityKind =
  | Kind
  | 'flat'
  | 'space'
  | 'text'
  | 'none'
  | 'style'
  | 'number'
  | 'height'
  | 'anyByte'
  | 'anyLong'
  | 'anyText';

export interface EntityField {
  readonly kind: EntityKind;
  /** DXF group; 0 if DXF does not have the field. */
  readonly code: number;
  /** Bit of the head's options that marks the field as present; 0: it always is. */
  readonly bit: number;
}

export interface EntityLayout {
  /** Name in DXF. */
  readonly name: string;
  readonly fields: readonly EntityField[];
}

type Field = readonly [kind: EntityKind, code: number, bit?: number];

function layout(name: string, ...fields: readonly Field[]): EntityLayout {
  return { name, fields: fields.map(([kind, code, bit = 0]) => ({ kind, code, bit })) };
}

const CORNERS: readonly Field[] = [10, 11, 12, 13].map((code) => ['flat', code] as const);

const DIMENSION: readonly Field[] = [
  ['BLOCK', 2],
  ['point3', 10],
  ['flat', 11],
  ['flat', 12, 0x1],
  ['byte', 70, 0x2],
  ['text', 1, 0x4],
];
const DIMENSION_END: readonly Field[] = [
  ['angle', 53, 0x400],
  ['angle', 51, 0x800],
  ['point3', 210, 0x4000],
  ['DIMSTYLE', 3, 0x8000],
];
const ANGULAR: readonly Field[] = [
  ...DIMENSION,
  ['point3', 13, 0x8],
  ['point3', 14, 0x10],
  ['point3', 15, 0x20],
  ['flat', 16, 0x40],
  ...DIMENSION_END,
];

/** Layouts of dimensions by kind, from the lowest bits of group 70. */
export const DIMENSION_LAYOUTS: readonly EntityLayout[] = [
  layout(
    'DIMENSION',
    ...DIMENSION,
    ['point3', 13, 0x8],
    ['point3', 14, 0x10],
    ['angle', 50, 0x100],
    ['angle', 52, 0x200],
    ...DIMENSION_END,
  ),
  layout('DIMENSION', ...DIMENSION, ['point3', 13, 0x8], ['point3', 14, 0x10], ['angle', 52, 0x100], ...DIMENSION_END),
  layout('DIMENSION', ...ANGULAR),
  layout('DIMENSION', ...DIMENSION, ['space', 15, 0x20], ['real', 40, 0x80], ...DIMENSION_END),
  layout('DIMENSION', ...DIMENSION, ['point3', 15, 0x20], ['real', 40, 0x80], ...DIMENSION_END),
  layout('DIMENSION', ...ANGULAR),
  layout('DIMENSION', ...DIMENSION, ['point3', 13, 0x8], ['point3', 14, 0x10], ...DIMENSION_END),
];

const TEXT_END = (first: number, vertical: 73 | 74): readonly Field[] => [
  ['angle', 50, first],
  ['real', 41, first << 1],
  ['angle', 51, first << 2],
  ['style', 7, first << 3],
  ['byte', 71, first << 4],
  ['byte', 72, first << 5],
  ['flat', 11, first << 6],
  ['point3', 210, first << 7],
  ['byte', vertical, first << 8],
];

/** Layouts by the number of the type in the file. */
export const ENTITY_LAYOUTS: Readonly<Record<number, EntityLayout>> = {
  1: layout('LINE', ['space', 10], ['space', 11], ['point3', 210, 0x1]),
  2: layout('POINT', ['space', 10], ['point3', 210, 0x1], ['angle', 50, 0x2]),
  3: layout('CIRCLE', ['flat', 10], ['real', 40], ['point3', 210, 0x1], ['height', 30, 0x2]),
  4: layout(
    'SHAPE',
    ['flat', 10],
    ['real', 40],
    ['number', 2],
    ['angle', 50, 0x1],
    ['anyByte', 0, 0x2],
    ['real', 41, 0x4],
    ['angle', 51, 0x8],
  ),
  7: layout('TEXT', ['flat', 10], ['real', 40], ['text', 1], ...TEXT_END(0x1, 73)),
  8: layout('ARC', ['flat', 10], ['real', 40], ['angle', 50], ['angle', 51], ['point3', 210, 0x1], ['height', 30, 0x2]),
  9: layout('TRACE', ...CORNERS, ['point3', 210, 0x1], ['height', 38, 0x2]),
  11: layout('SOLID', ...CORNERS, ['point3', 210, 0x1], ['height', 38, 0x2]),
  12: layout('BLOCK', ['flat', 10], ['text', 1, 0x2], ['anyText', 0, 0x4]),
  13: layout('ENDBLK'),
  14: layout(
    'INSERT',
    ['BLOCK', 2],
    ['flat', 10],
    ['real', 41, 0x1],
    ['real', 42, 0x2],
    ['angle', 50, 0x4],
    ['real', 43, 0x8],
    ['short', 70, 0x10],
    ['short', 71, 0x20],
    ['real', 44, 0x40],
    ['real', 45, 0x80],
    ['point3', 210, 0x100],
  ),
  15: layout(
    'ATTDEF',
    ['flat', 10],
    ['real', 40],
    ['text', 1],
    ['text', 3],
    ['text', 2],
    ['byte', 70],
    ...TEXT_END(0x2, 74),
  ),
  16: layout('ATTRIB', ['flat', 10], ['real', 40], ['text', 1], ['text', 2], ['byte', 70], ...TEXT_END(0x2, 74)),
  17: layout('SEQEND', ['anyLong', 0]),
  19: layout(
    'POLYLINE',
    ['none', 10],
    ['byte', 70, 0x1],
    ['real', 40, 0x2],
    ['real', 41, 0x4],
    ['point3', 210, 0x8],
    ['short', 71, 0x10],
    ['short', 72, 0x20],
    ['short', 73, 0x40],
    ['short', 74, 0x80],
    ['short', 75, 0x100],
  ),
  20: layout(
    'VERTEX',
    ['flat', 10],
    ['real', 40, 0x1],
    ['real', 41, 0x2],
    ['real', 42, 0x4],
    ['byte', 70, 0x8],
    ['angle', 50, 0x10],
    ['short', 71, 0x20],
    ['short', 72, 0x40],
    ['short', 73, 0x80],
    ['short', 74, 0x100],
  ),
  21: layout('LINE', ['space', 10], ['space', 11], ['point3', 210, 0x1]),
  22: layout('3DFACE', ['space', 10], ['space', 11], ['space', 12], ['space', 13], ['short', 70, 0x1]),
  23: layout('DIMENSION', ...DIMENSION),
  24: layout('VIEWPORT', ['point3', 10], ['real', 40], ['real', 41], ['short', 69]),
};

export const JUMP = 18;
export const BLOCK = 12;
export const BLOCK_END = 13;
export const DIMENSION_TYPE = 23;
/** Option of a vertex without a position: a face that lists its corners. */
export const WITHOUT_PLACE = 0x4000;
export const VERTEX = 20;
export const VIEWPORT = 24;

/** Bits of an entity's head that mark its properties as present. */
export const HEAD = {
  color: 0x1,
  lineType: 0x2,
  elevation: 0x4,
  thickness: 0x8,
  handle: 0x20,
  extra: 0x40,
  /** Vertices or attributes follow. */
  parts: 0x80,
} as const;

/** Bits of the byte that `HEAD.extra` announces. Entities on the sheet name a viewport. */
export const EXTRA = { extendedData: 0x2, viewport: 0x4 } as const;

/** Types whose points include z: the head's bit means that they have no z, and no elevation follows. */
export const IN_SPACE: ReadonlySet<number> = new Set([1, 2, 21, 22]);
