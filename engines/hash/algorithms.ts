import { createHash } from 'node:crypto';
import { gost, haval128, ripemd, snefru, tiger, whirlpool } from './block-hashes.ts';
import { type BitOrder, CrcDigester } from './crc-digester.ts';
import type { DigestMethod } from './digester.ts';
import { BlockDigester, type BlockHash } from './wasm-digester.ts';

/**
 * Each digest uses the fastest implementation measured: OpenSSL through node:crypto for MD5, the SHA families and BLAKE2 (it uses the
 * processor's SHA instructions), hash-wasm for MD4, Adler-32, BLAKE3, xxHash and CRC-64, our own WASM for the rest. Keys are PHP's names
 * where PHP has the digest.
 */
const METHODS = {
  adler32: () => fromHashWasm('createAdler32', 0),
  blake2b: async () => fromOpenssl('blake2b512', 128),
  blake2s: async () => fromOpenssl('blake2s256', 64),
  blake3: () => fromHashWasm('createBLAKE3', 64),
  crc32: async () => fromCrc('highest bit first'),
  crc32b: async () => fromCrc('lowest bit first'),
  // The polynomial of ECMA-182, lowest bit first: the CRC-64 of xz and 7-Zip.
  crc64: () => fromHashWasm('createCRC64', 0),
  gost: async () => fromBlocks(gost()),
  'haval128,3': async () => fromBlocks(haval128(3)),
  'haval128,4': async () => fromBlocks(haval128(4)),
  'haval128,5': async () => fromBlocks(haval128(5)),
  md4: () => fromHashWasm('createMD4', 64),
  md5: async () => fromOpenssl('md5', 64),
  ripemd128: async () => fromBlocks(ripemd(128)),
  ripemd160: async () => fromBlocks(ripemd(160)),
  sha1: async () => fromOpenssl('sha1', 64),
  sha224: async () => fromOpenssl('sha224', 64),
  sha256: async () => fromOpenssl('sha256', 64),
  sha384: async () => fromOpenssl('sha384', 128),
  sha512: async () => fromOpenssl('sha512', 128),
  'sha512/256': async () => fromOpenssl('sha512-256', 128),
  'sha3-224': async () => fromOpenssl('sha3-224', 144),
  'sha3-256': async () => fromOpenssl('sha3-256', 136),
  'sha3-384': async () => fromOpenssl('sha3-384', 104),
  'sha3-512': async () => fromOpenssl('sha3-512', 72),
  snefru: async () => fromBlocks(snefru()),
  'tiger128,3': async () => fromBlocks(tiger(128, 3)),
  'tiger128,4': async () => fromBlocks(tiger(128, 4)),
  'tiger160,3': async () => fromBlocks(tiger(160, 3)),
  'tiger160,4': async () => fromBlocks(tiger(160, 4)),
  'tiger192,3': async () => fromBlocks(tiger(192, 3)),
  'tiger192,4': async () => fromBlocks(tiger(192, 4)),
  whirlpool: async () => fromBlocks(whirlpool()),
  xxh128: () => fromHashWasm('createXXHash128', 0),
  xxh3: () => fromHashWasm('createXXHash3', 0),
  xxh32: () => fromHashWasm('createXXHash32', 0),
  xxh64: () => fromHashWasm('createXXHash64', 0),
} as const satisfies Record<string, () => Promise<DigestMethod>>;

/** A digest by PHP's name, which includes the number of rounds. */
export type AlgorithmName = keyof typeof METHODS;

export const ALGORITHMS = Object.keys(METHODS) as AlgorithmName[];

/** Those that OpenSSL computes, at half a gigabyte a second or more. */
export const OPENSSL: ReadonlySet<AlgorithmName> = new Set([
  ...(['blake2b', 'md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512/256'] as const),
]);

/** Loads only what the digest needs. */
export function loadMethod(name: AlgorithmName): Promise<DigestMethod> {
  return METHODS[name]();
}

function fromBlocks(hash: BlockHash): DigestMethod {
  return { blockSize: hash.blockSize, create: () => new BlockDigester(hash) };
}

function fromOpenssl(name: string, blockSize: number): DigestMethod {
  return { blockSize, create: () => createHash(name) };
}

function fromCrc(order: BitOrder): DigestMethod {
  return { blockSize: 0, create: () => new CrcDigester(order) };
}

type FromHashWasm =
  | 'createAdler32'
  | 'createBLAKE3'
  | 'createCRC64'
  | 'createMD4'
  | 'createXXHash128'
  | 'createXXHash3'
  | 'createXXHash32'
  | 'createXXHash64';

async function fromHashWasm(name: FromHashWasm, blockSize: number): Promise<DigestMethod> {
  const hasher = await (await import('hash-wasm'))[name]();
  return {
    blockSize,
    create() {
      hasher.init();
      return { update: (data) => void hasher.update(data), digest: () => hasher.digest('binary') };
    },
  };
}
