import { type MovieTags, readMovieTags } from '../iso-media/movie-tags.ts';
import { unreadTags } from '../iso-media/text-tags.ts';

/** The tags of a file, and of an MP4 or QuickTime file the records that they are in. */
export interface ContainerTags {
  readonly tags: ReadonlyMap<string, string>;
  /** Null: it is of another kind. */
  readonly movie: MovieTags | null;
  /** Whether some of them are known from the records alone. */
  readonly hasUnread: boolean;
}

/** What ffprobe says of the tags of a file, with those of an MP4 or QuickTime file that ffmpeg does not read. `formats`: its demuxer. */
export async function readContainerTags(
  path: string,
  formats: readonly string[],
  probed: ReadonlyMap<string, string>,
): Promise<ContainerTags> {
  if (!formats.includes('mov')) return { tags: probed, movie: null, hasUnread: false };
  const movie = await readMovieTags(path);
  const tags = new Map([...probed, ...unreadTags(movie)]);
  return { tags, movie, hasUnread: [...tags].some(([name, value]) => probed.get(name) !== value) };
}

/** Tags that describe the file they were in and not the recording, in lower case. */
// biome-ignore format: a list of short names
const TECHNICAL = new Set([
  'bps', 'coding_history', 'compatible_brands', 'deviceconformancetemplate', 'duration', 'encoder', 'encoder_settings', 'handler_name',
  'hw', 'isvbr', 'itunnorm', 'itunpgap', 'itunsmpb', 'language', 'major_brand', 'metadata_block_picture', 'minor_version', 'number_of_bytes',
  'number_of_frames', 'tlen', 'tsse', 'umid', 'vendor_id', 'waveformatextensible_channel_mask', 'wmfsdkneeded', 'wmfsdkversion',
]);
const TECHNICAL_FORM = /^(_statistics_|id3v2_priv\.|chapter\d{3})/;

/** Whether a tag is true of one file alone, by its name. */
export const isTechnical = (name: string): boolean =>
  TECHNICAL.has(name.toLowerCase()) || TECHNICAL_FORM.test(name.toLowerCase());

/** Formats write the same name in other ways: `ALBUMARTIST`, `album_artist`; `ARTISTSORT`, `sort_artist`. */
function plainName(name: string): string {
  const plain = name.toLowerCase().replace(/[_ -]/g, '');
  return plain.replace(/^sortname$/, 'titlesort').replace(/^sort(?=.)(.*)$/, '$1sort');
}

/** Names of tags that a result does not have, in whatever way it writes them. `muxer`: ffmpeg's, by which it was made. */
export function missingTags(
  tags: ReadonlyMap<string, string>,
  result: ReadonlyMap<string, string>,
  muxer: string,
): string[] {
  const present = new Set([...result.keys()].map(plainName));
  // ASF has its date in the header, where ffprobe does not look.
  if (muxer === 'asf') present.add(plainName('creation_time'));
  return [...tags.keys()].filter((name) => !present.has(plainName(name)) && !isTranslation(name, tags));
}

/** ffmpeg gives a text that has a language under a second name, `title-eng`. */
const isTranslation = (name: string, tags: ReadonlyMap<string, string>): boolean =>
  /-[a-z]{3}$/.test(name) && tags.has(name.slice(0, -4));

const MOST_NAMED = 8;

/** Names for a message, of which files may have thousands. */
export function listOf(names: readonly string[]): string {
  const shown = names
    .slice(0, MOST_NAMED)
    .map((name) => name.slice(0, 40))
    .join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
