import type { FormatKind } from '../files/formats/detected-format.ts';
import type { GivenOptions } from './rules.ts';

/** A name that people use for a target, besides the aliases in its own catalog. */
export interface Word {
  /** The word in lower case. */
  readonly word: string;
  /** `category/target`. */
  readonly target: string;
}

/**
 * Names of programs, devices and kinds of files that can replace the name of a target: on the command line, in a request, and on the page.
 */
export const WORDS: readonly Word[] = [
  { word: 'word', target: 'document/docx' },
  { word: 'excel', target: 'document/xlsx' },
  { word: 'powerpoint', target: 'document/pptx' },
  { word: 'libreoffice', target: 'document/odt' },
  { word: 'writer', target: 'document/odt' },
  { word: 'calc', target: 'document/ods' },
  { word: 'impress', target: 'document/odp' },
  { word: 'spreadsheet', target: 'document/xlsx' },
  { word: 'slides', target: 'document/pptx' },
  { word: 'presentation', target: 'document/pptx' },
  { word: 'plaintext', target: 'document/txt' },
  { word: 'tsv', target: 'document/csv' },
  { word: 'acrobat', target: 'document/pdf' },
  { word: 'kindle', target: 'ebook/azw3' },
  { word: 'kobo', target: 'ebook/kepub' },
  { word: 'tolino', target: 'ebook/epub' },
  { word: 'ebook', target: 'ebook/epub' },
  { word: 'photo', target: 'image/jpg' },
  { word: 'picture', target: 'image/jpg' },
  { word: 'icon', target: 'image/ico' },
  { word: 'favicon', target: 'image/ico' },
  { word: 'photoshop', target: 'image/psd' },
  { word: 'vector', target: 'image/svg' },
  { word: 'jpeg2000', target: 'image/jp2' },
  { word: 'ringtone', target: 'audio/m4r' },
  { word: 'music', target: 'audio/mp3' },
  { word: 'sound', target: 'audio/mp3' },
  { word: 'video', target: 'video/mp4' },
  { word: 'film', target: 'video/mp4' },
  { word: 'movie', target: 'video/mp4' },
  { word: 'quicktime', target: 'video/mov' },
  { word: 'autocad', target: 'cad/dwg' },
  { word: 'drawing', target: 'cad/dxf' },
  { word: 'checksum', target: 'hash/sha256' },
  { word: 'postscript', target: 'image/ps' },
  { word: 'exif', target: 'metadata/json' },
  { word: 'info', target: 'metadata/json' },
  { word: 'properties', target: 'metadata/json' },
  { word: 'tar.gz', target: 'archive/tgz' },
  { word: 'tar.bz2', target: 'archive/tbz2' },
  { word: 'tar.xz', target: 'archive/txz' },
  { word: 'tar.zst', target: 'archive/tzst' },
  { word: 'chunks.json', target: 'document/chunks' },
  { word: 'restructuredtext', target: 'document/rst' },
  { word: 'sphinx', target: 'document/rst' },
  { word: 'emacs', target: 'document/org' },
  { word: 'asciidoctor', target: 'document/asciidoc' },
  { word: 'jupyter', target: 'document/ipynb' },
  { word: 'notebook', target: 'document/ipynb' },
  { word: 'wikipedia', target: 'document/mediawiki' },
  { word: 'shrink', target: 'operation/compress' },
  { word: 'smaller', target: 'operation/compress' },
  { word: 'optimize', target: 'operation/compress' },
  { word: 'preview', target: 'operation/thumbnail' },
];

/**
 * Words for what is done to a file that keeps its format, or becomes a PDF, with the options that do it. Without options, the user gives
 * them: `resize` with `-o width=800`.
 */
export const TASKS: Readonly<Record<string, GivenOptions>> = {
  ...named('merge join combine concat concatenate', { merge: true }),
  ...named('split', { split: 'all' }),
  ...named('rotate turn', { rotate: 90 }),
  ...named('ocr recognise recognize', { ocr: true }),
  ...named('pdfa', { pdf_a: '2b' }),
  ...named('normalize normalise', { normalize: true }),
  ...named('grayscale greyscale gray grey', { color: 'gray' }),
  ...named('mute', { mute: true }),
  ...named('cut trim crop scale resize stamp watermark protect encrypt unlock decrypt sign redact', {}),
};

function named(words: string, options: GivenOptions): Record<string, GivenOptions> {
  return Object.fromEntries(words.split(' ').map((word) => [word, options]));
}

