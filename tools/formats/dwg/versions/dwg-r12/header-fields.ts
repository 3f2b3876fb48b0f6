import { TABLES, type TableName } from './table-fields.ts';

/*
 * The header: variables, as named in DXF, and the heads of five tables between them, in file order. Sources: see entity-fields.ts.
 */

/**
 * `3`, `2`: points; `r`: real; `a`: radians, which DXF has in degrees; `s`: short; `b`: byte; `tN`: text of N bytes; `L`, `S`, `Y`: index
 * of a layer, text style or linetype; `h`: handle; `xN`: N unknown bytes.
 */
export type VariableKind = '3' | '2' | 'r' | 'a' | 's' | 'b' | 'L' | 'S' | 'Y' | 'h' | `t${number}` | `x${number}`;

export type HeaderItem = { readonly table: TableName } | { readonly name: string; readonly kind: VariableKind };

const LAYOUT = `
INSBASE:3 PLINEGEN:s EXTMIN:3 EXTMAX:3 LIMMIN:2 LIMMAX:2 VIEWCTR:3 VIEWSIZE:r SNAPMODE:s SNAPUNIT:2 SNAPBASE:2
SNAPANG:a SNAPSTYLE:s SNAPISOPAIR:s GRIDMODE:s GRIDUNIT:2 ORTHOMODE:s REGENMODE:s FILLMODE:s QTEXTMODE:s DRAGMODE:s
LTSCALE:r TEXTSIZE:r TRACEWID:r CLAYER:L -:x10 PSLTSCALE:s TREEDEPTH:s -:x2 ASPECT:r LUNITS:s LUPREC:s AXISMODE:s
AXISUNIT:2 SKETCHINC:r FILLETRAD:r AUNITS:s AUPREC:s TEXTSTYLE:S OSMODE:s ATTMODE:s MENU:t15
DIMSCALE:r DIMASZ:r DIMEXO:r DIMDLI:r DIMEXE:r DIMTP:r DIMTM:r DIMTXT:r DIMCEN:r DIMTSZ:r
DIMTOL:b DIMLIM:b DIMTIH:b DIMTOH:b DIMSE1:b DIMSE2:b DIMTAD:b LIMCHECK:b -:x46 ELEVATION:r THICKNESS:r VIEWDIR:3
VPOINTX:3 VPOINTY:3 VPOINTZ:3 VPOINTXALT:3 VPOINTYALT:3 VPOINTZALT:3 FLAG3D:s BLIPMODE:s
DIMZIN:b DIMRND:r DIMDLE:r DIMBLK:t33 CIRCLEZOOM:s COORDS:s CECOLOR:s CELTYPE:Y -:x32 USRTIMER:s FASTZOOM:s SKPOLY:s
-:x14 ANGBASE:a ANGDIR:s PDMODE:s PDSIZE:r PLINEWID:r USERI1:s USERI2:s USERI3:s USERI4:s USERI5:s USERR1:r USERR2:r
USERR3:r USERR4:r USERR5:r DIMALT:b DIMALTD:b DIMASO:b DIMSHO:b DIMPOST:t16 DIMAPOST:t16 DIMALTF:r DIMLFAC:r
SPLINESEGS:s SPLFRAME:s ATTREQ:s ATTDIA:s CHAMFERA:r CHAMFERB:r MIRRTEXT:s @UCS CODEPAGE:s UCSORG:3 UCSXDIR:3
UCSYDIR:3 TARGET:3 LENSLENGTH:r VIEWTWIST:a FRONTZ:r BACKZ:r VIEWMODE:s DIMTOFL:b DIMBLK1:t33 DIMBLK2:t33 DIMSAH:b
DIMTIX:b DIMSOXD:b DIMTVP:r -:x33 HANDLING:s HANDSEED:h SURFU:s SURFV:s SURFTYPE:s SURFTAB1:s SURFTAB2:s @VPORT
FLATLAND:s SPLINETYPE:s UCSICON:s UCSNAME:s @APPID WORLDVIEW:s -:x4 @DIMSTYLE -:x5 DIMCLRD:s DIMCLRE:s DIMCLRT:s
SHADEDGE:s SHADEDIF:s -:x2 UNITMODE:s -:x160 DIMTFAC:r PUCSORG:3 PUCSXDIR:3 PUCSYDIR:3 PUCSNAME:s TILEMODE:s
PLIMCHECK:s -:x2 PEXTMIN:3 PEXTMAX:3 PLIMMIN:2 PLIMMAX:2 PINSBASE:3 @VX MAXACTVP:s DIMGAP:r PELEVATION:r VISRETAIN:s`;

const isTable = (name: string): name is TableName => Object.hasOwn(TABLES, name);

function item(text: string): HeaderItem {
  const table = text.slice(1);
  if (text.startsWith('@') && isTable(table)) return { table };
  const [name = '', kind = ''] = text.split(':');
  return { name, kind: kind as VariableKind };
}

/** Items after the heads of the first five tables, up to the check sum of the header. */
export const HEADER_ITEMS: readonly HeaderItem[] = LAYOUT.trim().split(/\s+/).map(item);

/** Tables whose heads precede the variables. */
export const FIRST_TABLES = ['BLOCK', 'LAYER', 'STYLE', 'LTYPE', 'VIEW'] as const satisfies readonly TableName[];

/** Offsets of the number of variables, of the three lists of entities, and of the first tables' heads. */
export const PLACES = { variableCount: 0x11, lists: 0x14, tables: 0x2c } as const;

/** Number of variables of Release 12; Release 11 lacks the last one. */
export const VARIABLES = { r12: 205, r11: 204 } as const;

/** Size of a table's head: size and number of entries, flags, address. */
export const TABLE_HEAD_BYTES = 10;

/** Marks in the highest byte of the addresses and sizes of lists, which tell the lists apart. */
export const LIST_MARKS = { blocks: 0x40000000, extra: 0x80000000 } as const;
export const WITHOUT_MARK = 0xffffff;

export function kindLength(kind: VariableKind): number {
  const fixed: Readonly<Record<string, number>> = { '3': 24, '2': 16, r: 8, a: 8, s: 2, b: 1, L: 2, S: 2, Y: 2, h: 8 };
  return fixed[kind] ?? Number(kind.slice(1));
}
