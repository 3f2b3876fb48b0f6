import type { Group, Groups } from '../dxf-r12/group-output.ts';
import type { ByteReader, ByteWriter } from './binary.ts';

/*
 * Tables, header and entities of R12 hold the values that an R12 DXF file has as groups. A list of fields defines their order, and is used
 * for both reading and writing.
 */

/** Tables whose entries are referenced by index. */
export const REFERENCED_TABLES = ['BLOCK', 'LAYER', 'STYLE', 'LTYPE', 'APPID', 'DIMSTYLE'] as const;
export type ReferencedTable = (typeof REFERENCED_TABLES)[number];

/** Names of the entries of those tables, in order. */
export type TableNames = Readonly<Record<ReferencedTable, readonly string[]>>;

/** Collects the names of each of those tables. */
export function byTable(names: (table: ReferencedTable) => readonly string[]): TableNames {
  return {
    BLOCK: names('BLOCK'),
    LAYER: names('LAYER'),
    STYLE: names('STYLE'),
    LTYPE: names('LTYPE'),
    APPID: names('APPID'),
    DIMSTYLE: names('DIMSTYLE'),
  };
}

/** Context for reading a value. */
export interface ReadingContext {
  readonly names: TableNames;
  readonly text: (bytes: Uint8Array) => string;
}

/** Context for writing a value: the index of a name in its table. */
export interface WritingContext {
  readonly placeOf: (table: ReferencedTable, name: string) => number;
}

/**
 * Storage of a value: numbers; `angle`: radians, which DXF has in degrees; `flag`: a byte; points of two or three reals; a table entry by
 * its index.
 */
export type Kind = 'byte' | 'short' | 'real' | 'angle' | 'point2' | 'point3' | ReferencedTable;

export const DEGREES = 180 / Math.PI;

/** Linetypes that are not table entries; the header and entities refer to them by number. */
const BY_BLOCK = 255;
const BY_LAYER = 256;

export function readValue(reader: ByteReader, kind: Kind, code: number, out: Groups, context: ReadingContext): void {
  switch (kind) {
    case 'byte':
      out.number(code, reader.byte());
      break;
    case 'short':
      out.number(code, reader.short());
      break;
    case 'real':
      out.number(code, reader.real());
      break;
    case 'angle':
      out.number(code, reader.real() * DEGREES);
      break;
    case 'point2':
      out.flatPoint(code, { x: reader.real(), y: reader.real() });
      break;
    case 'point3':
      out.point(code, { x: reader.real(), y: reader.real(), z: reader.real() });
      break;
    default: {
      const name = nameAt(context.names, kind, reader.short());
      if (name !== null) out.text(code, name);
    }
  }
}

/** Returns the name of a table entry; null if there is none at that index. */
export function nameAt(names: TableNames, table: ReferencedTable, place: number): string | null {
  const name = names[table][place];
  if (name !== undefined) return name;
  return table === 'LTYPE' && place === BY_BLOCK ? 'BYBLOCK' : null;
}

/** Returns the index of a table entry, or the number of BYBLOCK or BYLAYER; -1 if there is none. */
export function placeIn(names: TableNames, table: ReferencedTable, name: string): number {
  if (table === 'LTYPE' && name === 'BYBLOCK') return BY_BLOCK;
  if (table === 'LTYPE' && name === 'BYLAYER') return BY_LAYER;
  return names[table].indexOf(name);
}

export function writeValue(writer: ByteWriter, kind: Kind, code: number, from: Values, context: WritingContext): void {
  switch (kind) {
    case 'byte':
      writer.byte(from.number(code));
      break;
    case 'short':
      writer.short(from.number(code));
      break;
    case 'real':
      writer.real(from.number(code));
      break;
    case 'angle':
      writer.real(from.number(code) / DEGREES);
      break;
    case 'point2':
    case 'point3':
      writer.real(from.number(code));
      writer.real(from.number(code + 10));
      if (kind === 'point3') writer.real(from.number(code + 20));
      return;
    default:
      writer.short(context.placeOf(kind, from.text(code)));
      break;
  }
}

/** Values of a record by code; the first one if a code is repeated. */
export class Values {
  readonly #values = new Map<number, string | number>();

  constructor(groups: readonly Group[]) {
    for (const [code, value] of groups) if (!this.#values.has(code)) this.#values.set(code, value);
  }

  has(code: number): boolean {
    return this.#values.has(code);
  }

  /** Returns 0 if there is none. */
  number(code: number): number {
    return Number(this.#values.get(code) ?? 0);
  }

  /** Returns an empty text if there is none. */
  text(code: number): string {
    return String(this.#values.get(code) ?? '');
  }
}

/** Writes text into `length` bytes, truncated if longer; a zero byte ends it. */
export function writeText(writer: ByteWriter, text: string, length: number): void {
  const bytes = Buffer.from(text, 'latin1').subarray(0, length - 1);
  writer.bytes(bytes);
  writer.zeros(length - bytes.length);
}
