/** Characters that are left out: SASLprep's "commonly mapped to nothing" (RFC 3454, table B.1). */
const NOTHING = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/gu;

/** Spaces other than the usual one (RFC 3454, table C.1.2). */
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;

/**
 * A password as PDF 2.0 has it (ISO 32000-2, 7.6.4.3.3): prepared by SASLprep (RFC 4013), so that one typed on any keyboard
 * is the same. What SASLprep forbids is left in.
 */
export function preparedPassword(password: string): string {
  return password.replace(SPACES, ' ').replace(NOTHING, '').normalize('NFKC');
}

/**
 * What a typed password may be in a file, likeliest first, each once: as it is; prepared; and, as programs that prepare
 * nothing have it from one keyboard or another, with accents in one character or apart. Older files have it in PDFDocEncoding
 * or another encoding of one byte a character, which qpdf tries by itself.
 */
export function passwordForms(password: string): readonly string[] {
  return [...new Set([password, preparedPassword(password), password.normalize('NFC'), password.normalize('NFD')])];
}
