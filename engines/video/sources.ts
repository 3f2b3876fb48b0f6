import type { Film, SoundTrack } from '../../tools/ffmpeg/film.ts';
import { filmInputArguments } from '../../tools/ffmpeg/input-safety.ts';
import type { PictureOptions } from './read-options.ts';

/** A file that ffmpeg opens; tracks name it by its place. */
export interface Source {
  /** Arguments that open it. */
  readonly open: readonly string[];
  /** Whether the part that is kept is cut out where it is opened; else filters do it, after the mixture. */
  readonly isCut: boolean;
  /** Everything after it is left out, seconds; null: nothing. */
  readonly until: number | null;
}

/** Filters that make one picture, or one sound, of several. */
export interface Mixture {
  /** Parts of a graph, with ends of these names. */
  readonly chains: readonly string[];
  /** Null: the picture comes from its own track. */
  readonly picture: string | null;
  readonly sounds: ReadonlyMap<SoundTrack, string>;
  /** Whether the part that is kept is still to be cut out. */
  readonly isWhole: boolean;
}

/** What a result is made of. */
export interface Material<Each extends Film = Film> {
  /** What all of it together is, as if it were one film. */
  readonly film: Each;
  readonly sources: readonly Source[];
  readonly mixture: Mixture | null;
}

/** A single video. */
export const filmSource = (path: string, film: Film): Source => ({
  open: [...decoderArguments(film), ...filmInputArguments(path)],
  isCut: true,
  until: null,
});

/** ffmpeg's own decoders of VP8 and VP9 leave the transparency out. */
function decoderArguments({ picture }: Film): string[] {
  if (picture === null || !picture.hasAlpha) return [];
  const decoders: Readonly<Record<string, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };
  const decoder = decoders[picture.codec];
  return decoder === undefined ? [] : ['-c:v', decoder];
}

/** Arguments that open all sources, each in the part of it that is kept. */
export const openArguments = (sources: readonly Source[], { start, end }: PictureOptions): string[] =>
  sources.flatMap(({ open, isCut, until }) => {
    const from = isCut ? start : 0;
    const to = [isCut ? end : null, until].filter((time) => time !== null);
    return [
      ...(from > 0 ? ['-ss', `${from}`] : []),
      ...(to.length === 0 ? [] : ['-t', (Math.min(...to) - from).toFixed(3)]),
      ...open,
    ];
  });

/** The filters that cut out of a mixture the part that is kept; `a` for sound. */
export function partFilters(kind: '' | 'a', { start, end }: PictureOptions): string[] {
  if (start === 0 && end === null) return [];
  const until = end === null ? '' : `:end=${end}`;
  return [`${kind}trim=start=${start}${until}`, `${kind}setpts=PTS-STARTPTS`];
}
