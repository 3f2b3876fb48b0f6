import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';

/** Options of every digest. */
const DIGEST_OPTIONS = {
  merge: {
    type: 'boolean',
    default: false,
    description:
      'Writes the digests of all inputs into one list, each with the name of its file, as sha256sum does; target verify reads it. Without it each digest has a file of its own.',
    'x-order': 190,
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

const SALT = {
  salt: {
    type: 'string',
    maxLength: 5000,
    writeOnly: true,
    description: 'Salt that is mixed into the password, which is the content of the input.',
  },
} as const satisfies OptionDefinitions;

const HMAC = {
  hmac: {
    type: 'string',
    maxLength: 1000,
    writeOnly: true,
    description: 'Shared secret: makes the keyed variant (HMAC) of the digest. Left out: the plain digest.',
    'x-order': 370,
  },
} as const satisfies OptionDefinitions;

const HAVAL_ROUNDS = {
  rounds: {
    type: 'integer',
    minimum: 3,
    maximum: 5,
    description: 'Passes over each block: 3, 4 or 5. Left out: 3.',
    'x-order': 380,
    example: 5,
  },
} as const satisfies OptionDefinitions;

const TIGER_ROUNDS = {
  rounds: {
    type: 'integer',
    minimum: 3,
    maximum: 4,
    description: 'Passes over each block: 3 or 4. Left out: 3.',
    'x-order': 380,
    example: 4,
  },
} as const satisfies OptionDefinitions;

const BLOWFISH_ROUNDS = {
  rounds: {
    type: 'integer',
    minimum: 1,
    maximum: 15,
    description: 'Cost: the work doubles with each step. Left out: 10. The minimum is 4; lower values use 4.',
    'x-order': 380,
    example: 12,
  },
} as const satisfies OptionDefinitions;

const IGNORE_MISSING = {
  ignore_missing: {
    type: 'boolean',
    default: false,
    description: 'Ignores files of the list that are not among the inputs, as sha256sum --ignore-missing does.',
  },
} as const satisfies OptionDefinitions;

export const catalog = {
  category: 'hash',
  timeLimitSeconds: 25 * 60,
  aliases: {
    bcrypt: 'blowfish',
    b2sum: 'blake2b',
    b3sum: 'blake3',
    'sha-1': 'sha1',
    'sha-224': 'sha224',
    'sha-256': 'sha256',
    'sha-384': 'sha384',
    'sha-512': 'sha512',
    'crc64-xz': 'crc64',
    'xxh3-64': 'xxh3',
    'xxh3-128': 'xxh128',
  },
  startsPrograms: false,
  targets: {
    adler32: { id: 601, options: DIGEST_OPTIONS },
    'apache-htpasswd': { id: 602, options: { ...SALT, ...COMMON_OPTIONS } },
    blowfish: { id: 603, options: { ...SALT, ...BLOWFISH_ROUNDS, ...COMMON_OPTIONS } },
    crc32: { id: 604, options: DIGEST_OPTIONS },
    crc32b: { id: 605, options: DIGEST_OPTIONS },
    gost: { id: 606, options: { ...HMAC, ...DIGEST_OPTIONS } },
    haval128: { id: 607, options: { ...HMAC, ...HAVAL_ROUNDS, ...DIGEST_OPTIONS } },
    md4: { id: 608, options: { ...HMAC, ...DIGEST_OPTIONS } },
    md5: { id: 609, options: { ...HMAC, ...DIGEST_OPTIONS } },
    ripemd128: { id: 610, options: { ...HMAC, ...DIGEST_OPTIONS } },
    ripemd160: { id: 611, options: { ...HMAC, ...DIGEST_OPTIONS } },
    sha1: { id: 612, options: { ...HMAC, ...DIGEST_OPTIONS } },
    sha256: { id: 613, options: { ...HMAC, ...DIGEST_OPTIONS } },
    sha384: { id: 614, options: { ...HMAC, ...DIGEST_OPTIONS } },
    sha512: { id: 615, options: { ...HMAC, ...DIGEST_OPTIONS } },
    snefru: { id: 616, options: { ...HMAC, ...DIGEST_OPTIONS } },
    'std-des': { id: 617, options: { ...SALT, ...COMMON_OPTIONS } },
    tiger128: { id: 618, options: { ...HMAC, ...TIGER_ROUNDS, ...DIGEST_OPTIONS } },
    'tiger128-calculator': { id: 619, options: {} },
    'tiger128-converter': { id: 620, options: {} },
    tiger160: { id: 621, options: { ...HMAC, ...TIGER_ROUNDS, ...DIGEST_OPTIONS } },
    tiger192: { id: 622, options: { ...HMAC, ...TIGER_ROUNDS, ...DIGEST_OPTIONS } },
    whirlpool: { id: 623, options: { ...HMAC, ...DIGEST_OPTIONS } },
    // Targets beyond the interface: digests that people use today.
    blake2b: { id: 624, options: { ...HMAC, ...DIGEST_OPTIONS } },
    blake2s: { id: 625, options: { ...HMAC, ...DIGEST_OPTIONS } },
    blake3: { id: 626, options: DIGEST_OPTIONS },
    'sha3-224': { id: 627, options: { ...HMAC, ...DIGEST_OPTIONS } },
    'sha3-256': { id: 628, options: { ...HMAC, ...DIGEST_OPTIONS } },
    'sha3-384': { id: 629, options: { ...HMAC, ...DIGEST_OPTIONS } },
    'sha3-512': { id: 630, options: { ...HMAC, ...DIGEST_OPTIONS } },
    sha224: { id: 631, options: { ...HMAC, ...DIGEST_OPTIONS } },
    'sha512-256': { id: 632, options: { ...HMAC, ...DIGEST_OPTIONS } },
    xxh32: { id: 633, options: DIGEST_OPTIONS },
    xxh64: { id: 634, options: DIGEST_OPTIONS },
    xxh3: { id: 635, options: DIGEST_OPTIONS },
    xxh128: { id: 636, options: DIGEST_OPTIONS },
    crc64: { id: 637, options: DIGEST_OPTIONS },
    verify: { id: 638, options: { ...IGNORE_MISSING, ...COMMON_OPTIONS } },
  },
} as const satisfies CategoryCatalog;
