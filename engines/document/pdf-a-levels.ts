/* What levels of option pdf_a mean for other options. */

/** Parts 1 and 2 have no attached files of any kind. */
export const hasNoAttachments = (level: unknown): boolean => /^[12]/.test(String(level));

/** Part 1 has no transparency. */
export const hasNoTransparency = (level: unknown): boolean => String(level).startsWith('1');

/** Whether options ask for a PDF with tags. */
export const wantsTags = ({ pdf_a: level, pdf_ua }: { readonly pdf_a?: string; readonly pdf_ua?: boolean }): boolean =>
  pdf_ua === true || level?.endsWith('a') === true;
