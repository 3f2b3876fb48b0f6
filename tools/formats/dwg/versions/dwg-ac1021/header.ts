import { firstSeed, mirroredCrc, normalCrc, secondSeed } from './crc64.ts';
import { compress } from './lz77.ts';
import { CRC_SEED, interleaved, type SystemPage } from './pages.ts';
import type { RandomEncoder } from './random-encoder.ts';
import { SYSTEM_CODE } from './reed-solomon.ts';

/** Size of the data before the header: version, code page and places of some sections. */
export const METADATA_BYTES = 0x80;
export const HEADER_PAGE_BYTES = 0x400;
const HEADER_BYTES = 0x110;
const HEADER_CRC_AT = 0x108;
const CHECK_DATA_AT = 0x3d8;
const CODE_WORDS = 3;
/** Size of the prefix of the header in its block: two checks, the size. */
const BLOCK_PREFIX = 32;

export interface HeaderFields {
  readonly fileSize: number;
  readonly pageMap: SystemPage;
  /** Counted from the end of the first header. */
  readonly pageMapAt: number;
  readonly pageMapId: number;
  readonly secondPageMapAt: number;
  readonly secondPageMapId: number;
  readonly secondHeaderAt: number;
  readonly pageCount: number;
  readonly largestPageId: number;
  readonly sectionMap: SystemPage;
  readonly sectionMapId: number;
  readonly secondSectionMapId: number;
  readonly sectionCount: number;
}

function words(values: readonly (number | bigint)[]): Buffer {
  const buffer = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) buffer.writeBigUInt64LE(BigInt(value), index * 8);
  return buffer;
}

/** Rotates the bits of a value left, by the lowest five bits of another. */
function turned(value: bigint, control: bigint): bigint {
  const shift = control & 0x1fn;
  return BigInt.asUintN(64, (value << shift) | (value >> (64n - shift)));
}

/** Returns eight values made of `sources`, each rotated by the one before; null stands for the value before. */
function chain(sources: readonly (bigint | null)[], first: bigint): Buffer {
  const values: bigint[] = [];
  let before = first;
  for (const source of sources) {
    before = turned(source ?? before, before);
    values.push(before);
  }
  return words(values);
}

const inverted = (value: bigint) => BigInt.asUintN(64, ~value);

/** Returns the end of the header page: two random numbers, the seed, and check sums over the numbers. */
function checkData(random: RandomEncoder): Buffer {
  const first = random.next();
  const second = random.next();
  const seed = random.encode(Number(CRC_SEED));
  const normal = normalCrc(chain([first, null, second, null, first, null, null, null], second), inverted(second));
  const mirroredSources = [first, normal, second, normal, first, normal, second, null];
  const mirrored = mirroredCrc(chain(mirroredSources, second), inverted(first));
  return words([normal, mirrored, first, second, seed]);
}

function headerData(fields: HeaderFields, random: RandomEncoder, seeds: { pages: bigint; sections: bigint }): Buffer {
  const { pageMap, sectionMap } = fields;
  const header = words([
    0x70,
    fields.fileSize,
    pageMap.compressedCrc,
    pageMap.repeats,
    seeds.pages,
    fields.secondPageMapAt,
    fields.secondPageMapId,
    fields.pageMapAt,
    fields.pageMapId,
    fields.secondHeaderAt,
    pageMap.compressedSize,
    pageMap.uncompressedSize,
    fields.pageCount,
    fields.largestPageId,
    0x20,
    0x40,
    pageMap.uncompressedCrc,
    0xf800,
    4,
    1,
    fields.sectionCount + 1,
    sectionMap.uncompressedCrc,
    sectionMap.compressedSize,
    fields.secondSectionMapId,
    fields.sectionMapId,
    sectionMap.uncompressedSize,
    sectionMap.compressedCrc,
    sectionMap.repeats,
    seeds.sections,
    0x60100,
    CRC_SEED,
    random.encode(Number(CRC_SEED)),
    random.seed,
    0,
  ]);
  header.writeBigUInt64LE(normalCrc(header, secondSeed(0n, HEADER_BYTES)), HEADER_CRC_AT);
  return header;
}

/** Returns the page of the file header, which follows the metadata and is repeated at the end of the file. */
export function headerPage(fields: HeaderFields, random: RandomEncoder): Uint8Array {
  const seeds = { sections: random.encode(Number(CRC_SEED)), pages: random.encode(Number(CRC_SEED)) };
  const check = checkData(random);
  const header = headerData(fields, random, seeds);
  const compressed = compress(header);
  const key = random.next();
  const sequence = words([key, turned(key, key)]);

  const block = Buffer.alloc(Math.ceil((BLOCK_PREFIX + compressed.length) / 8) * 8);
  block.writeBigUInt64LE(normalCrc(sequence, firstSeed(0n, sequence.length)), 0);
  block.writeBigUInt64LE(key, 8);
  block.writeBigUInt64LE(normalCrc(compressed, secondSeed(0n, compressed.length)), 16);
  block.writeBigInt64LE(BigInt(compressed.length), 24);
  block.set(compressed, BLOCK_PREFIX);
  random.fill(block, BLOCK_PREFIX + compressed.length);

  const data = new Uint8Array(CODE_WORDS * SYSTEM_CODE.dataBytes);
  let end = 0;
  for (; end + block.length <= data.length; end += block.length) data.set(block, end);
  random.fill(data, end);

  const encoded = interleaved(data, SYSTEM_CODE, random);
  const page = new Uint8Array(HEADER_PAGE_BYTES);
  page.set(encoded);
  random.fill(page, encoded.length);
  page.set(check, CHECK_DATA_AT);
  return page;
}
