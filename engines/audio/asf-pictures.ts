import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Picture } from '../../tools/programs/ffmpeg/probe/source.ts';
import { kindNumber, mediaType } from './pictures.ts';

/** A picture and its bytes. */
export interface PictureFile {
  readonly picture: Picture;
  readonly data: Uint8Array;
}

const HEADER = '3026b2758e66cf11a6d900aa0062ce6c';
const FILE_PROPERTIES = 'a1dcab8c47a9cf118ee400c00c205365';
const HEADER_EXTENSION = 'b503bf5f2ea9cf118ee300c00c205365';
const METADATA_LIBRARY = Buffer.from('941c23449894d149a1411d134e457054', 'hex');

/** Bytes at the start of an object: an id of 16 and a size of 8. The header's goes on with a count and two reserved bytes. */
const OBJECT_START = 24;
const HEADER_START = 30;
const FILE_SIZE_OFFSET = 40;
const EXTENSION_SIZE_OFFSET = 42;
const BYTE_ARRAY = 1;
/** Maximum bytes of a header; ffmpeg writes some hundred. */
const LARGEST_HEADER = 16 * 1024 * 1024;

/**
 * Copies an ASF file (WMA), adding pictures as WM/Picture attributes of a Metadata Library Object (ASF specification 1.20.03, 4.8). ffmpeg
 * writes a cover as a video stream, which players do not show as a cover. Throws Error if the input is not what ffmpeg writes.
 */
export async function addAsfPictures(input: string, pictures: readonly PictureFile[], output: string): Promise<void> {
  const header = await readHeader(input);
  const library = metadataLibrary(pictures);
  await pipeline(async function* () {
    yield extendHeader(header, library);
    yield* createReadStream(input, { start: header.length });
  }, createWriteStream(output));
}

async function readHeader(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const start = Buffer.alloc(HEADER_START);
    await file.read(start, 0, HEADER_START, 0);
    const size = start.readBigUInt64LE(16);
    if (start.toString('hex', 0, 16) !== HEADER || size > LARGEST_HEADER) throw new Error('not an ASF header');
    const header = Buffer.alloc(Number(size));
    await file.read(header, 0, header.length, 0);
    return header;
  } finally {
    await file.close();
  }
}

/** Returns the header with an object added to its extension, and all sizes that include it raised. */
function extendHeader(header: Buffer, object: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let position = HEADER_START; position < header.length; ) {
    const size = Number(header.readBigUInt64LE(position + 16));
    if (size < OBJECT_START || position + size > header.length) throw new Error('broken ASF header');
    const part = Buffer.from(header.subarray(position, position + size));
    position += size;
    const id = part.toString('hex', 0, 16);
    if (id === FILE_PROPERTIES) raise64(part, FILE_SIZE_OFFSET, object.length);
    if (id === HEADER_EXTENSION) {
      raise64(part, 16, object.length);
      part.writeUInt32LE(part.readUInt32LE(EXTENSION_SIZE_OFFSET) + object.length, EXTENSION_SIZE_OFFSET);
    }
    parts.push(part);
    if (id === HEADER_EXTENSION) parts.push(object);
  }
  if (!parts.includes(object)) throw new Error('ASF header without an extension');
  const start = Buffer.from(header.subarray(0, HEADER_START));
  raise64(start, 16, object.length);
  return Buffer.concat([start, ...parts]);
}

function raise64(buffer: Buffer, offset: number, by: number): void {
  buffer.writeBigUInt64LE(buffer.readBigUInt64LE(offset) + BigInt(by), offset);
}

function metadataLibrary(pictures: readonly PictureFile[]): Buffer {
  const records = Buffer.concat(pictures.map(pictureRecord));
  const start = Buffer.alloc(OBJECT_START + 2);
  METADATA_LIBRARY.copy(start);
  start.writeBigUInt64LE(BigInt(start.length + records.length), 16);
  start.writeUInt16LE(pictures.length, OBJECT_START);
  return Buffer.concat([start, records]);
}

function pictureRecord(file: PictureFile): Buffer {
  const value = pictureValue(file);
  const name = utf16('WM/Picture');
  // Language and stream (both 0: the whole file), length of the name, type and length of the value.
  const start = Buffer.alloc(12);
  start.writeUInt16LE(name.length, 4);
  start.writeUInt16LE(BYTE_ARRAY, 6);
  start.writeUInt32LE(value.length, 8);
  return Buffer.concat([start, name, value]);
}

function pictureValue({ picture, data }: PictureFile): Buffer {
  const start = Buffer.alloc(5);
  start.writeUInt8(kindNumber(picture), 0);
  start.writeUInt32LE(data.length, 1);
  return Buffer.concat([start, utf16(mediaType(picture)), utf16(picture.title), data]);
}

const utf16 = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le');
