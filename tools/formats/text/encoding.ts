import { analyse } from 'chardet';

/** Encoding of a text. */
export interface Encoding {
  /** Name that TextDecoder knows: `utf-8`, `utf-16le`, `windows-1252`. */
  readonly name: string;
  /** Whether the text states its encoding or shows it clearly; false: a guess that may give wrong letters. */
  readonly confident: boolean;
}

/** Bytes of a text that decide about its encoding. */
export const SAMPLE_BYTES = 256 * 1024;

/** chardet's confidence, of 100, above which its answer about the words beyond ASCII is clear. */
const CLEAR_IN_WORDS = 30;
/** chardet's confidence for the whole text, if it gives the same answer. */
const CLEAR_IN_TEXT = 25;
/** Double-byte encodings get 10 for any few bytes that are possible in them. */
const NOISE = 10;

/** Valid characters beyond ASCII for each invalid one in a UTF-8 text that is only damaged. */
const REPLACED_SHARE = 10;

const FALLBACK: Encoding = { name: 'windows-1252', confident: false };

const UTF8: Encoding = { name: 'utf-8', confident: true };

/** Returns the encoding of a byte order mark at the start, or null. */
function encodingOfMark(start: Uint8Array): Encoding | null {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return UTF8;
  if (start[0] === 0xff && start[1] === 0xfe) return { name: 'utf-16le', confident: true };
  if (start[0] === 0xfe && start[1] === 0xff) return { name: 'utf-16be', confident: true };
  return null;
}

/**
 * Detects the encoding of a text from its first bytes: a byte order mark, UTF-16 by its zeros, ISO-2022-JP by its escapes, UTF-8 if that is
 * valid or nearly so, otherwise the text's own declaration (`declared`: a label such as a page's charset, or null), otherwise chardet's
 * statistics, otherwise windows-1252.
 */
export function detectEncoding(sample: Uint8Array, declared: string | null = null): Encoding {
  const certain = encodingOfMark(sample) ?? utf16Encoding(sample);
  if (certain !== null) return certain;
  // It consists of ASCII bytes, so it would pass for UTF-8.
  if (hasJapaneseEscape(sample)) return { name: 'iso-2022-jp', confident: true };
  if (decodes(sample, 'utf-8')) return UTF8;
  if (isDamagedUtf8(sample)) return { name: 'utf-8', confident: false };
  return declaredEncoding(declared) ?? detectLegacy(sample);
}

/**
 * Detects the encoding of a text that is not UTF-8, by statistics over the words that are not ASCII: among English or markup, a Russian
 * text in windows-1251 would pass for English.
 */
function detectLegacy(sample: Uint8Array): Encoding {
  const found = detectByStatistics(sample);
  return found.name !== 'shift_jis' && isShortJapanese(sample) ? { name: 'shift_jis', confident: false } : found;
}

function detectByStatistics(sample: Uint8Array): Encoding {
  const matches = analyse(wordsBeyondAscii(sample));
  for (const [index, { name, confidence }] of matches.entries()) {
    if (confidence <= NOISE) break;
    const label = LABELS.get(name) ?? name.toLowerCase();
    if (label === 'windows-1252' && isSouthSlavic(sample)) return { name: 'windows-1250', confident: true };
    // Statistics may prefer an encoding in which some bytes of the text are invalid.
    if (!isUsable(label) || label.startsWith('utf-') || !decodes(sample, label)) continue;
    const next = matches[index + 1]?.confidence ?? 0;
    const [inText] = analyse(sample);
    const agrees = inText?.name === name && inText.confidence >= CLEAR_IN_TEXT;
    return { name: label, confident: agrees || confidence >= CLEAR_IN_WORDS || confidence >= 2 * next };
  }
  return FALLBACK;
}

/** First bytes of kana, of kanji of everyday use, and of those that only names have. */
const JAPANESE_LEADS = [
  [0x81, 0x83],
  [0x88, 0x98],
  [0xed, 0xee],
  [0xfa, 0xfc],
] as const;

/** Least characters that make a text Japanese. */
const JAPANESE_CHARACTERS = 4;

/**
 * Whether a text that is too short for statistics is Shift_JIS: all characters beyond ASCII are kana, or kanji of everyday use or of names. Apostrophes
 * of windows-1252 between letters look like kanji too, but their second byte is always ASCII.
 */
