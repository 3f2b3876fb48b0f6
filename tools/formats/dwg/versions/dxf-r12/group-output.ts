import type { Point3 } from '../geometry.ts';

/** Type of a group code's value in R12 (Autodesk's DXF reference of Release 12, group codes). */
type GroupType = 'text' | 'real' | 'integer' | 'long';

function typeOfCode(code: number): GroupType {
  if (code < 10 || (code >= 1000 && code < 1010)) return 'text';
  if (code < 60 || (code >= 140 && code < 148) || (code >= 210 && code < 240)) return 'real';
  if (code >= 1010 && code < 1060) return 'real';
  return code === 1071 ? 'long' : 'integer';
}

/** Bytes in growing pieces. */
class Bytes {
  readonly #full: Uint8Array[] = [];
  #piece = new Uint8Array(1 << 16);
  #used = 0;

  /** Returns a view of `count` more bytes (at most a piece), which must be written at once. */
  room(count: number): DataView {
    if (this.#used + count > this.#piece.length) {
      this.#full.push(this.#piece.subarray(0, this.#used));
      this.#piece = new Uint8Array(Math.max(1 << 20, count));
      this.#used = 0;
    }
    const view = new DataView(this.#piece.buffer, this.#used, count);
    this.#used += count;
    return view;
  }

  ascii(text: string): void {
    const view = this.room(text.length);
    for (let i = 0; i < text.length; i++) view.setUint8(i, text.charCodeAt(i));
  }

  all(): Uint8Array {
    return Buffer.concat([...this.#full, this.#piece.subarray(0, this.#used)]);
  }
}

function realText(value: number): string {
  const text = String(value);
  if (Number.isInteger(value) && !text.includes('e')) return `${text}.0`;
  return text;
}

const INTEGER = { least: -0x8000, most: 0x7fff };
const LONG = { least: -0x80000000, most: 0x7fffffff };

function whole(value: number, { least, most }: { least: number; most: number }): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, Math.trunc(value))) : 0;
}

/** Target of an R12 drawing's groups, in the order of a DXF file. */
export abstract class Groups {
  /** Adds a group with text, which must be ASCII without line ends (`asR12Text`). */
  abstract text(code: number, value: string): void;

  /** Adds a group with a number of its code's type. */
  protected abstract put(code: number, value: number, type: Exclude<GroupType, 'text'>): void;

  /** Adds a group with a number of its code's type. Non-numbers become 0. */
  number(code: number, value: number): void {
    const type = typeOfCode(code);
    if (type === 'integer' || type === 'long') this.put(code, whole(value, type === 'long' ? LONG : INTEGER), type);
    else this.put(code, Number.isFinite(value) ? value : 0, 'real');
  }

  /** Adds a value as text or number, by its code. */
  value(code: number, value: string | number): void {
    if (typeof value === 'string') this.text(code, value);
    else this.number(code, value);
  }

  /** Adds a point in three groups: `code`, `code` + 10 and `code` + 20. */
  point(code: number, p: Point3): void {
    this.number(code, p.x);
    this.number(code + 10, p.y);
    this.number(code + 20, p.z);
  }

  /** Adds a point in two groups. */
  flatPoint(code: number, p: { readonly x: number; readonly y: number }): void {
    this.number(code, p.x);
    this.number(code + 10, p.y);
  }
}

export type Group = readonly [code: number, value: string | number];

/** Keeps groups in memory. */
export class GroupList extends Groups {
  readonly groups: Group[] = [];

  text(code: number, value: string): void {
    this.groups.push([code, value]);
  }

  protected put(code: number, value: number): void {
    this.groups.push([code, value]);
  }
}

/** Writes the groups of an R12 DXF file, as text or in binary form. */
export class GroupOutput extends Groups {
  readonly #bytes = new Bytes();
  readonly #binary: boolean;

  constructor(binary: boolean) {
    super();
    this.#binary = binary;
  }

  /** Writes the start of a binary file. */
  sentinel(): void {
    this.#bytes.ascii('AutoCAD Binary DXF\r\n\x1a\0');
  }

  text(code: number, value: string): void {
    this.#code(code);
    this.#bytes.ascii(this.#binary ? `${value}\0` : `${value}\r\n`);
  }

  protected put(code: number, value: number, type: Exclude<GroupType, 'text'>): void {
    this.#code(code);
    if (!this.#binary) {
      const text = type === 'real' ? realText(value) : String(value).padStart(6);
      this.#bytes.ascii(`${text}\r\n`);
    } else if (type === 'real') this.#bytes.room(8).setFloat64(0, value, true);
    else if (type === 'long') this.#bytes.room(4).setInt32(0, value, true);
    else this.#bytes.room(2).setInt16(0, value, true);
  }

  bytes(): Uint8Array {
    return this.#bytes.all();
  }

  #code(code: number): void {
    if (!this.#binary) this.#bytes.ascii(`${String(code).padStart(3)}\r\n`);
    else if (code < 255) this.#bytes.room(1).setUint8(0, code);
    else {
      // Codes of extended data do not fit into one byte, R12's size of a code.
      const view = this.#bytes.room(3);
      view.setUint8(0, 255);
      view.setUint16(1, code, true);
    }
  }
}
