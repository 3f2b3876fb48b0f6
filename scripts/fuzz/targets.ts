import type { OptionValues } from '../../src/task/types.ts';
import { type Check, checkArchive, checkDigest, checkDocument, checkMetadata, checkPicture } from '../corpus/checks.ts';
import { opensAudio, opensDrawing, opensEpub, opensFilm, opensPdf, opensXml } from './opens.ts';

/** One conversion for changed files. */
export interface FuzzTarget {
  readonly target: string;
  readonly options?: OptionValues;
  /** Extensions of the files; omitted for any file. */
  readonly only?: RegExp;
  /** Checks that an independent program can open an output. Omitted if none supports the format. */
  readonly check?: Check;
}

export interface FuzzCategory {
  /** Extensions of the tried files, with the dot. */
  readonly reads: RegExp;
  readonly targets: readonly FuzzTarget[];
  /** Relative frequency. */
  readonly weight: number;
}

const SUBTITLES = /^\.(?:srt|vtt|ass|ttml|sub|sbv|lrc)$/;
/** Texts that pandoc reads and writes. */
const MARKUP = /^\.(?:tex|rst|org|adoc|ipynb|dbk|textile|opml|wiki|md)$/;
const VECTORS = /^\.(?:svg|eps|emf|wmf)$/;
/** They need the option language. */
const PICTURE_SUBTITLES = /^\.sup$/;
const NOT_PICTURES = /^(?!\.sup$)/;
const PDF = /^\.pdf$/;
const PICTURE = /^\.(?:png|jpg|gif|webp|tiff?)$/;
const SOUND = /^\.(?:mp3|m4a|flac|ogg|wav)$/;
const FILM = /^\.(?:mp4|mkv)$/;
const MEDIA = /^\.(?:mp3|m4a|flac|ogg|wav|mp4|mkv)$/;
const pages = { allow_multiple_outputs: true };