function isShortJapanese(sample: Uint8Array): boolean {
  if (!decodes(sample, 'shift_jis')) return false;
  let characters = 0;
  let beyondAscii = 0;
  for (let index = 0; index + 1 < sample.length; index++) {
    const lead = sample[index] as number;
    if (lead < 0x80) continue;
    if (!JAPANESE_LEADS.some(([first, last]) => lead >= first && lead <= last)) return false;
    characters++;
    index++;
    if ((sample[index] as number) >= 0x80) beyondAscii++;
  }
  return characters >= JAPANESE_CHARACTERS && beyondAscii * 4 >= characters;
}

/** Returns the words with a byte above 0x7f. Space and line ends are not part of a character in any encoding of bytes. */
function wordsBeyondAscii(sample: Uint8Array): Uint8Array {
  const words = Buffer.from(sample)
    .toString('latin1')
    .split(/[\t\n\r ]+/);
  return Buffer.from(words.filter((word) => /[\x80-\xff]/.test(word)).join(' '), 'latin1');
}

/**
 * Whether it is a South Slavic language in windows-1250, which chardet does not know: much š and ž, which are the same in windows-1252, and
 * with them č, ć and đ, which are è, æ and ð there. No western language has both.
 */
function isSouthSlavic(sample: Uint8Array): boolean {
  let [beyond, shared, own] = [0, 0, 0];
  for (const byte of sample) {
    if (byte < 0x80) continue;
    beyond += 1;
    if (SHARED_LETTERS.has(byte)) shared += 1;
    if (OWN_LETTERS.has(byte)) own += 1;
  }
  return beyond >= 10 && shared >= beyond / 4 && own >= beyond / 10;
}

/** Š, Ž, š, ž. */
const SHARED_LETTERS: ReadonlySet<number> = new Set([0x8a, 0x8e, 0x9a, 0x9e]);
/** Ć, Č, Đ, ć, č, đ. */
const OWN_LETTERS: ReadonlySet<number> = new Set([0xc6, 0xc8, 0xd0, 0xe6, 0xe8, 0xf0]);

/** Names of chardet that are not labels of the Encoding standard, or whose superset is what files really contain. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['ISO-8859-1', 'windows-1252'],
  ['ISO-8859-9', 'windows-1254'],
  ['GB18030', 'gb18030'],
]);

function declaredEncoding(label: string | null): Encoding | null {
  if (label === null || !isUsable(label)) return null;
  const name = new TextDecoder(label).encoding;
  // A page that declares UTF-8 and is not, or is read as bytes and declares UTF-16, is wrong.
  return name.startsWith('utf-') ? null : { name, confident: true };
}

function isUsable(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** Whether it is mostly valid beyond ASCII: UTF-8 with a few bad bytes. Text in other encodings is valid only by chance. */
function isDamagedUtf8(sample: Uint8Array): boolean {
  let valid = 0;
  let replaced = 0;
  for (const character of new TextDecoder('utf-8').decode(sample)) {
    if (character === '\ufffd') replaced++;
    else if (character > '\x7f') valid++;
  }
  return valid > REPLACED_SHARE * replaced;
}

/** ESC $ B or ESC $ @: two-byte characters follow (RFC 1468). */
function hasJapaneseEscape(sample: Uint8Array): boolean {
  const bytes = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength);
  return bytes.includes('\x1b$B') || bytes.includes('\x1b$@');
}

/** Whether all characters of the sample exist in the encoding; the last one may be truncated. */
function decodes(sample: Uint8Array, label: string): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Detects UTF-16 without a mark: no other text has zero bytes. The byte order is the one that gives common characters (spaces and line
 * ends, or the punctuation of Chinese and Japanese) and no control characters.
 */
function utf16Encoding(sample: Uint8Array): Encoding | null {
  if (!sample.includes(0)) return null;
  const whole = sample.subarray(0, sample.length & ~1);
  const [best] = ['utf-16le', 'utf-16be']
    .filter((name) => decodes(whole, name))
    .map((name) => ({ name, usual: usualCharacters(new TextDecoder(name).decode(whole)) }))
    .sort((one, other) => other.usual - one.usual);
  return best !== undefined && best.usual > 0 ? { name: best.name, confident: true } : null;
}

/** Returns the number of ASCII or CJK punctuation characters; -1 if there are control characters. */
function usualCharacters(text: string): number {
  let usual = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 && !(code >= 0x09 && code <= 0x0d) && code !== 0x1a && code !== 0x1b) return -1;
    if (code < 0x7f || (code >= 0x3000 && code <= 0x3002) || code === 0xff0c) usual++;
  }
  return usual;
}
