import type { Group, Groups } from '../dxf-r12/group-output.ts';
import { ByteReader, ByteWriter } from './binary.ts';
import type { ReadingContext, WritingContext } from './fields.ts';

/*
 * Extended data of entities: before each value is a byte with its group code minus 1000 (Open Design Specification for .dwg files,
 * "extended entity data"; in R12, applications and layers are given by their index in their tables).
 */

const XDATA = 1000;
const APPLICATION = 1;
const BRACE = 2;
const LAYER = 3;
const BINARY = 4;
const HANDLE = 5;
const HANDLE_BYTES = 8;
const SHORT = 70;
const LONG = 71;

const isPoint = (code: number): boolean => code >= 10 && code <= 13;
const isReal = (code: number): boolean => code >= 40 && code <= 42;

/** Reads extended data as groups, up to the first unknown code. */
export function readExtendedData(bytes: Uint8Array, out: Groups, { names, text }: ReadingContext): void {
  const reader = new ByteReader(bytes);
  while (reader.at < bytes.length) {
    const code = reader.byte();
    const group = XDATA + code;
    if (code === 0) out.text(group, text(reader.bytes(reader.byte())));
    else if (code === APPLICATION) out.text(group, names.APPID[reader.short()] ?? 'ACAD');
    else if (code === BRACE) out.text(group, reader.byte() === 0 ? '{' : '}');
    else if (code === LAYER) out.text(group, names.LAYER[reader.short()] ?? '0');
    else if (code === BINARY) out.text(group, Buffer.from(reader.bytes(reader.byte())).toString('hex').toUpperCase());
    else if (code === HANDLE) out.text(group, handleText(reader.bytes(HANDLE_BYTES)));
    else if (isPoint(code)) out.point(group, { x: reader.real(), y: reader.real(), z: reader.real() });
    else if (isReal(code)) out.number(group, reader.real());
    else if (code === SHORT) out.number(group, reader.short());
    else if (code === LONG) out.number(group, reader.long());
    else return;
  }
}

/** Returns a handle as in DXF, without leading zeros. `bytes`: highest first. */
export function handleText(bytes: Uint8Array): string {
  return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
    .toString(16)
    .toUpperCase();
}

/** Returns `count` bytes of a handle, highest first. */
export function handleBytes(text: string, count: number): Uint8Array {
  const digits = /^[0-9A-F]+$/i.test(text) ? text : '0';
  return Buffer.from(digits.padStart(count * 2, '0').slice(-count * 2), 'hex');
}

/** Returns the groups of extended data as bytes; none if there are no such groups. */
export function writeExtendedData(groups: readonly Group[], { placeOf }: WritingContext): Uint8Array {
  const writer = new ByteWriter();
  for (const [at, [group, value]] of groups.entries()) {
    const code = group - XDATA;
    const component = (offset: number): number => Number(groups[at + offset]?.[1] ?? 0);
    // The first coordinate of a point brings the others with it.
    if (code < 0 || (code > 13 && code < 40)) continue;
    writer.byte(code);
    if (code === 0 || code === BINARY) writeCounted(writer, Buffer.from(String(value), code === 0 ? 'latin1' : 'hex'));
    else if (code === APPLICATION) writer.short(placeOf('APPID', String(value)));
    else if (code === BRACE) writer.byte(value === '{' ? 0 : 1);
    else if (code === LAYER) writer.short(placeOf('LAYER', String(value)));
    else if (code === HANDLE) writer.bytes(handleBytes(String(value), HANDLE_BYTES));
    else if (isPoint(code)) for (const offset of [0, 1, 2]) writer.real(component(offset));
    else if (isReal(code)) writer.real(Number(value));
    else if (code === SHORT) writer.short(Number(value));
    else writer.long(Number(value));
  }
  return writer.written;
}

function writeCounted(writer: ByteWriter, bytes: Uint8Array): void {
  writer.byte(bytes.length);
  writer.bytes(bytes);
}
