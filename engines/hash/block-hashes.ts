import { readFileSync } from 'node:fs';
import type { BlockHash } from './wasm-digester.ts';

/**
 * The hashes with our own WASM modules: what each adds to its compression function. Names, byte orders and truncations are those of PHP's
 * hash().
 */

/** RIPEMD-128 or -160. */
export function ripemd(bits: 128 | 160): BlockHash {
  return {
    module: 'ripemd',
    blockSize: 64,
    transform: `transform${bits}`,
    padding: (bytes) => padding(bytes, 64, 0x80, [], littleEndian(bytes, 8)),
    stateBytes: bits / 8,
    result: (state) => state.slice(),
  };
}

/** Tiger with 3 or 4 passes, cut to 128, 160 or 192 bits. */
export function tiger(bits: 128 | 160 | 192, passes: 3 | 4): BlockHash {
  return {
    module: 'tiger',
    blockSize: 64,
    transform: 'transform',
    transformArgs: [passes],
    padding: (bytes) => padding(bytes, 64, 0x01, [], littleEndian(bytes, 8)),
    stateBytes: 24,
    result: (state) => state.slice(0, bits / 8),
  };
}

/** Whirlpool, 512 bits. */
export function whirlpool(): BlockHash {
  return {
    module: 'whirlpool',
    blockSize: 64,
    transform: 'transform',
    padding: (bytes) => padding(bytes, 64, 0x80, [], littleEndian(bytes, 32).reverse()),
    stateBytes: 64,
    result: (state) => state.slice(),
  };
}

/** GOST R 34.11-94 with the S-boxes of the test parameters, 256 bits: PHP's `gost`, not `gost-crypto`. */
export function gost(): BlockHash {
  return {
    module: 'gost',
    blockSize: 32,
    transform: 'transform',
    padding: (bytes) => new Uint8Array(-bytes & 31),
    finish(module, bytes) {
      module.bytes(module.address('BLOCK'), 32).set(littleEndian(bytes, 32));
      module.call('finish');
    },
    stateBytes: 32,
    result: (state) => state.slice(),
  };
}

/**
 * Snefru with 8 passes, 256 bits: PHP's `snefru`. PHP 8.2 counts one bit too many per 512 MiB, so for longer data its digest is not
 * Snefru's; this one is (it equals rhash's `--snefru256`).
 */
export function snefru(): BlockHash {
  return {
    module: 'snefru',
    blockSize: 32,
    transform: 'transform',
    prepare(module) {
      const { boxes }: { boxes: string } = JSON.parse(
        readFileSync(new URL('wasm/snefru-boxes.json', import.meta.url), 'utf8'),
      );
      module.bytes(module.address('SBOX'), 16_384).set(Buffer.from(boxes, 'base64'));
    },
    padding(bytes) {
      const zeros = -bytes & 31;
      const tail = new Uint8Array(zeros + 32);
      tail.set(littleEndian(bytes, 8).reverse(), zeros + 24);
      return tail;
    },
    stateBytes: 32,
    result: (state) => Buffer.from(state).swap32(),
  };
}

const HAVAL_VERSION = 1;
const HAVAL_BITS = 128;

/** HAVAL with 3, 4 or 5 passes, folded to 128 bits. */
export function haval128(passes: 3 | 4 | 5): BlockHash {
  const parameters = (HAVAL_BITS << 6) | (passes << 3) | HAVAL_VERSION;
  return {
    module: 'haval',
    blockSize: 128,
    transform: `transform${passes}`,
    prepare: (module) => module.bytes(module.address('PI'), 544).set(new Uint8Array(piFraction(136).buffer)),
    padding: (bytes) => padding(bytes, 128, 0x01, [parameters & 0xff, parameters >> 8], littleEndian(bytes, 8)),
    stateBytes: 32,
    result: foldHaval,
  };
}

/** Folds the 256 bits of HAVAL to 128: byte k of the upper four words is rotated by its distance and goes into word w. */
function foldHaval(state: Uint8Array): Uint8Array {
  const words = new Uint32Array(state.slice().buffer);
  const upper = words.slice(4);
  const folded = words.slice(0, 4).map((word, w) => {
    let mixed = 0;
    for (let k = 0; k < 4; k++) {
      // Word 4 + k provides the byte that is (w + k + 1) mod 4 places up.
      mixed |= (upper[k] ?? 0) & (0xff << (8 * ((w + k + 1) & 3)));
    }
    const turn = 8 * ((w + 1) & 3);
    return word + ((mixed >>> turn) | (turn === 0 ? 0 : mixed << (32 - turn)));
  });
  return new Uint8Array(folded.buffer);
}

/** Returns pad byte, zeros, extra bytes and the length, which complete the last block. */
function padding(
  messageBytes: number,
  blockSize: number,
  first: number,
  extra: readonly number[],
  length: Uint8Array,
): Uint8Array {
  const tail = extra.length + length.length;
  const rest = (messageBytes + 1 + tail) % blockSize;
  const bytes = new Uint8Array(1 + tail + (rest === 0 ? 0 : blockSize - rest));
  bytes[0] = first;
  bytes.set(extra, bytes.length - tail);
  bytes.set(length, bytes.length - length.length);
  return bytes;
}

/** Returns the number of bits in so many bytes, lowest byte first. */
function littleEndian(messageBytes: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(messageBytes) * 8n, true);
  return bytes;
}

/**
 * Returns the first bits of pi's fraction in words of 32 bits, highest word first, by Machin's formula pi = 16 arctan(1/5) - 4
 * arctan(1/239).
 */
export function piFraction(words: number): Uint32Array {
  const guard = 32;
  const bits = BigInt(words * 32 + guard);
  const arctan = (inverse: bigint): bigint => {
    let power = (1n << bits) / inverse;
    let sum = power;
    for (let n = 3n, sign = -1n; power > 0n; n += 2n, sign = -sign) {
      power /= inverse * inverse;
      sum += (sign * power) / n;
    }
    return sum;
  };
  const pi = 16n * arctan(5n) - 4n * arctan(239n);
  const fraction = (pi - (3n << bits)) >> BigInt(guard);
  return Uint32Array.from({ length: words }, (_, n) =>
    Number((fraction >> BigInt(32 * (words - 1 - n))) & 0xffff_ffffn),
  );
}
