/** Number of UTF-8 among the code pages. */
export const UTF_8 = 65_001;

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
  [UTF_8]: 'utf-8',
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

/** Windows' code pages for the same letters as those of mails. */
const OF_WINDOWS: Readonly<Record<number, number>> = {
  20866: 1251,
  21866: 1251,
  28592: 1250,
  28595: 1251,
  28597: 1253,
  28598: 1255,
  28599: 1254,
  50220: 932,
  50221: 932,
  50222: 932,
  51932: 932,
  51949: 949,
  54936: 936,
};

/** Code pages of Windows for texts in bytes. */
const ANSI: ReadonlySet<number> = new Set([
  874,
  932,
  936,
  949,
  950,
  UTF_8,
  ...Array.from({ length: 9 }, (_, n) => 1250 + n),
]);

interface CodePages {
  /** Of the texts in the message itself. */
  readonly messageCodepage?: number;
  /** Of the mail that it was or becomes. */
  readonly internetCodepage?: number;
}

/** Returns the code page of the texts of an older message, which are in bytes; windows-1252 if it says none. */
export function ansiCodePage({ messageCodepage, internetCodepage }: CodePages): number {
  const found = [messageCodepage, internetCodepage].map((each) =>
    each === undefined ? 0 : (OF_WINDOWS[each] ?? each),
  );
  return found.find((each) => ANSI.has(each)) ?? 1252;
}
