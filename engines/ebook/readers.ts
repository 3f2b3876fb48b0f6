/** The part of a page that a device shows, points (1/72 inch). */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** calibre's settings for a reading device. */
export interface Reader {
  /** calibre's output profile: sizes of fonts, largest picture, abilities of the device. */
  readonly profile: string;
  /** Its screen as a page. Null: not a device. */
  readonly page: PageSize | null;
}

/** Returns a device with a screen of so many pixels at so many per inch. */
const device = (profile: string, width: number, height: number, dpi: number): Reader => ({
  profile,
  page: { width: (width * 72) / dpi, height: (height * 72) / dpi },
});

/** Pixels per inch of a six-inch e-ink screen, which most profiles have: 800 pixels on 4.75 inches. */
const E_INK = 168.451;

/**
 * Every value of option `reader`. Screens are those of calibre's profiles (calibre.customize.profiles), with three exceptions: Bambook has
 * no profile and gets that of Cybook 3, which also has 600 × 800 pixels; Tablet and Generic HD e-ink have no screen there, and get those of
 * the iPad and of Generic e-ink.
 */
export const READERS = {
  default: { profile: 'default', page: null },
  Kindle: device('kindle', 525, 640, E_INK),
  'Kindle DX': device('kindle_dx', 744, 1022, 150),
  'Kindle Fire': device('kindle_fire', 570, 1016, 169),
  'Kindle Oasis': device('kindle_oasis', 1264, 1680, 300),
  'Kindle Paperwhite': device('kindle_pw', 658, 940, 212),
  'Kindle Paperwhite 3': device('kindle_pw3', 1072, 1430, 300),
  'Kindle Scribe': device('kindle_scribe', 1860, 2480, 300),
  'Kindle Voyage': device('kindle_voyage', 1080, 1430, 300),
  'Apple iPad': device('ipad', 768, 1024, 132),
  'Apple iPad 3': device('ipad3', 2048, 1536, 264),
  'Cybook 3': device('cybookg3', 600, 800, E_INK),
  'Cybook Opus': device('cybook_opus', 590, 775, 200),
  'Ectaco jetBook': device('jetbook5', 480, 640, E_INK),
  jetBook: device('jetbook5', 480, 640, E_INK),
  Galaxy: device('galaxy', 600, 1280, 132),
  'Generic e-ink': device('generic_eink', 590, 775, E_INK),
  'Generic HD e-ink': device('generic_eink_hd', 590, 775, E_INK),
  'Generic large e-ink': device('generic_eink_large', 600, 999, E_INK),
  'Hanlin V3': device('hanlinv3', 584, 754, E_INK),
  'Hanlin V5': device('hanlinv5', 584, 754, 200),
  iLiad: device('illiad', 760, 925, 160),
  IrexDR800: device('irexdr800', 768, 1024, 160),
  IrexDR1000: device('irexdr1000', 1024, 1280, 160),
  Kobo: device('kobo', 536, 710, E_INK),
  Mobipocket: device('mobipocket', 600, 800, 96),
  'MS Reader': device('msreader', 480, 652, 96),
  Nook: device('nook', 600, 730, 167),
  'Nook Color': device('nook_color', 600, 900, 169),
  'Nook HD Plus': device('nook_hd_plus', 1280, 1920, 132),
  'Pocketbook 900': device('pocketbook_900', 810, 1180, 150),
  'Pocketbook Pro 912': device('pocketbook_pro_912', 825, 1200, 155),
  'Pocketbook InkPad 3': device('pocketbook_inkpad3', 1404, 1872, 227),
  'Pocketbook InkPad Lux': device('pocketbook_lux', 758, 1024, 212),
  'Pocketbook InkPad HD': device('pocketbook_hd', 1072, 1448, 300),
  Sony: device('sony', 590, 775, E_INK),
  'Sony 300': device('sony300', 590, 775, 200),
  'Sony 900': device('sony900', 600, 999, E_INK),
  'Sony Landscape': device('sony-landscape', 784, 1012, E_INK),
  'Sony T3': device('sonyt3', 758, 934, E_INK),
  Tablet: device('tablet', 768, 1024, 132),
  Bambook: device('cybookg3', 600, 800, E_INK),
} as const satisfies Readonly<Record<string, Reader>>;

export type ReaderName = keyof typeof READERS;

/** Default reader of the target pdf-ebook: the most common screen. */
export const USUAL_READER: Reader = READERS['Generic e-ink'];

/** Returns the reader of that name in the catalog; null for none. */
export const readerOf = (name: ReaderName | undefined): Reader | null => (name === undefined ? null : READERS[name]);
