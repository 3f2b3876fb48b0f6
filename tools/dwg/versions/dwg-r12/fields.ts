import type { Group, Groups } from '../dxf-r12/group-output.ts';
import type { ByteReader, ByteWriter } from './binary.ts';

/*
 * Tables, header and entities of R12 hold the values that a DXF file of R12 has as groups. A list of fields says which
 * in which order, and serves reading as well as writing.
 */

/** Tables that others name by the place of an entry. */
export const REFERENCED_TABLES = ['BLOCK', 'LAYER', 'STYLE', 'LTYPE', 'APPID', 'DIMSTYLE'] as const;
export type ReferencedTable = (typeof REFERENCED_TABLES)[number];

/** The names of the entries of those tables, in their order. */
export type TableNames = Readonly<Record<ReferencedTable, readonly string[]>>;

/** The names of each of those tables. */
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

/** What reading a value may need. */
export interface ReadingContext {
  readonly names: TableNames;
  readonly text: (bytes: Uint8Array) => string;
}

/** What writing a value may need: the place of a name in its table. */
export interface WritingContext {
  readonly placeOf: (table: ReferencedTable, name: string) => number;
}

/**
 * How a value is stored: numbers; `angle`: radians, which DXF has in degrees; `flag`: a byte; points of two or three
 * reals; a table's entry by its place.
 */
export type Kind = 'byte' | 'short' | 'real' | 'angle' | 'point2' | 'point3' | ReferencedTable;

export const DEGREES = 180 / Math.PI;

/** Linetypes that are no entry of the table; the header and entities have them by number. */
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

/** The name of a table's entry, null if there is none at that place. */
export function nameAt(names: TableNames, table: ReferencedTable, place: number): string | null {
  const name = names[table][place];
  if (name !== undefined) return name;
  return table === 'LTYPE' && place === BY_BLOCK ? 'BYBLOCK' : null;
}

/** The place of a table's entry; that of what is none is -1, or one that linetypes have for what they follow. */
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

/** The values of a record by their codes; of several of a code, the first. */
export class Values {
  readonly #values = new Map<number, string | number>();

  constructor(groups: readonly Group[]) {
    for (const [code, value] of groups) if (!this.#values.has(code)) this.#values.set(code, value);
  }

  has(code: number): boolean {
    return this.#values.has(code);
  }

  /** 0 if there is none. */
  number(code: number): number {
    return Number(this.#values.get(code) ?? 0);
  }

  /** Empty if there is none. */
  text(code: number): string {
    return String(this.#values.get(code) ?? '');
  }
}

/** Writes text into `length` bytes, cut where it is longer; a zero byte ends it. */
export function writeText(writer: ByteWriter, text: string, length: number): void {
  const bytes = Buffer.from(text, 'latin1').subarray(0, length - 1);
  writer.bytes(bytes);
  writer.zeros(length - bytes.length);
}
