import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import kuromoji, { type IpadicFeatures, type Tokenizer } from '@sglkc/kuromoji';
import { parseNumber, readCounted } from './japanese-numbers.ts';

export type KanaReader = (sentence: string) => string;

/**
 * Loads a reader that writes Japanese as the voice `ja` reads it: katakana by the pronunciations of the IPA dictionary, in phrases (a word
 * and the particles after it), numbers as digits, Latin words marked as English, because they would otherwise be spelled. Returns SSML.
 * Loading the dictionary takes a second and 300 MB.
 */
export async function loadKanaReader(): Promise<KanaReader> {
  const folder = dirname(createRequire(import.meta.url).resolve('@sglkc/kuromoji/package.json'));
  const { promise, resolve, reject } = Promise.withResolvers<Tokenizer<IpadicFeatures>>();
  kuromoji.builder({ dicPath: join(folder, 'dict') }).build((error, tokenizer) => {
    if (error) reject(error);
    else resolve(tokenizer);
  });
  const tokenizer = await promise;
  return (sentence) => toPhrases(tokenizer.tokenize(plainNumbers(sentence)));
}

const plainNumbers = (sentence: string): string =>
  sentence.replace(/(\d)[,，](?=\d{3}(?!\d))/g, '$1').replace(/(\d)\s*[%％]/g, '$1パーセント');

function toPhrases(tokens: readonly IpadicFeatures[]): string {
  let text = '';
  for (let index = 0; index < tokens.length; ) {
    const { spoken, used } = readNumber(tokens, index) ?? { spoken: readToken(tokens[index]), used: 1 };
    const attached = index > 0 && isAttached(tokens[index]);
    text += attached || text === '' ? spoken : ` ${spoken}`;
    index += used;
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** Reads a number of several tokens and its counter. */
function readNumber(tokens: readonly IpadicFeatures[], from: number): { spoken: string; used: number } | null {
  let digits = '';
  let used = 0;
  for (let token = tokens[from]; token?.pos_detail_1 === '数'; token = tokens[from + ++used])
    digits += token.surface_form;
  const number = parseNumber(digits);
  if (number === null) return null;
  const next = tokens[from + used];
  const decimals = tokens[from + used + 1];
  if (next?.surface_form === '.' && decimals !== undefined && /^\d+$/.test(decimals.surface_form)) {
    return { spoken: `${digits}.${decimals.surface_form}`, used: used + 2 };
  }
  if (next === undefined) return { spoken: String(number), used };
  const counted = readCounted(number, next.surface_form);
  return counted === null ? { spoken: String(number), used } : { spoken: counted, used: used + 1 };
}

function readToken(token: IpadicFeatures | undefined): string {
  if (token === undefined) return '';
  const { surface_form: text, pronunciation } = token;
  if (/^\p{sc=Latin}[\p{sc=Latin}\p{M}'’-]+$/u.test(text)) return `<voice xml:lang="en-us">${text}</voice>`;
  if (pronunciation === undefined || token.pos === '記号') return escapeMarkup(signsOf(text));
  return pronunciation;
}

/** Quotation marks and brackets are not spoken; other non-kana characters would be announced as Chinese letters. */
const signsOf = (text: string): string => text.replace(/[「」『』（）()〈〉《》【】［］"“”・…‥]|\p{sc=Han}/gu, ' ');

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Particles, endings, suffixes, auxiliary verbs and punctuation belong to the previous word. */
function isAttached(token: IpadicFeatures | undefined): boolean {
  if (token === undefined) return false;
  const { pos, pos_detail_1: detail } = token;
  return pos === '助詞' || pos === '助動詞' || pos === '記号' || detail === '接尾' || detail === '非自立';
}
