import { canBeUtf8, decodeName, isAscii, type NameEncoding, repairBackslashes } from './encodings.ts';
import { likelihood } from './likelihood.ts';

/** In order: of two that look equally likely, the one that most such archives are in. */
// biome-ignore format: a line each
const ON_DOS: readonly NameEncoding[] =
  ['cp437', 'cp1252', 'sjis', 'gbk', 'cp866', 'cp1251', 'koi8_r', 'big5', 'euc_kr', 'cp852', 'cp1250', 'cp850'];
// biome-ignore format: a line each
const ON_UNIX: readonly NameEncoding[] =
  ['cp1252', 'euc_jp', 'sjis', 'gbk', 'koi8_r', 'cp1251', 'big5', 'euc_kr', 'cp1250', 'cp866', 'cp852', 'cp437', 'cp850'];

/** More names make no difference. */
const NAMES_LOOKED_AT = 500;

/** Where names come from. */
export interface Origin {
  /** Written on Unix, where EUC and KOI8 were in use and the DOS code pages seldom. */
  readonly fromUnix: boolean;
  /** Backslashes in them were made slashes, also those within a character. */
  readonly slashed: boolean;
}

/** How each name of one archive is read that does not say its encoding. */
export type EncodingOf = (name: string) => NameEncoding;

/**
 * The likeliest encoding of each raw name of one archive. A name that can be UTF-8 is; all others are weighed together, as
 * one machine wrote them; one that cannot be what the others are is weighed alone.
 */
export function guessEncodings(names: readonly string[], origin: Origin): EncodingOf {
  const others = names.filter((name) => !canBeUtf8(name));
  if (others.length === 0) return () => 'utf8';
  const together = likeliest(others.slice(0, NAMES_LOOKED_AT), origin);
  return (name) => {
    if (isAscii(name)) return 'utf8';
    if (canBeUtf8(name)) return isUtf8ByChance(name, together) ? together : 'utf8';
    return fits(name, together, origin) ? together : likeliest([name], origin);
  };
}

function likeliest(names: readonly string[], { fromUnix, slashed }: Origin): NameEncoding {
  const scores = (fromUnix ? ON_UNIX : ON_DOS).map((encoding) => {
    const points = names.map((name) => likelihood(slashed ? repairBackslashes(name, encoding) : name, encoding));
    return { encoding, score: points.reduce((total, each) => total + Math.max(each, MISFIT), 0) };
  });
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).encoding;
}

/** Points of a name that the encoding cannot read: one such name among many is rather from another machine. */
const MISFIT = -25;

function fits(name: string, encoding: NameEncoding, { slashed }: Origin): boolean {
  return !decodeName(slashed ? repairBackslashes(name, encoding) : name, encoding).includes('\ufffd');
}

/**
 * Two bytes of an East Asian character are valid UTF-8 now and then, two such characters in a row hardly ever: one such pair
 * in a name is rather what the other names are.
 */
function isUtf8ByChance(name: string, others: NameEncoding): boolean {
  const beyondAscii = name.match(/[\x80-\xff]+/g) ?? [];
  const isOnePair = beyondAscii.length === 1 && beyondAscii[0]?.length === 2;
  return isOnePair && PAIRS.has(others);
}

const PAIRS: ReadonlySet<NameEncoding> = new Set(['sjis', 'euc_jp', 'gbk', 'big5', 'euc_kr']);
