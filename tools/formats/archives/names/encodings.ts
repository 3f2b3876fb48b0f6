import { isUtf8 } from 'node:buffer';

/*
 * Names in archives older than Unicode are bytes in the encoding of the machine that wrote them, and mostly nothing says
 * which. In this folder a raw name is a string with a character for each byte.
 */

/** 0x80 to 0xff of the DOS code pages that TextDecoder does not know, from Python's codecs. */
const DOS_PAGES = {
  /** Specified for zip (APPNOTE, appendix D). */
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
} as const;

interface Encoding {
  /** Name that users know. */
  readonly label: string;
  /** TextDecoder's name of the encoding, or the code page with its upper half. */
  readonly decoder: string | { readonly page: keyof typeof DOS_PAGES };
}

/** Encodings of names, by the values of the option `filename_encoding`. */
export const NAME_ENCODINGS = {
  utf8: { label: 'UTF-8', decoder: 'utf-8' },
  cp437: { label: 'CP437 (DOS, Western)', decoder: { page: 'cp437' } },
  cp850: { label: 'CP850 (DOS, Western)', decoder: { page: 'cp850' } },
  cp852: { label: 'CP852 (DOS, Central European)', decoder: { page: 'cp852' } },
  cp866: { label: 'CP866 (DOS, Cyrillic)', decoder: 'ibm866' },
  cp1250: { label: 'Windows-1250 (Central European)', decoder: 'windows-1250' },
  cp1251: { label: 'Windows-1251 (Cyrillic)', decoder: 'windows-1251' },
  cp1252: { label: 'Windows-1252 (Western)', decoder: 'windows-1252' },
  cp1253: { label: 'Windows-1253 (Greek)', decoder: 'windows-1253' },
  cp1254: { label: 'Windows-1254 (Turkish)', decoder: 'windows-1254' },
  cp1257: { label: 'Windows-1257 (Baltic)', decoder: 'windows-1257' },
  koi8_r: { label: 'KOI8-R (Cyrillic)', decoder: 'koi8-r' },
  sjis: { label: 'Shift-JIS (Japanese)', decoder: 'shift_jis' },
  euc_jp: { label: 'EUC-JP (Japanese)', decoder: 'euc-jp' },
  gbk: { label: 'GBK (Chinese)', decoder: 'gbk' },
  big5: { label: 'Big5 (Chinese)', decoder: 'big5' },
  euc_kr: { label: 'EUC-KR (Korean)', decoder: 'euc-kr' },
} as const satisfies Readonly<Record<string, Encoding>>;

export type NameEncoding = keyof typeof NAME_ENCODINGS;

/** The bytes of a raw name. */
export const bytesOf = (name: string): Buffer => Buffer.from(name, 'latin1');

export const isAscii = (name: string): boolean => !/[^\0-\x7f]/.test(name);

/** Whether the bytes of a raw name are valid UTF-8. */
export const canBeUtf8 = (name: string): boolean => isUtf8(bytesOf(name));

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

/** Decodes a raw name. Bytes without a character in the encoding become U+FFFD. */
export function decodeName(name: string, encoding: NameEncoding): string {
  const { decoder }: Encoding = NAME_ENCODINGS[encoding];
  if (typeof decoder !== 'string') {
    const page = DOS_PAGES[decoder.page];
    return name.replace(/[\x80-\xff]/g, (byte) => page[byte.charCodeAt(0) - 0x80] ?? byte);
  }
  const known = decoders.get(decoder) ?? new TextDecoder(decoder, { ignoreBOM: true });
  decoders.set(decoder, known);
  return known.decode(bytesOf(name));
}

/** Double-byte encodings whose second byte may be a backslash. */
const SECOND_BACKSLASH: Partial<Record<NameEncoding, RegExp>> = {
  sjis: /[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc/]/g,
  gbk: /[\x81-\xfe][\x40-\x7e\x80-\xfe/]/g,
  big5: /[\x81-\xfe][\x40-\x7e\xa1-\xfe/]/g,
};

/**
 * 7-Zip treats each backslash in an lzh or a cab as a folder separator, even if it is the second byte of a character: a first byte with
 * nothing after it shows such a place.
 */
export function repairBackslashes(name: string, encoding: NameEncoding): string {
  const pairs = SECOND_BACKSLASH[encoding];
  return pairs === undefined ? name : name.replace(pairs, (pair) => pair.replace('/', '\\'));
}
