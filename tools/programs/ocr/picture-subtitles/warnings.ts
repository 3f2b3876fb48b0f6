import { pluralize } from '../../../../src/util/pluralize.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import { timeText } from '../../../formats/subtitles/times.ts';
import type { Showing } from './events.ts';

/** What happened to the pictures of a track. */
export interface ReadingCounts {
  readonly pictures: number;
  readonly subtitles: number;
  /** Those whose text tesseract is not sure of. */
  readonly unsure: readonly Showing[];
  /** Those in which nothing was read, or that cannot be seen. */
  readonly unread: readonly Showing[];
}

interface Where {
  /** Time at which the film begins, milliseconds. */
  readonly origin: number;
  readonly filename: string;
  readonly context: WorkContext;
}

/** Times that a warning names. */
const NAMED = 20;

/** Warns that subtitles were recognised, counts those that are uncertain, and names those that are left out. */
export function warnOfReading({ pictures, subtitles, unsure, unread }: ReadingCounts, where: Where): void {
  const { filename, context } = where;
  const [uncertainAt, unreadAt] = [timesOf(unsure, where), timesOf(unread, where)];
  const many = unsure.length === 1 ? 'One of them is' : `${unsure.length} of them are`;
  const rest = unsure.length === 0 ? '' : ` ${many} uncertain: ${listed(uncertainAt, unsure)}.`;
  const message = `The subtitles of ${filename} are pictures. Their text was recognised and may have mistakes; colours and fonts are left out.${rest}`;
  const details = { pictures, subtitles, uncertain: unsure.length };
  context.warn('output_limited', message, {
    ...details,
    ...(unsure.length > 0 && { uncertain_at: uncertainAt }),
  });
  if (unread.length === 0) return;
  const lost = `No text was recognised in ${pluralize(unread.length, 'picture')} of ${filename}, which ${unread.length === 1 ? 'is' : 'are'} left out: ${listed(unreadAt, unread)}.`;
  context.warn('output_limited', lost, { unread: unread.length, unread_at: unreadAt });
}

const timesOf = (showings: readonly Showing[], { origin }: Where): readonly string[] =>
  showings.slice(0, NAMED).map(({ start }) => timeText(Math.max(0, start - origin), { sign: '.' }));

const listed = (times: readonly string[], all: readonly Showing[]): string =>
  `${times.join(', ')}${all.length > times.length ? ' and later' : ''}`;
