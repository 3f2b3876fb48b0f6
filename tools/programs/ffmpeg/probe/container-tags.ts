import { type MovieTags, readMovieTags } from '../../../formats/iso-media/movie-tags.ts';
import { unreadTags } from '../../../formats/iso-media/text-tags.ts';

/** The tags of a file; for an MP4 or QuickTime file, also the records that contain them. */
export interface ContainerTags {
  readonly tags: ReadonlyMap<string, string>;
  /** Null for files of other kinds. */
  readonly movie: MovieTags | null;
  /** Whether some of the tags are only in the records. */
  readonly hasUnread: boolean;
}

/** Reads the tags of a file with ffprobe, and those of an MP4 or QuickTime file that ffmpeg does not read. `formats`: its demuxer. */
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

/** Tags that describe their file rather than the recording, in lower case. */
// biome-ignore format: a list of short names
const TECHNICAL = new Set([
  'bps', 'coding_history', 'compatible_brands', 'deviceconformancetemplate', 'duration', 'encoder', 'encoder_settings', 'handler_name',
  'hw', 'isvbr', 'itunnorm', 'itunpgap', 'itunsmpb', 'language', 'major_brand', 'metadata_block_picture', 'minor_version', 'number_of_bytes',
  'number_of_frames', 'tlen', 'tsse', 'umid', 'vendor_id', 'waveformatextensible_channel_mask', 'wmfsdkneeded', 'wmfsdkversion',
]);
const TECHNICAL_FORM = /^(_statistics_|id3v2_priv\.|chapter\d{3})/;

/** Whether a tag with this name is true of one file only. */
export const isTechnical = (name: string): boolean =>
  TECHNICAL.has(name.toLowerCase()) || TECHNICAL_FORM.test(name.toLowerCase());

/** Formats spell the same name differently: `ALBUMARTIST`, `album_artist`; `ARTISTSORT`, `sort_artist`. */
function plainName(name: string): string {
  const plain = name.toLowerCase().replace(/[_ -]/g, '');
  return plain.replace(/^sortname$/, 'titlesort').replace(/^sort(?=.)(.*)$/, '$1sort');
}

/** Returns the names of tags that a result lacks, however it spells them. `muxer`: ffmpeg's name of the muxer that made it. */
export function missingTags(
  tags: ReadonlyMap<string, string>,
  result: ReadonlyMap<string, string>,
  muxer: string,
): string[] {
  const present = new Set([...result.keys()].map(plainName));
  // ASF has its date in the header, which ffprobe does not read.
  if (muxer === 'asf') present.add(plainName('creation_time'));
  return [...tags.keys()].filter((name) => !present.has(plainName(name)) && !isTranslation(name, tags));
}

/** ffmpeg repeats a text with a language under a second name, `title-eng`. */
const isTranslation = (name: string, tags: ReadonlyMap<string, string>): boolean =>
  /-[a-z]{3}$/.test(name) && tags.has(name.slice(0, -4));

const MOST_NAMED = 8;

/** Lists names in a message, of which files may have thousands. */
export function listOf(names: readonly string[]): string {
  const shown = names
    .slice(0, MOST_NAMED)
    .map((name) => name.slice(0, 40))
    .join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
