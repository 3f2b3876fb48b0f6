/** Characters that are dropped: SASLprep's "commonly mapped to nothing" (RFC 3454, table B.1). */
const NOTHING = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/gu;

/** Spaces other than U+0020 (RFC 3454, table C.1.2). */
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;

/**
 * Returns a password as PDF 2.0 stores it (ISO 32000-2, 7.6.4.3.3): prepared by SASLprep (RFC 4013), so that it is the same from any
 * keyboard. Characters that SASLprep forbids are kept.
 */
export function preparedPassword(password: string): string {
  return password.replace(SPACES, ' ').replace(NOTHING, '').normalize('NFKC');
}

/**
 * Returns the forms that a typed password may have in a file, likeliest first, without duplicates: unchanged; prepared; and, for programs
 * that prepare nothing, with accents composed or decomposed, as keyboards differ. Older files use PDFDocEncoding or another single-byte
 * encoding, which qpdf tries by itself.
 */
export function passwordForms(password: string): readonly string[] {
  return [...new Set([password, preparedPassword(password), password.normalize('NFC'), password.normalize('NFD')])];
}
