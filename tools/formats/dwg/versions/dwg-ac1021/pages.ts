import { firstSeed, mirroredCrc, ORDERS } from './crc64.ts';
import { compress } from './lz77.ts';
import type { RandomEncoder } from './random-encoder.ts';
import { CODE_WORD_BYTES, type Code, DATA_CODE, parityOf, SYSTEM_CODE } from './reed-solomon.ts';

const CRC_BLOCK = 8;
const PAGE_ALIGNMENT = 0x20;
const LEAST_SYSTEM_PAGE = 0x400;
/** Fewest bytes that are compressed: below, the first run of compressed data is too short. */
const LEAST_COMPRESSED = 16;
/** Seed of all check sums: ODA and AutoCAD use 0. */
export const CRC_SEED = 0n;

function aligned(size: number, to: number): number {
  return Math.ceil(size / to) * to;
}

/** Returns the data compressed, or unchanged if that is not longer. */
function shorter(data: Uint8Array): Uint8Array {
  if (data.length < LEAST_COMPRESSED) return data;
  const compressed = compress(data);
  return compressed.length < data.length ? compressed : data;
}

function padded(data: Uint8Array, size: number): Uint8Array {
  const result = new Uint8Array(size);
  result.set(data);
  return result;
}

/** Returns blocks of data and their parity; the last block is filled with random bytes. */
function codeWords(data: Uint8Array, code: Code, random: RandomEncoder): { block: Uint8Array; parity: Uint8Array }[] {
  const count = Math.ceil(data.length / code.dataBytes);
  const whole = padded(data, count * code.dataBytes);
  random.fill(whole, data.length);
  const makeParity = parityOf(code);
  return Array.from({ length: count }, (_, index) => {
    const block = whole.subarray(index * code.dataBytes, (index + 1) * code.dataBytes);
    return { block, parity: makeParity(block) };
  });
}

/** Interleaves code words byte by byte. */
export function interleaved(data: Uint8Array, code: Code, random: RandomEncoder): Uint8Array {
  const words = codeWords(data, code, random);
  const result = new Uint8Array(words.length * CODE_WORD_BYTES);
  for (const [index, { block, parity }] of words.entries()) {
    for (const [at, byte] of block.entries()) result[at * words.length + index] = byte;
    for (const [at, byte] of parity.entries()) result[(code.dataBytes + at) * words.length + index] = byte;
  }
  return result;
}

function crcOf(data: Uint8Array): bigint {
  return mirroredCrc(data, firstSeed(CRC_SEED, data.length));
}

/** A page of the page map or the section map, with the header's data about it. */
export interface SystemPage {
  readonly bytes: Uint8Array;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly compressedCrc: bigint;
  readonly uncompressedCrc: bigint;
  /** How many times the data is in the page. */
  readonly repeats: number;
}

/** Returns the page size for a system section of `dataSize` bytes, which must fit at least twice. */
export function systemPageSize(dataSize: number): number {
  const blocks = Math.ceil((aligned(dataSize, CRC_BLOCK) * 2) / SYSTEM_CODE.dataBytes);
  return Math.max(LEAST_SYSTEM_PAGE, aligned(blocks * CODE_WORD_BYTES, PAGE_ALIGNMENT));
}

export function systemPage(data: Uint8Array, random: RandomEncoder): SystemPage {
  const size = systemPageSize(data.length);
  const stored = shorter(data);
  const block = padded(stored, aligned(stored.length, CRC_BLOCK));
  const repeats = Math.floor((Math.floor(size / CODE_WORD_BYTES) * SYSTEM_CODE.dataBytes) / block.length);
  const repeated = new Uint8Array(block.length * repeats);
  for (let index = 0; index < repeats; index++) repeated.set(block, index * block.length);
  const encoded = interleaved(repeated, SYSTEM_CODE, random);
  const bytes = padded(encoded, size);
  random.fill(bytes, encoded.length);
  return {
    bytes,
    compressedSize: stored.length,
    uncompressedSize: data.length,
    compressedCrc: crcOf(stored),
    uncompressedCrc: crcOf(data),
    repeats,
  };
}

/** A page of any other section, with the section map's data about it. */
export interface DataPage {
  readonly bytes: Uint8Array;
  readonly uncompressedSize: number;
  readonly compressedSize: number;
  readonly checksum: number;
  readonly crc: bigint;
}

const CHECKSUM_PIECE = 0x15b0;
const CHECKSUM_MODULUS = 0xfff1;

/** Returns the check sum of a page's data: like Adler-32 (the specification, "Data section page checksum"). */
export function pageChecksum(data: Uint8Array): number {
  const seed = (Math.imul(data.length, 0x343fd) + 0x269ec3) >>> 0;
  let sum1 = seed & 0xffff;
  let sum2 = seed >>> 16;
  for (let start = 0; start < data.length; start += CHECKSUM_PIECE) {
    const end = Math.min(data.length, start + CHECKSUM_PIECE);
    for (let block = start; block < end; block += CRC_BLOCK) {
      for (const offset of ORDERS[Math.min(CRC_BLOCK, end - block)] ?? []) {
        sum1 += data[block + offset] ?? 0;
        sum2 += sum1;
      }
    }
    sum1 %= CHECKSUM_MODULUS;
    sum2 %= CHECKSUM_MODULUS;
  }
  return ((sum2 << 16) | sum1) >>> 0;
}

/** Returns data as a compressed page with interleaved code words (encoding 4). */
export function compressedPage(data: Uint8Array, random: RandomEncoder): DataPage {
  const stored = shorter(data);
  const encoded = interleaved(padded(stored, aligned(stored.length, CRC_BLOCK)), DATA_CODE, random);
  return dataPage(data, stored, encoded, aligned(encoded.length, PAGE_ALIGNMENT), random);
}

/** Returns data as a page that others can read unchanged (encoding 1): all parity bytes follow. `room`: bytes reserved for it. */
export function plainPage(data: Uint8Array, room: number, random: RandomEncoder): DataPage {
  const block = padded(data, aligned(data.length, CRC_BLOCK));
  const encoded = Buffer.concat([block, ...codeWords(block, DATA_CODE, random).map(({ parity }) => parity)]);
  const parityRoom = Math.ceil(room / DATA_CODE.dataBytes) * (CODE_WORD_BYTES - DATA_CODE.dataBytes);
  const size = aligned(Math.max(room + parityRoom, encoded.length), PAGE_ALIGNMENT);
  return dataPage(data, data, encoded, size, random);
}

function dataPage(
  data: Uint8Array,
  stored: Uint8Array,
  encoded: Uint8Array,
  size: number,
  random: RandomEncoder,
): DataPage {
  const bytes = padded(encoded, size);
  random.fill(bytes, encoded.length);
  return {
    bytes,
    uncompressedSize: data.length,
    compressedSize: stored.length,
    checksum: pageChecksum(data),
    crc: crcOf(stored),
  };
}
