import { COMMON_CHARACTERS, COMMON_PAIRS } from './common-in-names.ts';
import { decodeName, type NameEncoding } from './encodings.ts';

/**
 * Scores how plausible a raw name is in an encoding: points for common letters, minus points for uncommon ones. Names are too short for
 * detectors made for texts (chardet, which `tools/formats/text` uses).
 */
export function likelihood(name: string, encoding: NameEncoding): number {
  const decoded = decodeName(name, encoding);
  if (decoded.includes('\ufffd')) return Number.NEGATIVE_INFINITY;
  const doubleByte = DOUBLE_BYTE.get(encoding);
  return doubleByte === undefined ? scoreLetters(decoded, encoding) : scoreTokens(name, encoding, doubleByte);
}

const pairsOf = (list: string): ReadonlySet<string> => new Set(list.split('|'));
const WESTERN = pairsOf(COMMON_PAIRS.western);
const CENTRAL = pairsOf(COMMON_PAIRS.central);
const CENTRAL_ENCODINGS: ReadonlySet<NameEncoding> = new Set(['cp852', 'cp1250']);

/** Letters occur among letters of their own script, capitals at the beginning of a word or in words of capitals. */
function scoreLetters(text: string, encoding: NameEncoding): number {
  const characters = [...text];
  const common = CENTRAL_ENCODINGS.has(encoding) ? CENTRAL : WESTERN;
  let score = 0;
  for (const [index, character] of characters.entries()) {
    if (character < '\x80') continue;
    const [before = ' ', after = ' '] = [characters[index - 1], characters[index + 1]];
    const isAmongAscii = /[A-Za-z]/.test(before + after);
    const isMisplacedCapital = /^\p{Lu}$/u.test(character) && /^\p{Ll}$/u.test(before);
    if (/^\p{Script=Latin}$/u.test(character)) {
      score += isMisplacedCapital ? -0.5 : (isAmongAscii ? 0.6 : 0) + pairPoints(before, character, after, common);
    } else if (/^[\u0410-\u044f]$/.test(character)) {
      score += isAmongAscii || isMisplacedCapital ? -1 : cyrillicPoints(character);
    } else score -= /^\p{Script=Cyrillic}$/u.test(character) ? 0 : 1;
  }
  return score;
}

/** Returns points for pairs of letters that are common in a language of the encoding. */
function pairPoints(before: string, letter: string, after: string, common: ReadonlySet<string>): number {
  const pairs = [letterOrSpace(before) + letter.toLowerCase(), letter.toLowerCase() + letterOrSpace(after)];
  return pairs.reduce((points, pair) => points + (common.has(pair) ? 0.3 : 0), 0);
}

const letterOrSpace = (character: string): string => (/^\p{L}$/u.test(character) ? character.toLowerCase() : ' ');

/** The eleven most common Russian letters, two thirds of a text, distinguish the encodings, which order letters differently. */
function cyrillicPoints(letter: string): number {
  return /[оеаинтсрвлк]/i.test(letter) ? 1.25 : 0.5;
}

/** A double-byte encoding and its ranges of byte pairs. */
interface DoubleByte {
  /** One character, of one byte or two. */
  readonly token: RegExp;
  readonly kana: RegExp;
  /** Characters in everyday use: the first level of each standard. */
  readonly everyday: RegExp;
  /** The most common everyday characters. */
  readonly common: ReadonlySet<string>;
  /** Full-width punctuation, letters and digits. */
  readonly signs: RegExp;
}

const NONE = /^(?!)/;

const DOUBLE_BYTE: ReadonlyMap<NameEncoding, DoubleByte> = new Map([
  // JIS X 0208 in Shift-JIS; level 1 is 889f to 9872.
  [
    'sjis',
    {
      token: /[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]|./gs,
      kana: /^(?:\x82[\x9f-\xf1]|\x83[\x40-\x96]|\x81\x5b)$/,
      everyday: /^(?:\x88[\x9f-\xfc]|[\x89-\x97].|\x98[\x40-\x72])$/s,
      common: new Set(COMMON_CHARACTERS.japanese),
      signs: /^(?:\x81.|\x82[\x4f-\x9a])$/s,
    },
  ],
  // JIS X 0208 in EUC; level 1 is b0a1 to cfd3.
  [
    'euc_jp',
    {
      token: /[\xa1-\xfe][\xa1-\xfe]|./gs,
      kana: /^(?:[\xa4\xa5][\xa1-\xf6]|\xa1\xbc)$/,
      everyday: /^[\xb0-\xcf][\xa1-\xfe]$/,
      common: new Set(COMMON_CHARACTERS.japanese),
      signs: /^[\xa1-\xa3][\xa1-\xfe]$/,
    },
  ],
  // GB 2312 in GBK; level 1 is b0a1 to d7f9. Without kana: text with kana is Japanese.
  [
    'gbk',
    {
      token: /[\x81-\xfe][\x40-\x7e\x80-\xfe]|./gs,
      kana: NONE,
      everyday: /^[\xb0-\xd7][\xa1-\xfe]$/,
      common: new Set(COMMON_CHARACTERS.simplified),
      signs: /^[\xa1-\xa3][\xa1-\xfe]$/,
    },
  ],
  // Level 1 of Big5 is a440 to c67e.
  [
    'big5',
    {
      token: /[\x81-\xfe][\x40-\x7e\xa1-\xfe]|./gs,
      kana: NONE,
      everyday: /^(?:[\xa4-\xc5].|\xc6[\x40-\x7e])$/s,
      common: new Set(COMMON_CHARACTERS.traditional),
      signs: /^[\xa1-\xa3].$/s,
    },
  ],
  // Hangul of KS X 1001, in EUC, is b0a1 to c8fe.
  [
    'euc_kr',
    {
      token: /[\x81-\xfe][\x41-\xfe]|./gs,
      kana: NONE,
      everyday: /^[\xb0-\xc8][\xa1-\xfe]$/,
      common: new Set(COMMON_CHARACTERS.korean),
      signs: /^[\xa1-\xa3][\xa1-\xfe]$/,
    },
  ],
]);

/** Kana are the surest sign; a single pair between Latin letters is more likely an accented letter. */
function scoreTokens(
  text: string,
  encoding: NameEncoding,
  { token, kana, everyday, common, signs }: DoubleByte,
): number {
  const tokens = text.match(token) ?? [];
  const isPair = (index: number) => (tokens[index]?.length ?? 0) === 2;
  const isLetter = (index: number) => /^[A-Za-z]$/.test(tokens[index] ?? '');
  let score = 0;
  for (const [index, each] of tokens.entries()) {
    if (each < '\x80') continue;
    const isAlone = !isPair(index - 1) && !isPair(index + 1) && (isLetter(index - 1) || isLetter(index + 1));
    if (!isPair(index)) score -= 1;
    else if (isAlone) score -= 3;
    else if (kana.test(each)) score += 4;
    else if (everyday.test(each)) score += common.has(decodeName(each, encoding)) ? 3 : 1.5;
    else if (signs.test(each)) score += 1;
    else score -= 2;
  }
  return score;
}
