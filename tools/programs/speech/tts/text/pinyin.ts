import { pinyin } from 'pinyin-pro';

/**
 * Writes Chinese as the voice `cmn-latn-pinyin` reads it: each character a syllable with its tone as a digit, 5 for none, ü as v, separated
 * by spaces; numbers, Latin words and punctuation stay. `50%` is read 百分之五十, the sign first.
 */
export function toPinyin(sentence: string): string {
  const spoken = sentence.replace(/(\d)[,，](?=\d{3}(?!\d))/g, '$1').replace(/(\d+(?:\.\d+)?)\s*[%％]/g, '百分之$1');
  return pinyin(spoken, { toneType: 'num', v: true, nonZh: 'consecutive' })
    .replace(/(?<=\p{L})0(?!\d)/gu, '5')
    .replace(/\s*([。！？；：，、])\s*|(?<=[a-z]\d)\s*([,;:!?])\s*/g, (_, chinese = '', latin = '') => {
      return `${latin || (LATIN_SIGNS[chinese] ?? ',')} `;
    })
    .replace(/[「」『』《》〈〉“”‘’【】]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const LATIN_SIGNS: Readonly<Record<string, string>> = { '。': '.', '！': '!', '？': '?', '；': ';', '：': ':' };
