import { escapeNonAscii } from '../../text.ts';

/* Text in R12 DWG files uses the code page that the header names by number. */

/** Upper halves of the DOS code pages, which web decoders do not support (Unicode's mapping tables). */
const DOS = {
  437: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0',
  850: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0',
  852: 'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\xad˝˛ˇ˘§÷¸°¨˙űŘř■\xa0',
  855: 'ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№\xadыЫзЗшШэЭщЩчЧ§■\xa0',
  857: 'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\xad±\ufffd¾¶§÷¸°¨·¹³²■\xa0',
  860: 'ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0',
  861: 'ÇüéâäàåçêëèÐðÞÄÅÉæÆôöþûÝýÖÜø£Ø₧ƒáíóúÁÍÓÚ¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0',
  863: 'ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0',
  865: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0',
} as const;

const WESTERN = 'windows-1252';

/** Encodings by the number in the header, as in later DWG files (Open Design Specification for .dwg files, "code page"). */
const CODE_PAGES: Readonly<Record<number, string | keyof typeof DOS>> = {
  3: 'iso-8859-2',
  4: 'iso-8859-3',
  5: 'iso-8859-4',
  6: 'iso-8859-5',
  7: 'iso-8859-6',
  8: 'iso-8859-7',
  9: 'iso-8859-8',
  10: 'windows-1254',
  11: 437,
  12: 850,
  13: 852,
  14: 855,
  15: 857,
  16: 860,
  17: 861,
  18: 863,
  20: 865,
  22: 'shift_jis',
  23: 'macintosh',
  24: 'big5',
  25: 'euc-kr',
  27: 'ibm866',
  28: 'windows-1250',
  29: 'windows-1251',
  31: 'gbk',
  32: 'windows-1253',
  33: 'windows-1254',
  34: 'windows-1255',
  35: 'windows-1256',
  36: 'windows-1257',
  37: 'windows-874',
  38: 'shift_jis',
  39: 'gbk',
  40: 'euc-kr',
  41: 'big5',
  44: 'windows-1258',
};

/** Number of the code page that written files name: ANSI 1252; their text is ASCII. */
export const ANSI_1252 = 30;

function decoderOf(codePage: number): (bytes: Uint8Array) => string {
  const page = CODE_PAGES[codePage] ?? WESTERN;
  if (typeof page === 'string') {
    const decoder = new TextDecoder(page);
    return (bytes) => decoder.decode(bytes);
  }
  const upper = DOS[page];
  return (bytes) =>
    Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (upper[byte - 0x80] ?? ''))).join('');
}

/** Decodes text up to its first zero byte; characters outside ASCII become `\U+xxxx`, control characters `^A`, as in DXF files. */
export function textReader(codePage: number): (bytes: Uint8Array) => string {
  const decode = decoderOf(codePage);
  return (bytes) => {
    const end = bytes.indexOf(0);
    const text = decode(end < 0 ? bytes : bytes.subarray(0, end));
    return escapeNonAscii(text).replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      /[\0-\x1f\x7f]/g,
      (control) => (control === '\x7f' ? '' : `^${String.fromCharCode(control.charCodeAt(0) + 0x40)}`),
    );
  };
}
