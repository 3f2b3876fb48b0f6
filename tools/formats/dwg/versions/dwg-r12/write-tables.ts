import type { ByteWriter } from './binary.ts';
import { checksum } from './checksum.ts';
import { ANSI_1252 } from './code-pages.ts';
import type { DrawingGroups, DrawingRecord } from './drawing-groups.ts';
import { handleBytes } from './extended-data.ts';
import { DEGREES, Values, type WritingContext, writeText, writeValue } from './fields.ts';
import { HEADER_ITEMS, kindLength, TABLE_HEAD_BYTES, type VariableKind } from './header-fields.ts';
import { DASHES, TABLES, type TableName } from './table-fields.ts';

const NAME_BYTES = 32;
/** Use count of an entry: not counted. */
const UNCOUNTED = -1;

/** Number of entries and address of a table. */
export interface TablePlace {
  readonly count: number;
  readonly address: number;
}

function writeEntry(writer: ByteWriter, table: TableName, flags: number, name: string, body: () => void): void {
  const start = writer.length;
  writer.byte(flags);
  writeText(writer, name, NAME_BYTES);
  writer.short(UNCOUNTED);
  body();
  const missing = TABLES[table].size - 2 - (writer.length - start);
  if (missing !== 0) throw new Error(`an entry of ${table} has ${missing} bytes too few`);
  writer.short(checksum(writer.written.subarray(start)));
}

/** Writes a table entry that DXF also has. */
export function writeTableEntry(
  writer: ByteWriter,
  table: TableName,
  { groups, values }: DrawingRecord,
  context: WritingContext,
): void {
  writeEntry(writer, table, values.number(70), values.text(2), () => {
    for (const { kind, code } of TABLES[table].fields) {
      if (kind === 'dashes') {
        const dashes = groups.filter(([group]) => group === code).map(([, dash]) => Number(dash));
        for (let dash = 0; dash < DASHES; dash++) writer.real(dashes[dash] ?? 0);
      } else if (typeof kind === 'string') writeValue(writer, kind, code, values, context);
      else if ('text' in kind) writeText(writer, values.text(code), kind.text);
      else writer.zeros(kind.skip);
    }
  });
}

/** Mark of an address in the list of blocks' entities. */
const IN_BLOCKS = 0x40000000;

/** Writes the entry of a block whose entities begin at `offset` of their list. */
export function writeBlockEntry(writer: ByteWriter, { values }: DrawingRecord, offset: number, place: number): void {
  writeEntry(writer, 'BLOCK', values.number(70), values.text(2), () => {
    writer.long(IN_BLOCKS + offset);
    writer.short(place);
    writer.zeros(2);
  });
}

/** Writes the entry of a viewport on the sheet: whether it is on, the address of its entity, and the previous viewport. */
export function writeViewportEntry(writer: ByteWriter, isOn: boolean, address: number, place: number): void {
  writeEntry(writer, 'VX', isOn ? 1 : 0, '', () => {
    writer.long(address);
    writer.short(place - 1);
  });
}

/** Header variables of the screen's view, by group of the active VPORT. */
const OF_VIEW: Readonly<Record<string, number>> = {
  VIEWCTR: 12,
  VIEWSIZE: 40,
  VIEWDIR: 16,
  TARGET: 17,
  LENSLENGTH: 42,
  FRONTZ: 43,
  BACKZ: 44,
  VIEWTWIST: 51,
  VIEWMODE: 71,
  CIRCLEZOOM: 72,
  FASTZOOM: 73,
  UCSICON: 74,
  SNAPMODE: 75,
  GRIDMODE: 76,
  SNAPSTYLE: 77,
  SNAPISOPAIR: 78,
  SNAPANG: 50,
  SNAPBASE: 13,
  SNAPUNIT: 14,
  GRIDUNIT: 15,
  ASPECT: 41,
};

/** Variables that DXF does not have, unless they are 0. */
const FIXED: Readonly<Record<string, readonly (string | number)[]>> = {
  CODEPAGE: [ANSI_1252],
  MENU: ['acad'],
  TREEDEPTH: [3020],
  DRAGMODE: [2],
  AXISUNIT: [0, 0],
  VPOINTX: [1, 0, 0],
  VPOINTY: [0, 1, 0],
  VPOINTZ: [0, 0, 1],
  VPOINTXALT: [1, 0, 0],
  VPOINTYALT: [0, 1, 0],
  VPOINTZALT: [0, 0, 1],
  BLIPMODE: [1],
  COORDS: [1],
  ATTREQ: [1],
  UCSNAME: [-1],
  PUCSNAME: [-1],
};

/** Returns the values of all variables, by name. */
function valuesOf({ tables, variables }: DrawingGroups): (name: string) => readonly (string | number)[] {
  const [view = new Values([])] = (tables.get('VPORT') ?? []).map(({ values }) => values);
  return (name) => {
    const known = variables.get(name) ?? FIXED[name];
    const code = OF_VIEW[name];
    if (known !== undefined || code === undefined) return known ?? [];
    return [view.number(code), view.number(code + 10), view.number(code + 20)];
  };
}

/** Writes the variables and the table heads between them, up to the check sum. */
export function writeVariables(
  writer: ByteWriter,
  drawing: DrawingGroups,
  places: ReadonlyMap<TableName, TablePlace>,
  context: WritingContext,
): void {
  const values = valuesOf(drawing);
  for (const item of HEADER_ITEMS) {
    if ('table' in item) writeTableHead(writer, item.table, places);
    else writeVariable(writer, item.kind, values(item.name), context);
  }
}

export function writeTableHead(writer: ByteWriter, table: TableName, places: ReadonlyMap<TableName, TablePlace>): void {
  const { count = 0, address = 0 } = places.get(table) ?? {};
  const start = writer.length;
  writer.short(TABLES[table].size);
  writer.short(count);
  writer.short(0);
  writer.long(address);
  if (writer.length - start !== TABLE_HEAD_BYTES) throw new Error('the head of a table has another length');
}

function writeVariable(
  writer: ByteWriter,
  kind: VariableKind,
  values: readonly (string | number)[],
  { placeOf }: WritingContext,
): void {
  const [value = 0] = values;
  const number = Number(value) || 0;
  switch (kind) {
    case '3':
    case '2':
      for (let axis = 0; axis < Number(kind); axis++) writer.real(Number(values[axis] ?? 0));
      return;
    case 'r':
      writer.real(number);
      break;
    case 'a':
      writer.real(number / DEGREES);
      break;
    case 'b':
      writer.byte(number);
      break;
    case 's':
      writer.short(number);
      break;
    case 'L':
      writer.short(Math.max(0, placeOf('LAYER', String(value))));
      break;
    case 'S':
      writer.short(Math.max(0, placeOf('STYLE', String(value))));
      break;
    case 'Y':
      writer.short(placeOf('LTYPE', value === 0 ? 'BYLAYER' : String(value)));
      break;
    case 'h':
      writer.bytes(handleBytes(String(value), kindLength(kind)));
      break;
    default: {
      const length = kindLength(kind);
      if (kind.startsWith('t')) writeText(writer, values.length === 0 ? '' : String(value), length);
      else writer.zeros(length);
    }
  }
}
