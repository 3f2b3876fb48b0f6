import type { FormatKind } from '../files/formats/detected-format.ts';
import { formatOf } from '../files/formats/names.ts';
import type { OptionValues } from '../task/types.ts';
import { listEntries } from './catalog.ts';
import type { CatalogEntry } from './definition.ts';
import { PICTURE_SUBTITLES, SUBTITLES } from './format-sets.ts';
import { reads } from './readable-formats.ts';

/** An intermediate conversion, before the target's engine gets the input. */
export interface Bridge {
  readonly category: string;
  readonly target: string;
  readonly options: OptionValues;
}

/** How an input of a format is converted to a target. */
export type Route =
  /** `option`: what must be given for it; null: nothing. */
  | { readonly how: 'direct'; readonly option: string | null }
  /** With one intermediate conversion. */
  | { readonly how: 'through'; readonly bridge: Bridge; readonly option: string | null };

/**
 * Possible intermediate conversions, best first: those that preserve most of an input. Each produces the format with the name of its
 * target. More than one step loses too much, and takes too long, to be done automatically.
 */
const BRIDGES: readonly (Bridge & { readonly formats?: readonly string[] })[] = [
  // Pages stay together.
  { category: 'image', target: 'pdf', options: { merge: true }, formats: ['djvu'] },
  // Lines stay lines.
  { category: 'document', target: 'pdf', options: {}, formats: ['dwg', 'dxf'] },
  { category: 'image', target: 'png', options: {} },
  { category: 'document', target: 'pdf', options: {} },
];

/** Categories that need their inputs as they are, or for audio, need text: a page with a picture has none to read aloud. */
const AS_THEY_ARE: ReadonlySet<string> = new Set(['audio', 'operation']);

/** Returns how an input of this format becomes `category/target`; null: it cannot with at most one intermediate conversion. */
export function routeTo(category: string, target: string, format: string): Route | null {
  const read = reads(category, target, format);
  if (read !== null) return { how: 'direct', ...read };
  if (AS_THEY_ARE.has(category)) return null;
  for (const { formats, ...bridge } of BRIDGES) {
    if (formats?.includes(format) === false) continue;
    const first = bridge.category === category ? null : reads(bridge.category, bridge.target, format);
    const second = reads(category, target, bridge.target);
    // If an option is required, the user must ask for it.
    if (first?.option === null && second !== null) return { how: 'through', bridge, option: second.option };
  }
  return null;
}

/** A target that an input can become, and its route. */
export interface Leading {
  readonly entry: CatalogEntry;
  readonly route: Route;
}

/** Returns what an input of this format can become, in the order of the catalog. */
export function leadsTo(format: string): Leading[] {
  return listEntries().flatMap((entry) => {
    const route = routeTo(entry.category, entry.target, format);
    return route === null ? [] : [{ entry, route }];
  });
}

/** Most common targets for each kind of file, the likeliest first. */
const LIKELY: Readonly<Record<FormatKind, string>> = {
  archive: 'archive/zip archive/7z archive/tgz archive/tar archive/txz archive/tzst operation/extract-assets',
  audio: 'audio/mp3 audio/wav audio/m4a audio/flac audio/ogg audio/opus audio/aac operation/compress',
  video:
    'video/mp4 audio/mp3 video/webm video/mov video/mkv video/gif audio/wav audio/m4a operation/compress operation/thumbnail',
  image:
    'image/jpg image/png document/pdf image/webp operation/compress operation/resize-image image/avif image/gif image/tiff',
  document:
    'document/pdf document/docx operation/compress document/txt image/jpg document/md document/html document/xlsx document/csv ebook/epub',
  ebook:
    'ebook/epub ebook/azw3 document/pdf document/docx document/txt ebook/kepub ebook/mobi ebook/fb2 operation/thumbnail',
  cad: 'document/pdf cad/dxf cad/dwg image/png image/svg image/jpg operation/thumbnail',
  text: 'document/pdf document/docx document/html document/md document/odt document/rtf ebook/epub',
  font: 'archive/zip archive/7z archive/tgz archive/tzst metadata/json hash/sha256',
  program: 'archive/zip archive/7z archive/tgz archive/tzst metadata/json hash/sha256',
  other: 'archive/zip archive/7z archive/tgz archive/tzst metadata/json hash/sha256',
};

const LIKELY_OF_SUBTITLES =
  'document/srt document/vtt document/ass document/ttml document/txt document/lrc document/docx';

/** Returns the likeliest targets for an input of this format, `category/target` each, without the format itself. */
export function likelyTargets(format: string): string[] {
  const likely = [...SUBTITLES, ...PICTURE_SUBTITLES].includes(format)
    ? LIKELY_OF_SUBTITLES
    : LIKELY[formatOf(format).kind];
  return likely.split(' ').filter((path) => {
    const [category = '', target = ''] = path.split('/');
    const route = routeTo(category, target, format);
    return route !== null && route.option === null && target !== format;
  });
}
