import { isUtf8 } from 'node:buffer';

/**
 * Names in archives older than Unicode are bytes in the encoding of the machine that wrote them, and nothing says which.
 * All names of an archive are weighed together under each encoding in use for them. In this module a name is a string
 * with a character for each byte.
 */
export type NameEncoding =
  | 'utf-8'
  | 'cp437'
  | 'windows-1252'
  | 'cp866'
  | 'windows-1251'
  | 'koi8-r'
  | 'shift_jis'
  | 'gbk'
  | 'euc-jp';

/** What users know the encodings by. */
export const ENCODING_LABELS: Readonly<Record<NameEncoding, string>> = {
  'utf-8': 'UTF-8',
  cp437: 'CP437 (DOS, Western)',
  'windows-1252': 'Windows-1252 (Western)',
  cp866: 'CP866 (DOS, Cyrillic)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'koi8-r': 'KOI8-R (Cyrillic)',
  shift_jis: 'Shift-JIS (Japanese)',
  gbk: 'GBK (Chinese)',
  'euc-jp': 'EUC-JP (Japanese)',
};

/** 0x80 to 0xff of IBM code page 437, which zip's specification names (APPNOTE, appendix D). */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const bytesOf = (name: string): Buffer => Buffer.from(name, 'latin1');

/** A name as text. What the encoding has no character for stays what it is where it is UTF-8, else becomes U+FFFD. */
export function decodeName(name: string, encoding: NameEncoding): string {
  const bytes = bytesOf(name);
  const text = decode(bytes, encoding);
  return text.includes('\ufffd') && isUtf8(bytes) ? bytes.toString('utf8') : text;
}

function decode(bytes: Buffer, encoding: NameEncoding): string {
  if (encoding !== 'cp437') return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  return [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80])).join('');
}

/** In order: of two that look equally likely, the one that most such archives are in. */
const ON_DOS = ['cp437', 'windows-1252', 'shift_jis', 'gbk', 'cp866', 'windows-1251', 'koi8-r'] as const;
const ON_UNIX = ['windows-1252', 'euc-jp', 'shift_jis', 'gbk', 'koi8-r', 'windows-1251'] as const;

/** More names make no difference. */
const NAMES_LOOKED_AT = 500;

/**
 * The likeliest encoding of the names of one archive: UTF-8 wherever they can be that.
 * @param fromUnix written on Unix, where EUC and KOI8 were in use and the DOS code pages were not
 */
export function guessEncoding(names: readonly string[], fromUnix: boolean): NameEncoding {
  if (names.every((name) => isUtf8(bytesOf(name)))) return 'utf-8';
  const text = names
    .filter((name) => /[^\0-\x7f]/.test(name))
    .slice(0, NAMES_LOOKED_AT)
    .join('\n');
  const scores = (fromUnix ? ON_UNIX : ON_DOS).map((encoding) => ({ encoding, score: scoreOf(text, encoding) }));
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).encoding;
}

/**
 * 7-Zip takes the backslash in an lzh for one between folders, also where it is the second byte of a Shift-JIS
 * character: a first byte with nothing after it shows such a place.
 */
export function mendLzhName(name: string): string {
  return name.replace(/[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc/]/g, (pair) => pair.replace('/', '\\'));
}

type Candidate = (typeof ON_DOS | typeof ON_UNIX)[number];

/** How much the bytes look like names in that encoding: points for what is common in names, points off for what is not. */
function scoreOf(text: string, encoding: Candidate): number {
  const decoded = decode(bytesOf(text), encoding);
  if (decoded.includes('\ufffd')) return Number.NEGATIVE_INFINITY;
  return Object.hasOwn(PAIRS, encoding)
    ? scorePairs(text, PAIRS[encoding as keyof typeof PAIRS])
    : scoreLetters(decoded);
}

/** Letters stand among letters of their own script, capitals at the beginning of a word or in words of capitals. */
function scoreLetters(text: string): number {
  const characters = [...text];
  let score = 0;
  for (const [index, character] of characters.entries()) {
    if (character < '\x80') continue;
    const [before = '', after = ''] = [characters[index - 1], characters[index + 1]];
    const isAmongAscii = /[A-Za-z]/.test(before + after);
    const isMisplacedCapital = /^\p{Lu}$/u.test(character) && /^\p{Ll}$/u.test(before);
    if (/^\p{Script=Latin}$/u.test(character)) score += isAmongAscii && !isMisplacedCapital ? 1 : 0;
    else if (/^[\u0410-\u044f]$/.test(character))
      score += isAmongAscii || isMisplacedCapital ? -1 : cyrillicPoints(character);
    else score -= /^\p{Script=Cyrillic}$/u.test(character) ? 0 : 1;
  }
  return score;
}

/** The eleven letters that make up two thirds of Russian text tell the encodings apart, which differ in the order of letters. */
function cyrillicPoints(letter: string): number {
  return /[оеаинтсрвлк]/i.test(letter) ? 1.25 : 0.5;
}

/** An encoding of two bytes a character: which pairs are which. */
interface Pairs {
  /** One character, of one byte or two. */
  readonly token: RegExp;
  readonly kana: RegExp;
  /** Characters in everyday use: the first level of each standard. */
  readonly common: RegExp;
  /** Punctuation, letters and digits of full width. */
  readonly signs: RegExp;
}

const PAIRS = {
  // JIS X 0208 in Shift-JIS; level 1 is 889f to 9872.
  shift_jis: {
    token: /[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]|./gs,
    kana: /^(?:\x82[\x9f-\xf1]|\x83[\x40-\x96]|\x81\x5b)$/,
    common: /^(?:\x88[\x9f-\xfc]|[\x89-\x97].|\x98[\x40-\x72])$/,
    signs: /^(?:\x81.|\x82[\x4f-\x9a])$/,
  },
  // GB 2312 in GBK; level 1 is b0a1 to d7f9. No kana: where they are, the text is Japanese.
  gbk: {
    token: /[\x81-\xfe][\x40-\x7e\x80-\xfe]|./gs,
    kana: /^(?!)/,
    common: /^[\xb0-\xd7][\xa1-\xfe]$/,
    signs: /^[\xa1-\xa3][\xa1-\xfe]$/,
  },
  // JIS X 0208 in EUC; level 1 is b0a1 to cfd3.
  'euc-jp': {
    token: /[\xa1-\xfe][\xa1-\xfe]|./gs,
    kana: /^(?:[\xa4\xa5][\xa1-\xf6]|\xa1\xbc)$/,
    common: /^[\xb0-\xcf][\xa1-\xfe]$/,
    signs: /^[\xa1-\xa3][\xa1-\xfe]$/,
  },
} as const satisfies Partial<Record<NameEncoding, Pairs>>;

/** Kana are the surest sign; a single pair between Latin letters is rather an accented letter that looks like a pair. */
function scorePairs(text: string, { token, kana, common, signs }: Pairs): number {
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
    else if (common.test(each)) score += 2;
    else if (signs.test(each)) score += 1;
    else score -= 2;
  }
  return score;
}
