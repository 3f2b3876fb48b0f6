import { canBeUtf8, decodeName, isAscii, type NameEncoding, repairBackslashes } from './encodings.ts';
import { likelihood } from './likelihood.ts';

/** Encodings in order: if two look equally likely, the one that most such archives use comes first. */
// biome-ignore format: a line each
const ON_DOS: readonly NameEncoding[] =
  ['cp437', 'cp1252', 'sjis', 'gbk', 'cp866', 'cp1251', 'koi8_r', 'big5', 'euc_kr', 'cp852', 'cp1250', 'cp850'];
// biome-ignore format: a line each
const ON_UNIX: readonly NameEncoding[] =
  ['cp1252', 'euc_jp', 'sjis', 'gbk', 'koi8_r', 'cp1251', 'big5', 'euc_kr', 'cp1250', 'cp866', 'cp852', 'cp437', 'cp850'];

/** Most names examined; more would not change the result. */
const NAMES_LOOKED_AT = 500;

/** Origin of names. */
export interface Origin {
  /** Written on Unix, where EUC and KOI8 were common and the DOS code pages rare. */
  readonly fromUnix: boolean;
  /** Whether backslashes were turned into slashes, even those within a character. */
  readonly slashed: boolean;
}

/** Returns the encoding of a name in an archive that does not state it. */
export type EncodingOf = (name: string) => NameEncoding;

/**
 * Returns the most likely encoding of each raw name of one archive. Names that can be UTF-8 are UTF-8. All others are scored together,
 * because one machine wrote them; a name that cannot be in their encoding is scored alone.
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

/** Score of a name that the encoding cannot read: a single one is more likely from another machine. */
const MISFIT = -25;

function fits(name: string, encoding: NameEncoding, { slashed }: Origin): boolean {
  return !decodeName(slashed ? repairBackslashes(name, encoding) : name, encoding).includes('\ufffd');
}

/**
 * Two bytes of an East Asian character are occasionally valid UTF-8, two such characters in a row hardly ever: a single such pair in a name
 * is more likely in the encoding of the other names.
 */
function isUtf8ByChance(name: string, others: NameEncoding): boolean {
  const beyondAscii = name.match(/[\x80-\xff]+/g) ?? [];
  const isOnePair = beyondAscii.length === 1 && beyondAscii[0]?.length === 2;
  return isOnePair && PAIRS.has(others);
}

const PAIRS: ReadonlySet<NameEncoding> = new Set(['sjis', 'euc_jp', 'gbk', 'big5', 'euc_kr']);
