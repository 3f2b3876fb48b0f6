/** Reading devices by target (option reader): the result is fitted to their screen and abilities. */

const KINDLE_OLD = ['Kindle', 'Kindle DX', 'Kindle Fire'] as const;
const HANLIN = ['Hanlin V3', 'Hanlin V5'] as const;
const CYBOOK = ['Cybook 3', 'Cybook Opus'] as const;
const SONY = ['Sony', 'Sony 300', 'Sony 900', 'Sony Landscape', 'Sony T3'] as const;
const POCKETBOOK = [
  'Pocketbook 900',
  'Pocketbook Pro 912',
  'Pocketbook InkPad 3',
  'Pocketbook InkPad Lux',
  'Pocketbook InkPad HD',
] as const;

/** The list for epub without its first entry, `default`. */
const EPUB_DEVICES = [
  'Apple iPad',
  'Apple iPad 3',
  ...CYBOOK,
  'Ectaco jetBook',
  'Galaxy',
  'Generic e-ink',
  'Generic HD e-ink',
  'Generic large e-ink',
  ...HANLIN,
  'iLiad',
  'IrexDR800',
  'IrexDR1000',
  'jetBook',
  'Kobo',
  'Mobipocket',
  'MS Reader',
  'Nook',
  'Nook Color',
  'Nook HD Plus',
  ...POCKETBOOK,
  ...SONY,
  'Tablet',
] as const;

export const AZW3_READERS = [
  ...KINDLE_OLD,
  'Kindle Oasis',
  'Kindle Paperwhite',
  'Kindle Paperwhite 3',
  'Kindle Scribe',
  'Kindle Voyage',
] as const;

export const EPUB_READERS = ['default', ...EPUB_DEVICES] as const;

export const FB2_READERS = ['default', ...CYBOOK, 'Ectaco jetBook', ...HANLIN, ...POCKETBOOK] as const;

export const LIT_READERS = ['MS Reader', ...HANLIN] as const;

export const LRF_READERS = ['default', ...SONY] as const;

export const TCR_READERS = ['default', ...POCKETBOOK] as const;

/** Readers of the ebook target pdf: the list for epub and all Kindles but Scribe. */
export const PDF_READERS = [
  'default',
  ...KINDLE_OLD,
  'Kindle Oasis',
  'Kindle Paperwhite',
  'Kindle Paperwhite 3',
  'Kindle Voyage',
  ...EPUB_DEVICES,
] as const;

export const PDF_EBOOK_READERS = [
  ...KINDLE_OLD,
  'Kindle Paperwhite',
  'Kindle Voyage',
  'Apple iPad',
  'Apple iPad 3',
  'Galaxy',
  ...SONY,
  'MS Reader',
  'Mobipocket',
  ...HANLIN,
  ...CYBOOK,
  'iLiad',
  'IrexDR800',
  'IrexDR1000',
  'jetBook',
  'Kobo',
  'Nook',
  'Nook Color',
  'Nook HD Plus',
  'Bambook',
  'Tablet',
  'Generic e-ink',
  'Generic large e-ink',
  'Pocketbook 900',
  'Pocketbook Pro 912',
] as const;
