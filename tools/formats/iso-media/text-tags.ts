import { type Box, boxesIn, contentOf } from './boxes.ts';
import type { MovieTags } from './movie-tags.ts';

/** Items of iTunes and records of QuickTime that ffmpeg 5.1 to 7.1 reads itself (libavformat/mov.c). */
// biome-ignore format: a list of short names
const READ_BY_FFMPEG = new Set([
  '@PRM', '@PRQ', 'FIRM', 'HMMT', 'XMP_', 'aART', 'akID', 'apID', 'catg', 'covr', 'cpil', 'desc', 'disk', 'egid', 'hdvd', 'keyw', 'ldes',
  'loci', 'pcst', 'pgap', 'purd', 'soaa', 'soal', 'soar', 'soco', 'sonm', 'sosn', 'stik', 'trkn', 'tven', 'tves', 'tvnn', 'tvsh', 'tvsn',
  '©ART', '©PRD', '©alb', '©aut', '©chp', '©cmt', '©com', '©cpy', '©day', '©dir', '©dis', '©ed1', '©enc', '©fmt', '©gen', '©grp', '©hst',
  '©inf', '©lyr', '©mak', '©mod', '©nam', '©ope', '©prd', '©prf', '©req', '©src', '©st3', '©too', '©trk', '©url', '©wrn', '©wrt', '©xyz',
]);

/** Items of iTunes only. */
const ITEMS_READ_BY_FFMPEG = new Set(['cprt', 'gnre', 'rtng', '----']);

/** Names of other tags; unlisted ones keep their type as name. */
const NAMES: Readonly<Record<string, string>> = {
  albm: 'album',
  auth: 'author',
  clsf: 'classification',
  cprt: 'copyright',
  dscp: 'description',
  gnre: 'genre',
  kywd: 'keywords',
  manu: 'make',
  modl: 'model',
  perf: 'artist',
  rate: 'rating_percent',
  rtng: 'rating',
  titl: 'title',
  tmpo: 'bpm',
  yrrc: 'date',
  '©des': 'description',
  '©isr': 'isrc',
  '©mvn': 'movement_name',
  '©swr': 'software',
  '©wrk': 'work',
};

/** Records of 3GPP: bytes before their text, which begin with a two-byte language. */
const BEFORE_TEXT: Readonly<Record<string, number>> = {
  ...{ albm: 4, auth: 4, cprt: 4, dscp: 4, gnre: 4, perf: 4, titl: 4 },
  ...{ clsf: 10, rtng: 12 },
};

/** Returns the tags that ffmpeg does not read correctly, by names in ffmpeg's style. */
export function unreadTags({ keys, userData, items }: Omit<MovieTags, 'others'>): Map<string, string> {
  const texts: [string, string][] = [
    // With several lists of keys, ffmpeg assigns their values to the last list.
    ...keys.map((key): [string, string] => [key.name, itemText(key)]),
    ...userData.filter(({ type }) => !READ_BY_FFMPEG.has(type)).map((box) => named(box, userDataText(box))),
    ...items
      .filter(({ type }) => !READ_BY_FFMPEG.has(type) && !ITEMS_READ_BY_FFMPEG.has(type))
      .map((box) => named(box, itemText(box))),
  ];
  return new Map(texts.filter(([, text]) => text !== ''));
}

const named = ({ type }: Box, text: string): [string, string] => [NAMES[type] ?? type.replace('©', '').trim(), text];

/** Types of values of `data` (QuickTime File Format, well-known types). */
const [SIGNED, UNSIGNED] = [21, 22];

/** Returns an empty text if it is neither text nor a number. */
export function itemText({ content }: Pick<Box, 'content'>): string {
  const data = contentOf(boxesIn(content), 'data');
  if (data === null || data.length <= 8) return '';
  const type = data.readUInt32BE(0) & 0xffffff;
  const value = data.subarray(8);
  if (type === 1) return clean(value.toString('utf8'));
  const isNumber = type === SIGNED || type === UNSIGNED || type === 0;
  if (!isNumber || value.length > 4) return '';
  return `${type === SIGNED ? value.readIntBE(0, value.length) : value.readUIntBE(0, value.length)}`;
}

function userDataText({ type, content }: Box): string {
  if (type === 'yrrc') return content.length < 6 ? '' : `${content.readUInt16BE(4)}`;
  const before = BEFORE_TEXT[type];
  if (before !== undefined) return content.length < before + 2 ? '' : unicode(content.subarray(before + 2));
  // As in QuickTime: the length of the text, and its language.
  if (!type.startsWith('©')) return isPrintable(content) ? clean(content.toString('utf8')) : '';
  return content.length < 4 ? '' : clean(content.toString('utf8', 4, 4 + content.readUInt16BE(0)));
}

/** Decodes UTF-16 if it begins with a byte order mark, otherwise UTF-8; up to the NUL at its end. */
function unicode(bytes: Buffer): string {
  const isWide = bytes.length >= 2 && bytes.readUInt16BE(0) === 0xfeff;
  const text = isWide
    ? Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
        .swap16()
        .toString('utf16le')
    : bytes.toString('utf8');
  return clean(text.split('\0', 1)[0] ?? '');
}

const isPrintable = (bytes: Buffer): boolean => bytes.length <= 1024 && bytes.every((byte) => byte >= 32 || byte === 0);

/** Most characters of a tag that is read here. */
const LONGEST = 64 * 1024;

const clean = (text: string): string => text.replaceAll('\0', '').slice(0, LONGEST).trim();
