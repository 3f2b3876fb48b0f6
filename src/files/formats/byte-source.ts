import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { onDisk } from '../../disk/disk.ts';

/** Bytes read at once from the start: ISO 9660 is recognised at 32 KiB, and most containers describe themselves before this. */
const HEAD_BYTES = 64 * 1024;

/** Bytes read at once anywhere else. */
const WINDOW_BYTES = 4 * 1024;

/** Reads besides the head. A hostile file that needs more is treated as if it ended there. */
const MAX_READS = 48;

/** The bytes of a file for recognisers: a bounded number, whatever the file contains. */
export interface ByteSource {
  /** Bytes of the file. */
  readonly size: number;
  /** The first 64 KiB, or less if the file is shorter. */
  readonly head: Buffer;
  /** Returns at most `length` bytes from `offset`; fewer at the end of the file and once the reads are used up. */
  read(offset: number, length: number): Promise<Buffer>;
}

export interface OpenSource extends ByteSource {
  close(): Promise<void>;
}

/**
 * Opens a file to recognise it; null if it is not a regular file (opening a FIFO must not wait for a writer). It stays open only if more
 * than its head is read.
 */
export async function openByteSource(path: string): Promise<OpenSource | null> {
  const { isFile, size, bytes } = await onDisk('readPart', path, HEAD_BYTES);
  if (!isFile) return null;
  let file: Promise<FileHandle> | null = null;
  const readMore: ReadAt = async (offset, length) => {
    file ??= open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return readAt(await file, offset, length);
  };
  const source = new WindowedSource(readMore, size, Buffer.from(bytes.buffer, 0, bytes.length));
  return {
    size,
    head: source.head,
    read: (offset, length) => source.read(offset, length),
    close: async () => (await file?.catch(() => null))?.close(),
  };
}

/** Reads bytes anywhere in a file: at most `length`, fewer at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

/** Returns the source of a file in any place. @param size bytes of the file */
export async function byteSourceOf(size: number, readAt: ReadAt): Promise<ByteSource> {
  return new WindowedSource(readAt, size, await readAt(0, Math.min(HEAD_BYTES, size)));
}

class WindowedSource implements ByteSource {
  readonly size: number;
  readonly head: Buffer;
  readonly #readAt: ReadAt;
  #readsLeft = MAX_READS;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(readAt: ReadAt, size: number, head: Buffer) {
    this.#readAt = readAt;
    this.size = size;
    this.head = head;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    if (!Number.isSafeInteger(offset) || offset < 0 || offset >= this.size || length <= 0) return Buffer.alloc(0);
    const end = Math.min(offset + Math.min(length, HEAD_BYTES), this.size);
    if (end <= this.head.length) return this.head.subarray(offset, end);
    if (offset < this.#windowStart || end > this.#windowStart + this.#window.length) {
      if (this.#readsLeft === 0) return Buffer.alloc(0);
      this.#readsLeft -= 1;
      this.#window = await this.#readAt(offset, Math.min(Math.max(end - offset, WINDOW_BYTES), this.size - offset));
      this.#windowStart = offset;
    }
    return this.#window.subarray(offset - this.#windowStart, end - this.#windowStart);
  }
}

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Returns the same file as if it began at `start`; its head is read again. */
export async function sourceFrom(source: ByteSource, start: number): Promise<ByteSource> {
  const head = await source.read(start, HEAD_BYTES);
  return {
    size: Math.max(0, source.size - start),
    head,
    read: (offset, length) =>
      offset >= 0 && offset + length <= head.length
        ? Promise.resolve(head.subarray(offset, offset + length))
        : source.read(start + offset, length),
  };
}

/** Whether `text`, one byte per character, is at `offset`. */
export function has(bytes: Buffer, offset: number, text: string): boolean {
  return offset >= 0 && offset + text.length <= bytes.length && latin1(bytes, offset, offset + text.length) === text;
}

/** Bytes as text, each one character; shorter at the end. */
export function latin1(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, end);
}

/** Big-endian unsigned 16 bits; -1 past the end. */
export function u16be(bytes: Buffer, offset: number): number {
  return offset >= 0 && offset + 2 <= bytes.length ? bytes.readUInt16BE(offset) : -1;
}

export function u32be(bytes: Buffer, offset: number): number {
  return offset >= 0 && offset + 4 <= bytes.length ? bytes.readUInt32BE(offset) : -1;
}

export function u16le(bytes: Buffer, offset: number): number {
  return offset >= 0 && offset + 2 <= bytes.length ? bytes.readUInt16LE(offset) : -1;
}

export function u32le(bytes: Buffer, offset: number): number {
  return offset >= 0 && offset + 4 <= bytes.length ? bytes.readUInt32LE(offset) : -1;
}
