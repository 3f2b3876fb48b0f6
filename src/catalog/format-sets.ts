import type { Reads } from './definition.ts';

/* Names of formats (src/files/formats/names.ts) that targets of several categories read. */

/** Splits a list of names at spaces. */
export const words = (text: string): readonly string[] => text.split(' ');

export const PICTURES = words(
  'apng arw avif bmp cr2 cr3 crw cur dcm dds dib dng dpx emf eps exr fits gif hdr heic icns ico j2c jls jng jp2 jpg jpx jxl kra mng mrw nef ora orf pcx png pnm psd qoi raf ras rw2 sgi svg tga tiff wbmp webp wmf x3f xbm xcf xpm',
);

export const DRAWINGS = words('dwg dxf');

export const OFFICE = words(
  'doc docm docx fodt hwp3 odt ott pages rtf sdw sxw wpd wps wri dif fods numbers ods ots sdc slk sxc wk1 wq1 xls xlsb xlsm xlsx fodp key odp otp ppt pptm pptx sdd sxi fodg odg otg pub sda sxd vsd vsdx encrypted-ooxml',
);

/** Texts with times: files of subtitles and lyrics. */
export const SUBTITLES = words('srt vtt ass ttml sub sbv lrc');

/** Subtitles that are pictures; VobSub is a zip of two files. */
export const PICTURE_SUBTITLES = words('sup');

/** Mails, mailboxes and stores of them. */
export const MAILS = words('eml mbox msg pst tnef');

export const TEXTS = [...words('txt xml reg ffmeta ics vcf'), ...SUBTITLES];

export const PAGES = words('pdf ps eps');

export const BOOKS = words('azw3 chm epub fb2 fbz htmlz lit lrf mobi pdb pmlz rb tcr txtz');

/** Transcribed speech of a recording or a film. */
export const SPEECH: Reads = { kinds: ['audio', 'video'], option: 'language_stt' };
