import { type Group, GroupList } from '../dxf-r12/group-output.ts';
import { ByteReader } from './binary.ts';
import { checksum } from './checksum.ts';
import { handleText } from './extended-data.ts';
import type { ReadingContext, TableNames } from './fields.ts';
import { byTable, DEGREES, nameAt, readValue } from './fields.ts';
import { FIRST_TABLES, HEADER_ITEMS, PLACES, VARIABLES } from './header-fields.ts';
import { DASHES, TABLES, type TableField, type TableName } from './table-fields.ts';

/** Place of a table. */
export interface TableHead {
  readonly size: number;
  readonly count: number;
  readonly address: number;
}

/** A variable of the header as in DXF, without its group code. */
export type VariableValue = string | number | readonly number[];

export interface Header {
  readonly tables: ReadonlyMap<TableName, TableHead>;
  /** Texts and indexes of table entries are not decoded yet. */
  readonly variables: ReadonlyMap<string, VariableValue | Uint8Array>;
  /** Whether its check sum is right. */
  readonly isIntact: boolean;
}

const NAME_BYTES = 32;
/** Size of flags and name. */
const LEAST_ENTRY = 1 + NAME_BYTES;

/** @throws RangeError if the file ends before the header does, or has the header of another release */
export function readHeader(file: Uint8Array): Header {
  const reader = new ByteReader(file, PLACES.variableCount);
  const variableCount = reader.short();
  if (variableCount < VARIABLES.r11) throw new RangeError('the header has too few variables');
  const tables = new Map<TableName, TableHead>();
  const variables = new Map<string, VariableValue | Uint8Array>();
  reader.at = PLACES.tables;
  for (const name of FIRST_TABLES) tables.set(name, readTableHead(reader));
  const items = variableCount < VARIABLES.r12 ? HEADER_ITEMS.slice(0, -1) : HEADER_ITEMS;
  for (const item of items) {
    if ('table' in item) tables.set(item.table, readTableHead(reader));
    else {
      const value = readVariable(reader, item.kind);
      if (value !== null) variables.set(item.name, value);
    }
  }
  const end = reader.at;
  return { tables, variables, isIntact: checksum(file.subarray(0, end)) === (reader.short() & 0xffff) };
}

function readTableHead(reader: ByteReader): TableHead {
  const [size, count] = [reader.short() & 0xffff, reader.short() & 0xffff];
  reader.skip(2);
  return { size, count, address: reader.unsignedLong() };
}

function readVariable(reader: ByteReader, kind: string): VariableValue | Uint8Array | null {
  switch (kind) {
    case '3':
      return [reader.real(), reader.real(), reader.real()];
    case '2':
      return [reader.real(), reader.real()];
    case 'r':
      return reader.real();
    case 'a':
      return reader.real() * DEGREES;
    case 'b':
      return reader.byte();
    case 'h':
      return handleText(reader.bytes(8));
    case 's':
    case 'L':
    case 'S':
    case 'Y':
      return reader.short();
    default: {
      const bytes = reader.bytes(Number(kind.slice(1)));
      return kind.startsWith('t') ? bytes : null;
    }
  }
}

/** An undecoded table entry. */
export interface Entry {
  readonly flags: number;
  readonly name: string;
  /** Bytes after the name and the count of its uses. */
  readonly body: Uint8Array;
}

/**
 * Returns the entries of a table.
 * @throws RangeError if the table is beyond the end of the file
 */
export function readEntries(
  file: Uint8Array,
  head: TableHead | undefined,
  text: (bytes: Uint8Array) => string,
): Entry[] {
  if (head === undefined || head.count === 0) return [];
  if (head.size < LEAST_ENTRY) throw new RangeError('a table has entries without room for a name');
  return Array.from({ length: head.count }, (_, place) => {
    const reader = new ByteReader(new ByteReader(file, head.address + place * head.size).bytes(head.size));
    const flags = reader.byte();
    const name = text(reader.bytes(NAME_BYTES));
    return { flags, name, body: reader.bytes(head.size - LEAST_ENTRY).subarray(2) };
  });
}

/** Returns the names of the tables whose entries are referenced by index. */
export function namesIn(entries: ReadonlyMap<TableName, readonly Entry[]>): TableNames {
  return byTable((table) => (entries.get(table) ?? []).map(({ name }) => name));
}

/** Returns a table entry as groups after `0 NAME`. */
export function entryGroups(table: TableName, { flags, name, body }: Entry, context: ReadingContext): Group[] {
  const out = new GroupList();
  out.text(2, name);
  out.number(70, flags);
  const reader = new ByteReader(body);
  for (const field of TABLES[table].fields) readTableField(reader, field, out, context);
  return out.groups;
}

function readTableField(reader: ByteReader, { kind, code }: TableField, out: GroupList, context: ReadingContext): void {
  if (kind === 'dashes') {
    const count = Number(out.groups.find(([group]) => group === 73)?.[1] ?? 0);
    for (let dash = 0; dash < Math.min(count, DASHES); dash++) out.number(code, reader.real());
  } else if (typeof kind === 'string') readValue(reader, kind, code, out, context);
  else if ('text' in kind) out.text(code, context.text(reader.bytes(kind.text)));
  else reader.skip(kind.skip);
}

/** Returns a variable with names for indexes and text for bytes; null if it refers to nothing. */
export function variableValue(
  kind: string,
  value: VariableValue | Uint8Array,
  { names, text }: ReadingContext,
): VariableValue | null {
  if (value instanceof Uint8Array) return text(value);
  if (kind === 'L') return nameAt(names, 'LAYER', Number(value));
  if (kind === 'S') return nameAt(names, 'STYLE', Number(value));
  if (kind === 'Y') return nameAt(names, 'LTYPE', Number(value)) ?? 'BYLAYER';
  return value;
}
