import { ALGORITHMS, type AlgorithmName } from './algorithms.ts';

/* Lists of digests, as `sha256sum` and its relatives write them. */

/** A line of a list. */
export interface ListEntry {
  /** Name of the file as it is written; null: the line has a digest alone. */
  readonly name: string | null;
  /** In lower-case hex. */
  readonly digest: string;
  /** Algorithm that the line names; null: it names none, or one that is not known here. */
  readonly algorithm: AlgorithmName | null;
}

export interface ParsedList {
  readonly entries: readonly ListEntry[];
  /** Number of other lines, apart from comments and empty ones. */
  readonly improper: number;
}

/** Returns a line for a file. Names with a backslash, line feed or carriage return are escaped, as GNU's programs do. */
export function listLine(digest: string, name: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${digest}  ${escaped}`;
}

const COMMENT = /^(?:[#;]|-----)|^\s*$/;
const PLAIN = /^(\\?)([0-9a-f]{8,128}) [ *](.+)$/i;
/** BSD's form, and OpenSSL's: `SHA2-256(name)= digest`. */
const TAGGED = /^(\\?)([\w/-]{2,20}) ?\((.+)\) ?= ?([0-9a-f]{8,128})$/i;
const ALONE = /^([0-9a-f]{8,128})$/i;

/** Reads a list. Lines of other forms are counted. */
export function parseList(text: string): ParsedList {
  const entries: ListEntry[] = [];
  let improper = 0;
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    if (COMMENT.test(line)) continue;
    const entry = parseLine(line);
    if (entry === null) improper += 1;
    else entries.push(entry);
  }
  return { entries, improper };
}

function parseLine(line: string): ListEntry | null {
  const plain = PLAIN.exec(line);
  if (plain !== null) return entryOf(plain[1], plain[3], plain[2]);
  const tagged = TAGGED.exec(line);
  if (tagged !== null) return entryOf(tagged[1], tagged[3], tagged[4], algorithmOf(tagged[2] ?? ''));
  const [, digest] = ALONE.exec(line.trim()) ?? [];
  return digest === undefined ? null : { name: null, digest: digest.toLowerCase(), algorithm: null };
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', '\\': '\\' };

function entryOf(mark = '', name = '', digest = '', algorithm: AlgorithmName | null = null): ListEntry {
  const unescaped = mark === '' ? name : name.replace(/\\([nr\\])/g, (_, letter: string) => ESCAPED[letter] ?? letter);
  return { name: unescaped, digest: digest.toLowerCase(), algorithm };
}

/** Algorithms by the digits of their digests, the usual one first. */
const BY_DIGITS: Readonly<Record<number, readonly AlgorithmName[]>> = {
  8: ['crc32b', 'crc32', 'adler32', 'xxh32'],
  16: ['xxh64', 'xxh3', 'crc64'],
  32: ['md5', 'xxh128', 'md4', 'ripemd128', 'haval128,3', 'tiger128,3'],
  40: ['sha1', 'ripemd160', 'tiger160,3'],
  48: ['tiger192,3'],
  56: ['sha224', 'sha3-224'],
  64: ['sha256', 'blake3', 'sha3-256', 'blake2s', 'sha512/256', 'gost', 'snefru'],
  96: ['sha384', 'sha3-384'],
  128: ['sha512', 'blake2b', 'sha3-512', 'whirlpool'],
};

/** Other names than those of ALGORITHMS, without hyphens and slashes. */
const NAMES: ReadonlyMap<string, AlgorithmName> = new Map<string, AlgorithmName>([
  ...ALGORITHMS.map((name) => [name.replace(/[-/]|,3$/g, ''), name] as const),
  ...([
    ['b2', 'blake2b'],
    ['b3', 'blake3'],
    ['blake2b512', 'blake2b'],
    ['blake2s256', 'blake2s'],
  ] as const),
  ...([
    ['rmd160', 'ripemd160'],
    ['sha2224', 'sha224'],
    ['sha2256', 'sha256'],
    ['sha2384', 'sha384'],
  ] as const),
  ...([
    ['sha2512', 'sha512'],
    ['sha2512256', 'sha512/256'],
    ['xxh364', 'xxh3'],
    ['xxh3128', 'xxh128'],
  ] as const),
]);

/** Returns the algorithm that a word names; null: none. */
const algorithmOf = (word: string): AlgorithmName | null => NAMES.get(word.toLowerCase().replace(/[-_/]/g, '')) ?? null;

/** SHA256SUMS, md5sum.txt, checksums.sha512. */
const SUMS = /[-_]?(?:sums?|checksums?|digests?)$/;

const stemOf = (filename: string): string => filename.toLowerCase().replace(/\.(?:txt|asc|list)$/, '');

/** Whether a file has the name of a list. */
export const isListName = (filename: string): boolean => SUMS.test(stemOf(filename)) || namedIn(filename) !== null;

/** Returns the algorithm in the name of a list; null: it has none. */
export function namedIn(filename: string): AlgorithmName | null {
  const stem = stemOf(filename);
  return algorithmOf(stem.slice(stem.lastIndexOf('.') + 1).replace(SUMS, ''));
}

/**
 * Returns the algorithms that may have made a digest, the likeliest first. A line that names its algorithm, or a list whose name does,
 * leaves one.
 */
export function algorithmsFor({ digest, algorithm }: ListEntry, named: AlgorithmName | null): readonly AlgorithmName[] {
  const possible = BY_DIGITS[digest.length] ?? [];
  const only = algorithm ?? named;
  // Programs other than PHP mean the CRC of zip by this name.
  if (only === 'crc32') return ['crc32b', 'crc32'];
  return only !== null && (algorithm !== null || possible.includes(only)) ? [only] : possible;
}
