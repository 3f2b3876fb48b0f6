import { execa } from 'execa';

/** Makes ExifTool write tags into a file. `tags`: `Keys:Make=Apple`. */
export async function writeTags(path: string, tags: readonly string[]): Promise<void> {
  const { stderr } = await execa('exiftool', ['-q', '-overwrite_original', ...tags.map((tag) => `-${tag}`), path]);
  if (stderr !== '') throw new Error(stderr);
}

/** All tags that ExifTool reads, named like `Keys:Make`; numbers are not written as words. */
export async function exifTags(path: string): Promise<Readonly<Record<string, string | number>>> {
  const { stdout } = await execa('exiftool', ['-json', '-G1', '-a', '-n', path]);
  const [tags] = JSON.parse(stdout);
  return tags;
}

/** Tags that ffprobe reads, names in lower case: those of the file, or of its only stream (Ogg). */
export async function probedTags(path: string): Promise<Readonly<Record<string, string>>> {
  const show = ['-show_entries', 'format_tags:stream_tags', '-of', 'json'];
  const { stdout } = await execa('ffprobe', ['-v', 'error', ...show, path]);
  const { format = {}, streams = [] } = JSON.parse(stdout);
  const all = { ...streams[0]?.tags, ...format.tags } as Record<string, string>;
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]));
}

/** iTunes items that a shop writes: ExifTool's names and the values that it prints with -n. */
export const SHOP_ITEMS = {
  'ItemList:Title': 'The Title',
  'ItemList:SortName': 'Title, The',
  'ItemList:SortArtist': 'Artist, An',
  'ItemList:SortAlbum': 'Album, An',
  'ItemList:SortAlbumArtist': 'Artists',
  'ItemList:SortComposer': 'Composer, A',
  'ItemList:SortShow': 'Show, A',
  'ItemList:RatingPercent': 80,
  'ItemList:BeatsPerMinute': 120,
  'ItemList:PurchaseDate': '2009-01-01',
  'ItemList:GPSCoordinates': '48.8577 2.295 35',
} as const;
