import type { Picture } from '../../tools/programs/ffmpeg/probe/source.ts';
import type { Container } from './encoding.ts';

/** Kinds of pictures, which ID3v2 and FLAC number alike, by ffmpeg's names; the index is the number. */
const KINDS = [
  'Other',
  "32x32 pixels 'file icon'",
  'Other file icon',
  'Cover (front)',
  'Cover (back)',
  'Leaflet page',
  'Media (e.g. label side of CD)',
  'Lead artist/lead performer/soloist',
  'Artist/performer',
  'Conductor',
  'Band/Orchestra',
  'Composer',
  'Lyricist/text writer',
  'Recording Location',
  'During recording',
  'During performance',
  'Movie/video screen capture',
  'A bright coloured fish',
  'Illustration',
  'Band/artist logotype',
  'Publisher/Studio logotype',
];
const FRONT_COVER = 3;

/** Maximum bytes of a picture in comments, which players read whole: 16 MiB, also the limit of a FLAC block. */
export const LARGEST_PICTURE = 16 * 1024 * 1024 - 1024;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  mjpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
  tiff: 'image/tiff',
};

/** Returns the pictures of a source that a container accepts; a comment holds one, so the front cover comes first. */
export function selectPictures(pictures: readonly Picture[], container: Container): Picture[] {
  const taken = pictures.filter(({ codec }) => container.pictureCodecs.includes(codec));
  if (container.pictures !== 'comment') return taken;
  const front = taken.find(({ kind }) => KINDS.indexOf(kind) === FRONT_COVER) ?? taken[0];
  return front === undefined ? [] : [front];
}

export const mediaType = (picture: Picture): string => MEDIA_TYPES[picture.codec] ?? 'application/octet-stream';

/** Extensions of picture files, by their media type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/tiff': 'tif',
};

/** Returns the name of a picture as an attached file: Matroska calls the first one `cover`. `index`: among the pictures, from 0. */
export function attachmentName(picture: Picture, index: number): string {
  return `${index === 0 ? 'cover' : `picture-${index + 1}`}.${EXTENSIONS[mediaType(picture)] ?? 'bin'}`;
}

/** Returns the only stream of a picture file as front cover. */
export function newCover(found: Pick<Picture, 'codec' | 'width' | 'height'>): Picture {
  return { ...found, index: 0, title: '', kind: KINDS[FRONT_COVER] ?? '' };
}

/** Returns the number of a picture's kind; pictures of unknown kind count as covers, which almost all are. */
export function kindNumber({ kind }: Picture): number {
  const number = KINDS.indexOf(kind);
  return number < 0 ? FRONT_COVER : number;
}

/** Returns the name of a picture's kind. */
export const kindName = (picture: Picture): string => KINDS[kindNumber(picture)] ?? 'Other';

/** Returns the flac program's argument for a picture file: `3|image/jpeg|description||path`. */
export function flacPicture(picture: Picture, path: string): string {
  return [kindNumber(picture), mediaType(picture), picture.title.replaceAll('|', ' '), '', path].join('|');
}

/**
 * Returns a picture as the value of a METADATA_BLOCK_PICTURE comment: the picture block of FLAC (RFC 9639, 8.8), in Base64. Colour depth
 * and palette are 0 (unknown), since nothing reads them.
 */
export function pictureComment(picture: Picture, data: Uint8Array): string {
  const type = Buffer.from(mediaType(picture), 'ascii');
  const title = Buffer.from(picture.title, 'utf8');
  const { width, height } = picture;
  const parts = [numbers(kindNumber(picture), type.length), type, numbers(title.length), title];
  return Buffer.concat([...parts, numbers(width, height, 0, 0, data.length), data]).toString('base64');
}

function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
  return buffer;
}
