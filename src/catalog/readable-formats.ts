import type { FormatKind } from '../files/formats/detected-format.ts';
import { formatOf } from '../files/formats/names.ts';

/**
 * What the targets of a category read, by kinds and names of formats (src/files/formats/names.ts). A test holds it against the
 * tables of the engines themselves, which are loaded long after the catalog.
 */
interface Reading {
  /** All formats of these kinds. */
  readonly kinds?: readonly FormatKind[];
  /** Further formats. */
  readonly formats?: readonly string[];
  /** Formats of those kinds that are not read. */
  readonly except?: readonly string[];
  /** The targets it holds for; default: all. */
  readonly targets?: readonly string[];
  /** An option that it needs. */
  readonly option?: string;
}

const words = (text: string): readonly string[] => text.split(' ');

const PICTURES = words(
  'apng arw avif bmp cr2 cr3 crw cur dcm dds dib dng dpx emf eps exr fits gif hdr heic icns ico j2c jls jng jp2 jpg jpx jxl kra mng mrw nef ora orf pcx png pnm psd qoi raf ras rw2 sgi svg tga tiff webp wmf x3f xbm xcf xpm',
);
const DRAWINGS = words('dwg dxf');
const OFFICE = words(
  'doc docm docx fodt hwp3 odt ott pages rtf sdw sxw wpd wps wri dif fods numbers ods ots sdc slk sxc wk1 wq1 xls xlsb xlsm xlsx fodp key odp otp ppt pptm pptx sdd sxi fodg odg otg pub sda sxd vsd vsdx encrypted-ooxml',
);
const TEXTS = words('txt xml vtt reg ffmeta ics vcf');
const PAGES = words('pdf ps eps');
const SOUND: Reading = { kinds: ['audio', 'video'] };
const SPEECH: Reading = { ...SOUND, option: 'language_stt' };
/** Pictures that LibreOffice reads itself. */
const OFFICE_PICTURES = words('apng bmp emf gif jpg pcx png pnm psd ras svg tga tiff webp wmf xbm xpm');
/** Targets that have no place for a picture. */
const WITHOUT_PICTURES = words('txt md xls xlsx ods csv chunks');
const BOOKS = words('azw3 chm epub fb2 fbz htmlz lit lrf mobi pdb pmlz rb tcr txtz');
const COMPRESSED = words(
  'jpg png webp gif tiff avif bmp svg pdf docx docm xlsx xlsm pptx pptm vsdx odt ods odp odg ott ots otp otg epub mp3 m4a aac ogg opus wma flac wav aiff mp4 m4v mov mkv webm',
);
const PACKAGES = words(
  'docx docm xlsx xlsm xlsb pptx pptm vsdx xps odt ods odp odg ott ots otp otg epub htmlz txtz kra ora key numbers pages',
);

const ALL_KINDS: readonly FormatKind[] = [
  'archive',
  'audio',
  'video',
  'image',
  'document',
  'ebook',
  'cad',
  'text',
  'font',
  'program',
  'other',
];

/** By category; the first that fits counts. Categories that are not here, as those of further engines are not, may read anything. */
const READINGS: Readonly<Record<string, readonly Reading[]>> = {
  archive: [{ kinds: ALL_KINDS }],
  hash: [{ kinds: ALL_KINDS }],
  metadata: [{ kinds: ALL_KINDS }],
  audio: [SOUND, { formats: [...OFFICE, ...TEXTS, ...BOOKS, 'pdf', 'ps', 'html'], option: 'language_tts' }],
  cad: [{ formats: DRAWINGS }],
  document: [
    { formats: [...OFFICE, ...TEXTS, ...PAGES, ...BOOKS, 'html', ...DRAWINGS] },
    { formats: OFFICE_PICTURES, targets: WITHOUT_PICTURES, option: 'ocr' },
    { formats: OFFICE_PICTURES },
    // The subtitles that it holds.
    { kinds: ['video'], targets: ['srt', 'vtt'] },
    SPEECH,
  ],
  ebook: [
    { formats: [...BOOKS, ...OFFICE, ...TEXTS, ...PAGES, ...PICTURES, 'html', 'djvu', 'zip', '7z', 'rar', 'tar'] },
    SPEECH,
  ],
  image: [{ formats: [...PICTURES, ...PAGES, ...DRAWINGS, 'djvu'] }],
  video: [{ kinds: ['video'], formats: ['gif', 'apng'] }],
  operation: [
    { targets: ['compress'], formats: COMPRESSED },
    {
      targets: ['resize-image'],
      formats: words('avif bmp dib gif heic icns ico jp2 jpg jpx jxl pcx psd tga tiff webp png'),
    },
    { targets: ['compare-image'], formats: [...PICTURES, ...PAGES, ...DRAWINGS, 'djvu'] },
    { targets: ['extract-assets'], kinds: ['audio', 'video', 'archive'], formats: [...PACKAGES, 'pdf', 'mht'] },
    {
      targets: ['thumbnail'],
      kinds: ['audio', 'video'],
      formats: [...BOOKS, ...PICTURES, ...PAGES, ...DRAWINGS, ...OFFICE, ...TEXTS, 'html', 'djvu'],
    },
  ],
};

/** How a target reads a format: directly, or with an option; null: not. */
export type Read = { readonly option: string | null };

/** How `category/target` reads a format directly; null: it does not. */
export function reads(category: string, target: string, format: string): Read | null {
  const readings = READINGS[category];
  if (readings === undefined) return { option: null };
  const { kind } = formatOf(format);
  const found = readings.find(
    (reading) =>
      (reading.targets?.includes(target) ?? true) &&
      (reading.formats?.includes(format) === true ||
        (reading.kinds?.includes(kind) === true && reading.except?.includes(format) !== true)),
  );
  return found === undefined ? null : { option: found.option ?? null };
}
