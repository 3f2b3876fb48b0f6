import type { WorkContext } from '../../../../src/work/context.ts';
import { callOf, type Program } from '../../ffmpeg/programs.ts';

/** When a subtitle that is a picture is shown, milliseconds. */
export interface Showing {
  readonly start: number;
  readonly end: number;
}

/** What ffprobe says about one subtitle of a track: a picture, or an empty screen. Milliseconds. */
export interface SubtitleEvent {
  readonly start: number;
  /** Null: until the next one. */
  readonly end: number | null;
  readonly isEmpty: boolean;
}

export interface TrackEvents {
  /** In the order of the file; `MOST_EVENTS` + 1 if there are more. */
  readonly events: readonly SubtitleEvent[];
  /** Where the file begins, by its own clock. */
  readonly fileStart: number;
  /** Milliseconds that the track counts in: ffmpeg shows pictures only at multiples. */
  readonly tick: number;
}

/** More than any film has, even with an empty screen after each. */
export const MOST_EVENTS = 20_000;

/** Ends that are later than this after the start are not meant: decoders have none, or the largest number there is. */
const LONGEST = 10 * 60_000;

/** How long the last picture is shown if the track does not say. */
const LAST = 5000;

const EVENT = /^subtitle\|pts_time=([\d.]+)\|start_display_time=(\d+)\|end_display_time=(\d+)\|num_rects=(\d+)/;

/** Reads when the pictures of a track are shown, without decoding anything else. @param open arguments that open the file */
export async function readEvents(
  ffprobe: Program,
  { open, index }: { readonly open: readonly string[]; readonly index: number },
  context: WorkContext,
): Promise<TrackEvents> {
  const events: SubtitleEvent[] = [];
  let [fileStart, tick] = [0, 1];
  const onStdout = (line: string): void => {
    const [, time, from, until, pictures] = EVENT.exec(line) ?? [];
    const begin = /^format\|start_time=(-?[\d.]+)/.exec(line)?.[1];
    if (begin !== undefined) fileStart = Math.round(1000 * Number(begin));
    const [, ticks, seconds] = /^stream\|time_base=(\d+)\/(\d+)/.exec(line) ?? [];
    if (ticks !== undefined) tick = (1000 * Number(ticks)) / Math.max(1, Number(seconds));
    if (time === undefined || events.length > MOST_EVENTS) return;
    const at = 1000 * Number(time);
    const [start, end] = [Math.round(at + Number(from)), Math.round(at + Number(until))];
    const hasEnd = end > start && end - start < LONGEST;
    events.push({ start, end: hasEnd ? end : null, isEmpty: pictures === '0' });
  };
  const entries = 'format=start_time:stream=time_base:subtitle=pts_time,start_display_time,end_display_time,num_rects';
  const show = ['-v', 'error', '-show_frames', '-show_entries', entries, '-of', 'compact'];
  const args = [...show, '-select_streams', String(index), ...open];
  await context.run(callOf(ffprobe, args, { onStdout, acceptExitCodes: 'any' }));
  return { events, fileStart, tick: tick > 0 ? tick : 1 };
}

/**
 * Returns when pictures are shown, in order: until the stated end, or until the next subtitle or empty screen. Of several at one time, the
 * last one counts.
 */
export function showingsOf(events: readonly SubtitleEvent[]): readonly Showing[] {
  const byStart = [...new Map(events.map((event) => [event.start, event])).values()];
  byStart.sort((one, other) => one.start - other.start);
  return byStart.flatMap(({ start, end, isEmpty }, index) => {
    const next = byStart[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    return isEmpty
      ? []
      : [{ start, end: Math.min(end ?? (next === Number.POSITIVE_INFINITY ? start + LAST : next), next) }];
  });
}
