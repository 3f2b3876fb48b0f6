import { limited, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import type { Container } from './encoding.ts';

/** Returns tags as a container writes them: ffmpeg truncates dates in ID3v2.3, and does not know Vorbis comments for sorting. */
export function tagsAsWritten(tags: ReadonlyMap<string, string>, container: Container): Map<string, string> {
  const isVorbis = container.muxer === 'flac' || container.demuxer === 'ogg';
  return new Map(
    [...tags].flatMap(([name, value]): [string, string][] => {
      if (container.muxer === 'mp3' && name.toLowerCase() === 'date') return id3Date(value) ?? [[name, value]];
      const sorted = isVorbis ? /^sort_(\w+)$/.exec(name)?.[1] : undefined;
      return [[sorted === undefined ? name : `${SORTED[sorted] ?? sorted.replace('_', '')}sort`, value]];
    }),
  );
}

/** Sorted fields that iTunes and Vorbis comments name differently. */
const SORTED: Readonly<Record<string, string>> = { name: 'title' };

interface DateParts {
  readonly year: string;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
  readonly hour?: string | undefined;
  readonly minute?: string | undefined;
  /** The part beyond minutes: seconds that are not 0, and a zone that is not UTC. */
  readonly rest: string;
}

/** Parses ISO 8601 as tags have it, also with the colons of Exif. Null for other text. */
function dateParts(text: string): DateParts | null {
  const [, year, month, day, hour, minute, seconds = '', zone = ''] = DATE.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const rest = `${/[1-9]/.test(seconds) ? seconds : ''}${/[1-9]/.test(zone) ? zone : ''}`;
  return { year, month, day, hour, minute, rest };
}

const DATE =
  /^(\d{4})(?:[-:](0[1-9]|1[0-2])(?:[-:](0[1-9]|[12]\d|3[01])(?:[T ]([01]\d|2[0-3]):([0-5]\d)(:\d\d(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?)?)?$/;

/** Returns the frames of ID3v2.3: year, day and month, hour and minute. Null if the text is not a date. */
function id3Date(text: string): [string, string][] | null {
  const parts = dateParts(text);
  if (parts === null) return null;
  const { year, month, day, hour, minute } = parts;
  return [
    ['TYER', year],
    ...(month === undefined || day === undefined ? [] : ([['TDAT', `${day}${month}`]] as [string, string][])),
    ...(hour === undefined || minute === undefined ? [] : ([['TIME', `${hour}${minute}`]] as [string, string][])),
  ];
}

/** Warns that a date is kept less exactly than given. */
export function dateWarnings(tags: ReadonlyMap<string, string>, { muxer, name }: Container): Warning[] {
  const date = [...tags].find(([tag]) => tag.toLowerCase() === 'date')?.[1] ?? '';
  const parts = muxer === 'mp3' ? dateParts(date) : null;
  if (parts === null) return [];
  const isMonth = parts.month !== undefined && parts.day === undefined;
  if (parts.rest === '' && !isMonth) return [];
  const what = isMonth ? 'years, or days of a month' : 'the time to the minute, and no time zone';
  const message = `${name} tags made here (ID3v2.3) hold ${what}: the rest of the date ${date.slice(0, 40)} was left out.`;
  return [limited(message, { tag: 'date', value: date.slice(0, 40) })];
}
