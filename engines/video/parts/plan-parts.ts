import { renderFileList } from '../../../tools/programs/ffmpeg/file-list.ts';
import { ratio } from '../../../tools/programs/ffmpeg/probe/film.ts';
import { fileUrl } from '../../../tools/programs/ffmpeg/probe/input-safety.ts';
import { BEGIN, type FilmRun } from '../arguments.ts';

/** A part of a film that is encoded separately. */
export interface Part {
  /** The part's first frame in the whole film, and the first frame after it. Null: up to the end. */
  readonly first: number;
  readonly end: number | null;
  readonly seconds: number;
}

/** Encoders that are faster in parts (`npm run bench:video parts`, 1.28 on two cores). Others already use all cores. */
const FASTER_IN_PARTS: ReadonlySet<string> = new Set(['libtheora']);

/** Minimum length of a part: each begins with a whole frame, and decodes what lies between it and the previous one. */
const LEAST_SECONDS = 20;
/** More parts than cores, so that the cores finish at about the same time. */
const PARTS_A_CORE = 4;

/** Demuxers that seek to a frame by an index; others seek to a position near it, and frames would be missing. */
const INDEXED: ReadonlySet<string> = new Set(['matroska', 'mov']);

/** Returns in how many parts a film could be encoded; 1: not in parts. */
export function mostParts(run: FilmRun): number {
  const { film, plan, mixture, options, sources, subtitles } = run;
  const { picture } = plan;
  if (picture.by === 'copy' || !FASTER_IN_PARTS.has(picture.encoder.encoder) || picture.passes > 1) return 1;
  // A picture made from several, drawn by time, or with filters that look at neighbouring frames is encoded as a whole.
  const isDrawn = mixture !== null || sources.length > 1 || subtitles.by === 'burn' || subtitles.by === 'overlay';
  const isCut = options.start > 0 || options.end !== null || options.speed !== 1;
  const isSpread = picture.plan.filters.some((filter) => /^(ass=|fps=|bwdif|hqdn3d)/.test(filter));
  const track = film.picture;
  if (isDrawn || isCut || isSpread || track === null || track.edits !== null || track.rate === null || track.isVariable)
    return 1;
  if (!film.formats.some((format) => INDEXED.has(format))) return 1;
  return Math.max(1, Math.floor((plan.seconds ?? 0) / LEAST_SECONDS));
}

/** Returns the parts for so many cores, each of whole frames. */
export function partsOf({ film, plan }: FilmRun, most: number, cores: number): Part[] {
  const { picture } = film;
  const { seconds } = plan;
  if (picture === null || picture.rate === null || seconds === null) throw new Error('no film that has parts');
  const rate = ratio(picture.rate);
  const count = Math.min(most, cores * PARTS_A_CORE);
  const frames = Math.round(seconds * rate);
  const edge = (number: number) => Math.round((number * frames) / count);
  return Array.from({ length: count }, (_, number) => ({
    first: edge(number),
    end: number === count - 1 ? null : edge(number + 1),
    seconds: (edge(number + 1) - edge(number)) / rate,
  }));
}

/** The last part ends with the sound, which may last longer than the picture; seconds. */
const UNSURE_SECONDS = 0.5;

/** Whether a part has all its frames; if not, the film's frames are not evenly timed, or seeking to them failed. */
export function isWhole({ film }: FilmRun, { first, end, seconds }: Part, frames: number): boolean {
  if (end !== null) return frames === end - first;
  const rate = film.picture?.rate == null ? 0 : ratio(film.picture.rate);
  return frames >= Math.floor((seconds - UNSURE_SECONDS) * rate);
}

/** Seconds before a part where ffmpeg begins to decode, as decoders of open GOPs need. Whole seconds, so that no time is rounded. */
const BEFORE_SECONDS = 1;

/**
 * Returns ffmpeg's arguments for the picture of one part, whose frames are timed within it. Parts begin half a frame before their first
 * frame, so that each frame belongs to one part however its time was rounded.
 */
export function partArguments(run: FilmRun, { first, end, seconds }: Part, output: string): string[] {
  const { film, sources, plan, container } = run;
  const [source] = sources;
  const { picture } = plan;
  if (source === undefined || film.picture?.rate == null || picture.by === 'copy') throw new Error('no part of a film');
  const { index, begins, rate } = film.picture;
  const at = (frame: number) => begins + frame / ratio(rate);
  const from = Math.max(0, Math.floor(at(first)) - BEFORE_SECONDS);
  const border = (frame: number) => (at(frame) - 0.5 / ratio(rate) - from).toFixed(6);
  const trim = [
    ...(first === 0 ? [] : [`start=${border(first)}`]),
    ...(end === null ? [] : [`end=${border(end)}`]),
  ].join(':');
  const filters = [`trim=${trim}`, `setpts=PTS-${(at(first) - from).toFixed(6)}/TB`, ...picture.plan.filters];
  const until = end === null ? [] : ['-t', `${Math.ceil(at(first) - from + seconds) + BEFORE_SECONDS}`];
  return [
    ...BEGIN,
    ...(from > 0 ? ['-ss', `${from}`] : []),
    ...until,
    ...source.open,
    ...['-map', `0:${index}`, '-filter:v:0', filters.join(',')],
    ...picture.arguments,
    ...(picture.kbps === null ? [] : ['-b:v', `${picture.kbps}k`]),
    ...['-an', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-f', partMuxer(container.muxer)],
    fileUrl(output),
  ];
}

/** Returns a muxer that keeps the timestamps, and the colour coding if the target has it. */
const partMuxer = (muxer: string): string => (muxer === 'matroska' ? 'matroska' : 'nut');

/** Returns the list from which ffmpeg reads the parts in order, each at its time whatever its file says. */
export const renderParts = (parts: readonly Part[], paths: readonly string[]): string =>
  renderFileList(
    parts.map(({ seconds }, index) => ({
      path: paths[index] ?? '',
      directives: ['inpoint 0', `duration ${seconds.toFixed(6)}`],
    })),
  );