/** Every engine, by several of its targets. */
export const FUZZ_CATEGORIES: Readonly<Record<string, FuzzCategory>> = {
  archive: {
    reads:
      /^\.(?:zip|zipx|7z|rar|tar|tgz|txz|tlz|gz|bz2|xz|lz|lz4|z|lzh|cab|cpio|xar|iso|rpm|deb|docx|xlsx|pptx|epub|cbz|bin)$/,
    targets: [
      { target: 'zip', check: checkArchive },
      { target: '7z', check: checkArchive },
      { target: 'gz', check: checkArchive, options: pages },
    ],
    weight: 2,
  },
  audio: {
    reads: /^\.(?:mp3|wav|flac|m4a|ogg|opus|tak|aac|aiff|wma|avif)$/,
    targets: ['mp3', 'flac', 'wav', 'opus', 'm4a'].map((target) => ({ target, check: opensAudio })),
    weight: 2,
  },
  cad: {
    reads: /^\.(?:dwg|dxf)$/,
    targets: [
      { target: 'dxf', check: opensDrawing },
      { target: 'dxf', options: { version: 'AC1009' }, check: opensDrawing },
      { target: 'dwg', check: opensDrawing },
      { target: 'dwg', options: { version: 'AC1015' }, check: opensDrawing },
    ],
    weight: 2,
  },
  document: {
    reads:
      /^\.(?:docx?|odt|rtf|txt|html|md|csv|xlsx?|ods|fods|pptx?|odp|fodp|odg|fodg|fodt|pdf|png|jpg|tiff?|svg|eps|tex|rst|org|adoc|ipynb|dbk|textile|opml|wiki|eml|mbox|msg|pst|srt|vtt|ass|ttml|sub|sbv|lrc|sup)$/,
    targets: [
      { target: 'srt', only: PICTURE_SUBTITLES, options: { language: 'eng' } },
      { target: 'ttml', only: SUBTITLES, check: opensXml },
      { target: 'ass', only: SUBTITLES, options: { line_length: 30, reading_speed: 15, shift: -1 } },
      { target: 'latex', only: MARKUP },
      { target: 'docbook', only: MARKUP, check: opensXml },
      { target: 'epub', only: MARKUP, check: opensEpub },
      { target: 'pdf', only: /^(?!\.(?:pdf|sup)$)/, check: opensPdf },
      { target: 'docx', only: NOT_PICTURES, check: checkDocument },
      { target: 'xlsx', only: /^\.(?:xlsx?|f?ods|csv)$/, check: checkDocument },
      { target: 'pptx', only: /^\.(?:pptx?|f?odp)$/, check: checkDocument },
      { target: 'txt', only: NOT_PICTURES, check: checkDocument },
      { target: 'html', only: NOT_PICTURES },
      { target: 'pdf', only: PDF, options: { rotate: [{ pages: '1-last', angle: 90 }] }, check: opensPdf },
      { target: 'pdf', only: PDF, options: { quality: 'screen' }, check: opensPdf },
      { target: 'pdf', only: PDF, options: { fill: { name: 'Ada', 'address.street': '東京' } }, check: opensPdf },
      { target: 'pdf', only: PDF, options: { pages_per_sheet: 4 }, check: opensPdf },
      { target: 'pdf', only: PDF, options: { booklet: true, auto_rotate: true }, check: opensPdf },
      { target: 'pdf', only: PDF, options: { stamps: [{ text: 'DRAFT', tiled: true }] }, check: opensPdf },
      { target: 'pdf', only: PDF, options: { attachments: 'append', pdf_ua: true }, check: opensPdf },
      { target: 'pdf', only: PDF, options: { pdf_a: '2u' }, check: opensPdf },
      { target: 'pdf', only: PDF, options: { new_user_password: '' }, check: opensPdf },
    ],
    weight: 5,
  },
  ebook: {
    reads: /^\.(?:epub|fb2|mobi|azw3|cbz|html|txt|docx|odt|rtf)$/,
    targets: [
      { target: 'epub', check: opensEpub },
      { target: 'fb2', check: opensXml },
      { target: 'azw3' },
      { target: 'pdf', check: opensPdf },
      { target: 'txt', check: checkDocument },
    ],
    weight: 2,
  },
  hash: {
    reads: /./,
    targets: [
      { target: 'sha256', check: checkDigest },
      { target: 'tiger192', check: checkDigest },
    ],
    weight: 0.3,
  },
  image: {
    reads:
      /^\.(?:png|jpg|gif|bmp|heic|avifs?|tiff?|psd|jxl|jp2|svg|webp|tga|ico|dds|fits|dcm|djvu|kdc|eps|emf|wmf|pcx|hdr|exr)$/,
    targets: [
      ...['png', 'jpg', 'avif', 'bmp', 'webp', 'gif'].map((target) => ({
        target,
        options: pages,
        check: checkPicture,
      })),
      { target: 'svg', only: VECTORS, options: pages, check: opensXml },
      { target: 'pdf', only: VECTORS, check: opensPdf },
      { target: 'ps', only: VECTORS, options: pages },
    ],
    weight: 3,
  },
  metadata: { reads: /./, targets: [{ target: 'json', check: checkMetadata }], weight: 2 },
  operation: {
    reads:
      /^\.(?:docx|xlsx|pptx|odt|epub|pdf|zip|mp3|m4a|flac|ogg|wav|mp4|mkv|png|jpg|gif|webp|tiff?|svg|dwg|dxf|fb2|mobi|eml|mbox|msg|xml)$/,
    targets: [
      { target: 'thumbnail', options: { width: 200, ...pages }, check: checkPicture },
      { target: 'compress', options: { compression_level: 'high' } },
      { target: 'extract-assets', options: pages },
      { target: 'resize-image', only: PICTURE, options: { ...pages, width: 50 } },
      { target: 'analyze-image', only: PICTURE },
      { target: 'audio-volume', only: SOUND, options: { volume: 150 }, check: opensAudio },
      { target: 'convert-pdfa', only: PDF, check: opensPdf },
      { target: 'validate-pdfa', only: PDF },
      { target: 'form-fields', only: PDF },
      { target: 'validate-signatures', only: PDF },
      { target: 'validate-invoice', only: /^\.(?:pdf|xml)$/ },
      { target: 'cut-video', only: FILM, options: { ...pages, number_of_parts: 2 }, check: opensFilm },
      { target: 'extract-archive', only: /^\.zip$/, options: pages },
      { target: 'extract-streams', only: MEDIA, options: pages },
      { target: 'video-to-image', only: FILM, options: { ...pages, keyframes_only: true }, check: checkPicture },
    ],
    weight: 3,
  },
};
