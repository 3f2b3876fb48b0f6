/** Levels of PDF/A (ISO 19005) by part: b keeps the appearance, u also the text, a also the structure. */
export const PDF_A_LEVELS = ['1a', '1b', '2a', '2b', '2u', '3a', '3b', '3u'] as const;