/** A common task, and the conversion for it. */
export interface Intent {
  /** Search phrases in lower case. */
  readonly phrases: readonly string[];
  readonly target: string;
  /** Required options, with values for an example. */
  readonly options: GivenOptions;
  /** A typical input, for the example command. */
  readonly input: string;
  /** The same options in the names that all categories share, for a command. */
  readonly short?: GivenOptions;
  /** What else a command needs. */
  readonly flags?: string;
  /** For which files the page has a button for it. */
  readonly button?: TaskButton;
}

/** A button of the page for a task. */
export interface TaskButton {
  /** Key of its label, `task.NAME`. */
  readonly name: string;
  /** Format or kind of the files that it is for. */
  readonly of: 'pdf' | FormatKind;
  /** Whether it needs more than one file. */
  readonly several?: boolean;
}

const intent = (
  phrases: string,
  target: string,
  input: string,
  options: GivenOptions = {},
  more: Pick<Intent, 'short' | 'flags' | 'button'> = {},
): Intent => ({
  phrases: phrases.split(', '),
  target,
  options,
  input,
  ...more,
});

/** Tasks in people's own words. Phrases of one task are separated by commas. */
export const INTENTS: readonly Intent[] = [
  intent('pdf to word, edit pdf, editable pdf', 'document/docx', 'report.pdf'),
  intent('pdf to excel, tables of a pdf', 'document/xlsx', 'report.pdf'),
  intent('pdf to powerpoint, pdf to slides', 'document/pptx', 'report.pdf'),
  intent('pdf to text, extract text, text of a pdf', 'document/txt', 'report.pdf'),
  intent('pdf to markdown', 'document/md', 'report.pdf'),
  intent('markdown to pdf, print markdown, mermaid, latex formulas', 'document/pdf', 'readme.md'),
  intent('markdown to word, markdown to docx', 'document/docx', 'readme.md'),
  intent('markdown to slides, markdown to powerpoint', 'document/pptx', 'readme.md'),
  intent('pdf to jpg, pdf to images, pages as pictures, pdf to png', 'image/png', 'report.pdf'),
  intent('word to pdf, office to pdf, print to pdf, excel to pdf', 'document/pdf', 'report.docx'),
  intent('email to pdf, mail to pdf, outlook to pdf', 'document/pdf', 'letter.eml'),
  intent('mailbox to pdf, archive of mails', 'document/pdf', 'inbox.mbox'),
  intent('outlook store to pdf, pst to pdf', 'document/pdf', 'archive.pst'),
  intent('mail with its attachments as one pdf', 'document/pdf', 'letter.eml', { attachments: 'append' }),
  intent('attachments of a mail, open winmail.dat', 'operation/extract-assets', 'letter.eml'),
  intent('photo to pdf, picture to pdf, images to pdf', 'document/pdf', 'photo.heic'),
  intent(
    'album, one pdf of pictures, pictures into one pdf',
    'document/pdf',
    'one.jpg two.jpg',
    { merge: true },
    { button: { name: 'album', of: 'image', several: true } },
  ),
  intent(
    'compress pdf, shrink, make smaller, reduce size, optimize, minify, verkleinern, komprimieren',
    'operation/compress',
    'report.pdf',
    {},
    { button: { name: 'compress', of: 'pdf' } },
  ),
  intent(
    'compress picture, compress photo',
    'operation/compress',
    'photo.jpg',
    {},
    { button: { name: 'compress', of: 'image' } },
  ),
  intent(
    'compress video, video for email, video for messenger, smaller video',
    'video/mp4',
    'film.mov',
    {
      file_size: '16MB',
    },
    { short: { max_size: '16MB' } },
  ),
  intent('video to gif, animated gif, gif of a film', 'video/gif', 'film.mp4', { width: 480, fps: 10 }),
  intent('frames of a film, film to pictures, video to images', 'operation/video-to-image', 'film.mp4'),
  intent(
    'cut video, trim video',
    'video/mp4',
    'film.mp4',
    { start: '00:00:10', end: '00:00:40' },
    { button: { name: 'cut', of: 'video' } },
  ),
  intent('rotate video, turn video', 'video/mp4', 'film.mp4', { rotate: 90 }),
  intent('resize video, 720p', 'video/mp4', 'film.mp4', { height: 720 }),
  intent('merge videos, combine films, join videos, concatenate films', 'video/mp4', 'one.mp4 two.mp4', {
    merge: true,
  }),
  intent('add music to a video, replace sound', 'video/mp4', 'film.mp4 music.mp3', { merge: true }),
  intent('slideshow, photos to video', 'video/mp4', 'one.jpg two.jpg', { merge: true }),
  intent('subtitles of a film, caption a video, subtitle', 'document/srt', 'film.mp4', { language_stt: 'en-US' }),
  intent('extract subtitles, subtitles of an mkv', 'document/srt', 'film.mkv'),
  intent('ocr subtitles, sup to srt, pgs to srt, vobsub to srt', 'document/srt', 'film.mkv', { language: 'eng' }),
  intent('convert subtitles, srt to vtt, subtitles for the web', 'document/vtt', 'film.srt'),
  intent('shift subtitles, synchronise subtitles, subtitle delay', 'document/srt', 'film.srt', { shift: -1.5 }),
  intent('frame rate of subtitles, stretch subtitles', 'document/srt', 'film.srt', { stretch: '25:23.976' }),
  intent('wrap subtitles, long subtitle lines', 'document/srt', 'film.srt', { line_length: 42 }),
  intent('lyrics, karaoke', 'document/lrc', 'song.srt'),
  intent(
    'merge pdf, combine, join pdf, zusammenfügen',
    'document/pdf',
    'one.pdf two.pdf',
    { merge: true },
    { button: { name: 'merge', of: 'pdf', several: true } },
  ),
  intent(
    'split pdf, separate pages',
    'document/pdf',
    'report.pdf',
    { split: '1-3,4-10' },
    { button: { name: 'split', of: 'pdf' } },
  ),
  intent(
    'rotate pdf, turn pages, drehen',
    'document/pdf',
    'report.pdf',
    { rotate: [{ pages: '1', angle: 90 }] },
    { short: { rotate: 90 }, button: { name: 'turn', of: 'pdf' } },
  ),
  intent('rotate picture, rotate photo, turn a photo', 'image/jpg', 'photo.jpg', { rotate: 90 }),
  intent(
    'ocr, searchable pdf, recognise text, recognize text, scan to text, texterkennung',
    'document/pdf',
    'scan.pdf',
    {
      ocr: true,
      language: 'eng',
    },
    { button: { name: 'recognise', of: 'pdf' } },
  ),
  intent('archive pdf, pdf/a, pdfa, long term', 'document/pdf', 'report.pdf', { pdf_a: '2b' }),
  intent(
    'extract page, pages of a pdf, delete pages, remove pages',
    'document/pdf',
    'report.pdf',
    {
      rearrange: '1-3',
    },
    { short: { pages: '1-3' }, button: { name: 'pages', of: 'pdf' } },
  ),
  intent('booklet, brochure, broschüre, print as booklet', 'document/pdf', 'report.pdf', { booklet: true }),
  intent('barcode, qr code, separator sheet, split at barcodes', 'document/pdf', 'batch.pdf', { split: 'barcode' }),
  intent('turn pages upright, auto rotate, scan upside down', 'document/pdf', 'scan.pdf', { auto_rotate: true }),
  intent('blank pages, remove empty pages, leere seiten', 'document/pdf', 'scan.pdf', { remove_blank_pages: true }),
  intent(
    'watermark text, draft stamp',
    'document/pdf',
    'report.pdf',
    { watermark: true, stamp_text: 'DRAFT' },
    { short: { watermark: 'DRAFT' } },
  ),
  intent('redact, black out, blacken, remove names, hide text, schwärzen', 'document/pdf', 'report.pdf', {
    redact: [{ text: 'Ada Lovelace' }],
  }),
  intent('signature picture, picture on a pdf, stamp pdf', 'document/pdf', 'report.pdf signature.pdf', { stamp: true }),
  intent(
    'sign, digital signature, certificate, pades, signieren',
    'document/pdf',
    'report.pdf company.p12',
    {},
    { flags: '--secret sign=sign.json' },
  ),
  intent(
    'check invoice, e-invoice, factur-x, zugferd, xrechnung, e-rechnung',
    'operation/validate-invoice',
    'invoice.xml',
  ),
  intent('check signature, verify signature, is a pdf signed', 'operation/validate-signatures', 'report.pdf'),
  intent(
    'protect pdf, add password, encrypt pdf, passwort setzen',
    'document/pdf',
    'report.pdf',
    {
      new_user_password: 'secret',
    },
    { short: { protect: 'secret' }, button: { name: 'protect', of: 'pdf' } },
  ),
  intent(
    'remove password, unlock pdf, decrypt pdf, passwort entfernen',
    'document/pdf',
    'locked.pdf',
    {},
    { flags: '--password-file password.txt' },
  ),
  intent(
    'mute, remove sound, silent video, without sound',
    'video/mp4',
    'film.mp4',
    { audio_codec: 'none' },
    { short: { mute: true } },
  ),
  intent(
    'crop picture, crop photo',
    'image/jpg',
    'photo.jpg',
    { crop_width: 200, crop_height: 200 },
    { short: { crop: '200x200+10+10' } },
  ),
  intent(
    'remove metadata, strip metadata, remove exif, remove location',
    'image/jpg',
    'photo.jpg',
    {
      keep_metadata: 'none',
    },
    { short: { strip_metadata: true } },
  ),
  intent(
    'resize picture, resize photo, scale image',
    'operation/resize-image',
    'photo.jpg',
    { width: 1600 },
    { button: { name: 'resize', of: 'image' } },
  ),
  intent('thumbnail, preview', 'operation/thumbnail', 'report.pdf'),
  intent('extract images, pictures of a pdf, attachments', 'operation/extract-assets', 'report.pdf'),
  intent('fill in a form, fill form fields, fillable pdf', 'document/pdf', 'form.pdf', {
    fill: { name: 'Ada Lovelace' },
  }),
  intent('list form fields, what a form asks for', 'operation/form-fields', 'form.pdf'),
  intent('compare images, difference', 'operation/compare-image', 'one.png two.png'),
  intent(
    'extract audio, video to mp3, sound of a film',
    'audio/mp3',
    'film.mp4',
    {},
    { button: { name: 'sound', of: 'video' } },
  ),
  intent(
    'cut audio, trim',
    'audio/mp3',
    'talk.wav',
    { start: '00:01:30', end: '00:02:00' },
    { button: { name: 'cut', of: 'audio' } },
  ),
  intent(
    'merge audio, join songs, combine mp3',
    'audio/mp3',
    'one.mp3 two.mp3',
    { merge: true },
    { button: { name: 'join', of: 'audio', several: true } },
  ),
  intent('louder, normalize volume, loudness', 'audio/mp3', 'talk.wav', { normalize: true }),
  intent('read aloud, text to speech, audiobook', 'audio/mp3', 'letter.pdf', { language_tts: 'en-GB' }),
  intent('transcribe, speech to text, dictation', 'document/docx', 'interview.mp3', { language_stt: 'en-US' }),
  intent('zip files, pack, archive files', 'archive/zip', 'one.txt two.txt'),
  intent(
    'unpack, unzip, unrar, untar, extract archive, open rar, entpacken',
    'operation/extract-archive',
    'papers.zip',
  ),
  intent('epub to kindle, send to kindle', 'ebook/azw3', 'novel.epub'),
  intent('metadata, exif, file information, properties', 'metadata/json', 'photo.jpg'),
  intent('checksum, digest, hash of a file, sha256sum', 'hash/sha256', 'download.iso'),
  intent('list of checksums, SHA256SUMS', 'hash/sha256', 'one.iso two.iso', { merge: true }),
  intent('verify a download, verify checksums, check SHA256SUMS', 'hash/verify', 'checksums.sha256 download.iso'),
  intent('pdf to svg, vector from pdf', 'image/svg', 'report.pdf'),
  intent('svg to pdf, svg to eps', 'image/eps', 'logo.svg'),
  intent('dwg to pdf, drawing to pdf, plot', 'document/pdf', 'plan.dwg'),
  intent('word to latex, docx to tex', 'document/latex', 'report.docx'),
  intent('word to wiki, wikipedia article', 'document/mediawiki', 'report.docx'),
  intent('latex to pdf, notebook to pdf, rst to pdf, asciidoc to pdf', 'document/pdf', 'paper.tex'),
  intent('typst to pdf, compile typst', 'document/pdf', 'paper.typ'),
  intent('compile latex, typeset latex, pdflatex, xelatex', 'document/pdf', 'paper.tex', { engine: 'latex' }),
  intent('latex to word, tex to docx', 'document/docx', 'paper.tex'),
  intent('chunks for a language model, rag, embeddings', 'document/chunks', 'report.pdf'),
];

const BY_WORD: ReadonlyMap<string, string> = new Map(WORDS.map(({ word, target }) => [word, target]));

/** Returns the `category/target` of a word; undefined if it is not one of WORDS. */
export const targetOfWord = (word: string): string | undefined => BY_WORD.get(word);
