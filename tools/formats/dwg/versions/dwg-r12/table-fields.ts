import type { Kind } from './fields.ts';

/*
 * Table entries, in file order, between `flags, name, use count` and the check sum. Sources: see entity-fields.ts.
 */

export interface TableField {
  readonly kind: Kind | { readonly text: number } | { readonly skip: number } | 'dashes';
  /** DXF group. */
  readonly code: number;
}

export interface TableLayout {
  /** Name in DXF; null if DXF does not have the table. */
  readonly name: string | null;
  /** Number in the copy of the table heads at the end of the file. */
  readonly id: number;
  /** Bytes per entry, including its check sum. */
  readonly size: number;
  readonly fields: readonly TableField[];
  /** Bytes at the start of such a table in the file; their complement ends it. */
  readonly sentinel: string;
}

type Field = readonly [kind: TableField['kind'], code: number];
const fields = (...list: readonly Field[]): readonly TableField[] => list.map(([kind, code]) => ({ kind, code }));
const several = (kind: Kind, ...codes: readonly number[]): readonly Field[] => codes.map((code) => [kind, code]);

/** Largest number of dashes of a linetype. */
export const DASHES = 12;

export const TABLES = {
  BLOCK: {
    name: null,
    id: 1,
    size: 45,
    fields: [],
    sentinel: 'DBEFB3F0C73E6DA6C9B6245C4C6F32CB',
  },
  LAYER: {
    name: 'LAYER',
    id: 2,
    size: 41,
    fields: fields(['short', 62], ['LTYPE', 6]),
    sentinel: '0EC4646FBB1DD38B0049C2EF18EA6FFB',
  },
  STYLE: {
    name: 'STYLE',
    id: 3,
    size: 198,
    fields: fields(
      ['real', 40],
      ['real', 41],
      ['angle', 50],
      ['byte', 71],
      ['real', 42],
      [{ text: 64 }, 3],
      [{ text: 64 }, 4],
    ),
    sentinel: 'E23EC182439F617750ABC76696000618',
  },
  LTYPE: {
    name: 'LTYPE',
    id: 5,
    size: 191,
    fields: fields([{ text: 48 }, 3], ['byte', 72], ['byte', 73], ['real', 40], ['dashes', 49]),
    sentinel: 'AC901ACA1CBD951516164C14CE1888AF',
  },
  VIEW: {
    name: 'VIEW',
    id: 6,
    size: 153,
    fields: fields(
      ['real', 40],
      ['point2', 10],
      ['real', 41],
      ['point3', 11],
      [{ skip: 2 }, 0],
      ['point3', 12],
      ['short', 71],
      ['real', 42],
      ['real', 43],
      ['real', 44],
      ['angle', 50],
    ),
    sentinel: 'C13CAA5668F4B41E4B74F408424DBFA5',
  },
  UCS: {
    name: 'UCS',
    id: 7,
    size: 109,
    fields: fields(['point3', 10], ['point3', 11], ['point3', 12]),
    sentinel: '604AFA3D8490CC5BEFE7D6A57F1E61CD',
  },
  VPORT: {
    name: 'VPORT',
    id: 8,
    size: 253,
    fields: fields(
      ['point2', 10],
      ['point2', 11],
      ['point3', 17],
      ['point3', 16],
      ['angle', 51],
      ['real', 40],
      ['point2', 12],
      ...several('real', 41, 42, 43, 44),
      ...several('short', 71, 72, 73, 74, 75, 76, 77, 78),
      ['angle', 50],
      ...several('point2', 13, 14, 15),
    ),
    sentinel: 'F6ED44612ADCE47B4EB92BBB6660638D',
  },
  APPID: { name: 'APPID', id: 9, size: 37, fields: [], sentinel: 'E125C25036686C0C3BD35D56C1791C3A' },
  DIMSTYLE: {
    name: 'DIMSTYLE',
    id: 10,
    size: 324,
    fields: fields(
      ...several('real', 40, 41, 42, 43, 44, 45, 46, 47, 48, 140, 141, 142, 143, 144, 145),
      ...several('byte', 71, 72, 73, 74, 75, 76, 77, 78, 170, 171, 172, 173, 174, 175),
      [{ text: 16 }, 3],
      [{ text: 16 }, 4],
      // LibreDWG has the colours one byte earlier, with an unknown byte after them; names are as long as in the header.
      [{ text: 33 }, 5],
      [{ text: 33 }, 6],
      [{ text: 33 }, 7],
      ...several('short', 176, 177, 178),
      ['real', 146],
      ['real', 147],
    ),
    sentinel: 'B4183E42C99FFFE5B6E2CBB375C3C3B0',
  },
  /** Viewports of the sheet, which DXF has only as entities. */
  VX: { name: null, id: 11, size: 43, fields: [], sentinel: 'E0CA367CCEE7586F2B7D745505F1447F' },
} as const satisfies Readonly<Record<string, TableLayout>>;

export type TableName = keyof typeof TABLES;
/** Names in file order. */
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

/** Bytes at the start of each of the three lists of entities; their complement ends it. */
export const ENTITY_SENTINELS = {
  model: 'C46E6854F86E3330633EC1852ADC9401',
  blocks: '722B7DEC3E8C886C7A720AFDC86C8426',
  extra: 'D5F9D3BB0AA969A6CD1C87C7EE804B17',
} as const;

/** Bytes at the start of the header's copy at the end of the file. */
export const SECOND_HEADER_SENTINEL = '298DD149A9731FEA99DE32F94D0AE019';

/** Returns the bytes of a sentinel, or of the matching end sentinel. */
export function sentinel(hex: string, which: 'begin' | 'end'): Uint8Array {
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  return which === 'begin' ? bytes : bytes.map((byte) => byte ^ 0xff);
}
