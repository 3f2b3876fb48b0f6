import { promisify } from 'node:util';
import { type InputType, inflateRaw, type ZlibOptions, constants as zlib } from 'node:zlib';
import { type ByteSource, has, latin1, u16le, u32le } from './byte-source.ts';

/** A member of a zip according to its header (APPNOTE.TXT 4.3.7, 4.3.12). */
export interface ZipMember {
  /** One character per byte. */
  readonly name: string;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  readonly packedBytes: number;
  /** Whether it needs a password. */
  readonly isLocked: boolean;
  /** Offset of its local header. */
  readonly offset: number;
}

/** Places of the fields in the two kinds of headers. */
const HEADERS = {
  central: { signature: 'PK\x01\x02', bytes: 46, flags: 8, method: 10, packed: 20, name: 28 },
  local: { signature: 'PK\x03\x04', bytes: 30, flags: 6, method: 8, packed: 18, name: 26 },
} as const;

/** Reads members from consecutive headers at the start of `bytes`, as far as they can be followed. */
export function readMembers(bytes: Buffer, kind: keyof typeof HEADERS): ZipMember[] {
  const header = HEADERS[kind];
  const members: ZipMember[] = [];
  for (let at = 0; has(bytes, at, header.signature) && at + header.bytes <= bytes.length; ) {
    const nameBytes = u16le(bytes, at + header.name);
    const packedBytes = u32le(bytes, at + header.packed);
    members.push({
      name: latin1(bytes, at + header.bytes, at + header.bytes + nameBytes),
      method: u16le(bytes, at + header.method),
      packedBytes,
      isLocked: (u16le(bytes, at + header.flags) & 1) !== 0,
      offset: kind === 'central' ? u32le(bytes, at + 42) : at,
    });
    const rest = kind === 'central' ? u16le(bytes, at + 32) : packedBytes;
    at += header.bytes + nameBytes + u16le(bytes, at + header.name + 2) + rest;
  }
  return members;
}

/** Reads members from the local headers at the start of a zip. */
export const localMembers = (head: Buffer): ZipMember[] => readMembers(head, 'local');

export const memberNames = (members: readonly ZipMember[]): string[] => members.map(({ name }) => name);

/** Unpacks the first `packedLength` bytes of a member; empty if they cannot be unpacked. */
export async function memberStart(source: ByteSource, member: ZipMember, packedLength: number): Promise<Buffer> {
  const { offset, method, packedBytes } = member;
  const header = await source.read(offset, HEADERS.local.bytes);
  if (!has(header, 0, HEADERS.local.signature) || (method !== 0 && method !== 8)) return Buffer.alloc(0);
  const start = offset + HEADERS.local.bytes + u16le(header, 26) + u16le(header, 28);
  const packed = await source.read(start, Math.min(packedLength, packedBytes));
  return method === 0 ? packed : unpackedStart(packed, promisify(inflateRaw));
}

/** `inflateRaw` or `gunzip`, which work in a thread of their own. */
type Unpack = (packed: InputType, options: ZlibOptions) => Promise<Buffer>;

/** Most bytes that Deflate unpacks from one. */
const MOST_OF_A_BYTE = 1032;

/** Unpacks bytes that may be cut off anywhere; empty if they are invalid. */
export async function unpackedStart(packed: Buffer, unpack: Unpack): Promise<Buffer> {
  const options = { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: MOST_OF_A_BYTE * (packed.length + 1) };
  return unpack(packed, options).catch(() => Buffer.alloc(0));
}
