import type { AnyOptions, TargetOf } from '../../src/catalog/definition.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { AlgorithmName } from './algorithms.ts';
import { catalog } from './catalog.ts';
import { checkSalt, PASSWORD_SCHEMES, type PasswordScheme } from './password-schemes.ts';
import type { Warning } from './warning.ts';

/** Targets of the category, as the catalog names them. */
export type HashTarget = TargetOf<typeof catalog>;

type HashOptions = AnyOptions<typeof catalog>;

/** A job of the worker process, as it is sent. */
export type HashJob = DigestJob | PasswordJob | VerifyJob;

export interface DigestJob {
  /** The digest of a file, or a list of those of several. */
  readonly kind: 'digest' | 'list';
  readonly algorithm: AlgorithmName;
  /** Secret of HMAC, encoded as UTF-8. Null: the plain digest. */
  readonly hmac: string | null;
}

/** Compares files with the list that comes before them. */
export interface VerifyJob {
  readonly kind: 'verify';
}

export interface PasswordJob {
  readonly kind: 'password';
  readonly scheme: PasswordScheme;
  /** Salt, valid for the scheme and cut to what counts. Null: a random one. */
  readonly salt: string | null;
  /** Cost of bcrypt, 4 to 15. Ignored by the others. */
  readonly cost: number;
}

export interface PlannedJob {
  readonly job: HashJob;
  readonly warnings: readonly Warning[];
}

/** PHP's default of password_hash() up to 8.3. */
const DEFAULT_COST = 10;
/** bcrypt is defined from cost 4 on. */
const MINIMUM_COST = 4;
/** The fewest passes, which most programs mean by the plain names `tiger192` and `haval128`. */
const DEFAULT_PASSES = 3;

/** Targets whose option `rounds` is part of PHP's name. */
const BY_ROUNDS = {
  haval128: { 3: 'haval128,3', 4: 'haval128,4', 5: 'haval128,5' },
  tiger128: { 3: 'tiger128,3', 4: 'tiger128,4' },
  tiger160: { 3: 'tiger160,3', 4: 'tiger160,4' },
  tiger192: { 3: 'tiger192,3', 4: 'tiger192,4' },
} as const satisfies Partial<Record<HashTarget, Readonly<Record<number, AlgorithmName>>>>;

type RoundedTarget = keyof typeof BY_ROUNDS;
type FixedTarget = Exclude<HashTarget, RoundedTarget | PasswordScheme | 'verify'>;

/** Targets whose digest has no choice of rounds; the last two are plain `tiger128`, as far as public sources say. */
const FIXED: Readonly<Record<FixedTarget, AlgorithmName>> = {
  adler32: 'adler32',
  blake2b: 'blake2b',
  blake2s: 'blake2s',
  blake3: 'blake3',
  crc32: 'crc32',
  crc32b: 'crc32b',
  crc64: 'crc64',
  gost: 'gost',
  md4: 'md4',
  md5: 'md5',
  ripemd128: 'ripemd128',
  ripemd160: 'ripemd160',
  sha1: 'sha1',
  sha224: 'sha224',
  sha256: 'sha256',
  sha384: 'sha384',
  sha512: 'sha512',
  'sha512-256': 'sha512/256',
  'sha3-224': 'sha3-224',
  'sha3-256': 'sha3-256',
  'sha3-384': 'sha3-384',
  'sha3-512': 'sha3-512',
  snefru: 'snefru',
  xxh128: 'xxh128',
  xxh3: 'xxh3',
  xxh32: 'xxh32',
  xxh64: 'xxh64',
  whirlpool: 'whirlpool',
  'tiger128-calculator': 'tiger128,3',
  'tiger128-converter': 'tiger128,3',
};

/** Every target of the category. */
export const HASH_TARGETS: readonly string[] = Object.keys(catalog.targets).sort();

/**
 * Plans the job of the worker process for a target with its options, and warnings for the user. Throws ConversionError `option_invalid` for
 * a salt that the scheme cannot take and for rounds that do not exist.
 */
export function planJob(target: HashTarget, options: HashOptions): PlannedJob {
  if (target === 'verify') return { job: { kind: 'verify' }, warnings: [] };
  return isPasswordScheme(target) ? planPassword(target, options) : planDigest(target, options);
}

const isPasswordScheme = (target: HashTarget): target is PasswordScheme =>
  PASSWORD_SCHEMES.some((name) => name === target);

const hasRounds = (target: HashTarget): target is RoundedTarget => Object.hasOwn(BY_ROUNDS, target);

/** Returns the extension of the output: the target, but the two aliases of tiger128 share its extension. */
export function outputExtension(target: string): string {
  if (target === 'verify') return 'json';
  return target.startsWith('tiger128-') ? 'tiger128' : target;
}

function planDigest(target: FixedTarget | RoundedTarget, options: HashOptions): PlannedJob {
  const algorithm = hasRounds(target) ? algorithmOf(target, options.rounds) : FIXED[target];
  const hmac = options.hmac ?? null;
  const kind = options.merge === true ? 'list' : 'digest';
  if (hmac !== '') return { job: { kind, algorithm, hmac }, warnings: [] };
  return {
    job: { kind, algorithm, hmac: null },
    warnings: [
      {
        code: 'option_no_effect',
        message: 'The option "hmac" is empty, so the plain digest was made. Give a secret to make an HMAC.',
        details: { option: 'hmac' },
      },
    ],
  };
}

function algorithmOf(target: RoundedTarget, passes = DEFAULT_PASSES): AlgorithmName {
  const byRounds: Readonly<Record<number, AlgorithmName>> = BY_ROUNDS[target];
  const algorithm = byRounds[passes];
  if (algorithm) return algorithm;
  const allowed = Object.keys(byRounds).map(Number);
  throw new ConversionError(
    'option_invalid',
    `The option "rounds" of ${target} is ${passes}; it can be ${allowed.join(', ').replace(/, (\d+)$/, ' or $1')}.`,
    { details: { option: 'rounds', allowed } },
  );
}

function planPassword(scheme: PasswordScheme, options: HashOptions): PlannedJob {
  const asked = options.rounds ?? DEFAULT_COST;
  const cost = Math.max(asked, MINIMUM_COST);
  const { salt, warnings } = checkSalt(scheme, options.salt ?? '');
  return {
    job: { kind: 'password', scheme, salt, cost },
    warnings:
      cost === asked
        ? warnings
        : [
            ...warnings,
            {
              code: 'option_adjusted',
              message: `The option "rounds" is ${asked}, but bcrypt starts at ${MINIMUM_COST}: ${MINIMUM_COST} was used.`,
              details: { option: 'rounds', requested: asked, used: cost },
            },
          ],
  };
}
