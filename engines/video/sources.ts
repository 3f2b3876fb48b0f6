import type { Film, SoundTrack } from '../../tools/programs/ffmpeg/probe/film.ts';
import { filmInputArguments } from '../../tools/programs/ffmpeg/probe/input-safety.ts';
import type { PictureOptions } from './read-options.ts';

/** A file that ffmpeg opens; tracks refer to it by its index. */
export interface Source {
  /** Arguments that open it. */
  readonly open: readonly string[];
  /** Whether the kept part is cut out when it is opened; else filters do that, after the mixture. */
  readonly isCut: boolean;
  /** Seconds after which everything is left out. Null: nothing is. */
  readonly until: number | null;
}

/** Filters that make one picture, or one sound, from several. */
export interface Mixture {
  /** Parts of a graph, whose outputs have these names. */
  readonly chains: readonly string[];
  /** Null: the picture comes from its own track. */
  readonly picture: string | null;
  readonly sounds: ReadonlyMap<SoundTrack, string>;
  /** Whether the kept part is still to be cut out. */
  readonly isWhole: boolean;
}

/** Sources of a result. */
export interface Material<Each extends Film = Film> {
  /** Description of all sources together, as if they were one film. */
  readonly film: Each;
  readonly sources: readonly Source[];
  readonly mixture: Mixture | null;
}

/** Returns the source of a single video. */
export const filmSource = (path: string, film: Film): Source => ({
  open: [...decoderArguments(film), ...filmInputArguments(path)],
  isCut: true,
  until: null,
});

/** ffmpeg's own decoders of VP8 and VP9 ignore the transparency. */
function decoderArguments({ picture }: Film): string[] {
  if (picture === null || !picture.hasAlpha) return [];
  const decoders: Readonly<Record<string, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };
  const decoder = decoders[picture.codec];
  return decoder === undefined ? [] : ['-c:v', decoder];
}

/** Returns arguments that open all sources, limited to the kept part. */
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

/** Returns the filters that cut the kept part out of a mixture; `a` for sound. */
export function partFilters(kind: '' | 'a', { start, end }: PictureOptions): string[] {
  if (start === 0 && end === null) return [];
  const until = end === null ? '' : `:end=${end}`;
  return [`${kind}trim=start=${start}${until}`, `${kind}setpts=PTS-STARTPTS`];
}
