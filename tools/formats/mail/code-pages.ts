/** Windows' code pages whose names are not made from their number. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  20866: 'koi8-r',
  20932: 'euc-jp',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** Decodes a text by the number of its code page; windows-1252 if that is unknown. */
export function decodeCodePage(bytes: Uint8Array, codePage: number | undefined): string {
  return new TextDecoder(labelOf(codePage ?? 1252)).decode(bytes);
}

function labelOf(codePage: number): string {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  // 28599 is ISO 8859-9; there is no part 12.
  if (codePage >= 28_592 && codePage <= 28_606 && codePage !== 28_602) return `iso-8859-${codePage - 28_590}`;
  return CODE_PAGES[codePage] ?? 'windows-1252';
}
