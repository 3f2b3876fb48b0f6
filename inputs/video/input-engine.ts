import { extname } from 'node:path';
import { safeFilename, stem } from '../../src/files/filename.ts';
import { defineInputEngine, type InputContext, type OpenedFile } from '../../src/runner/input-engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, within } from '../../src/work/context.ts';
import type { FfmpegRuns } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { layOut, MOST_SHEET_PIXELS, sheetSize, timeFilters } from '../../tools/programs/ffmpeg/frames/contact-sheet.ts';
import { frameSize, isTransparent, largestFrame } from '../../tools/programs/ffmpeg/frames/frame-plan.ts';
import { takeFrames } from '../../tools/programs/ffmpeg/frames/take-frames.ts';
import { describeFfmpegProgram } from '../../tools/programs/ffmpeg/installed.ts';
import { limited, unsupported, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import {
  type MediaFacts,
  type MediaStream,
  mainVideo,
  probeStreams,
} from '../../tools/programs/ffmpeg/probe/streams.ts';
import { requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import { takeSound } from '../../tools/programs/ffmpeg/sound/take-sound.ts';
import { catalog } from './catalog.ts';
import {
  FRAME_BYTES,
  MOST_FRAMES,
  USUAL_FRAMES,
  USUAL_TILE_WIDTH,
  USUAL_TILES_A_SIDE,
  WIDEST_FRAME,
} from './limits.ts';
import { choiceOf, partOf, spread, taken, trackOf, type VideoOptions, withoutEffect } from './plan.ts';

const PURPOSE = 'inputs of the engine video';

/** Films as their sound, as frames, or as a contact sheet. */
export const inputEngine = defineInputEngine(catalog, {
  open: async ({ options, input }, context) => {
    const [ffmpeg, ffprobe] = await Promise.all([
      requireProgram('ffmpeg', PURPOSE),
      requireProgram('ffprobe', PURPOSE),
    ]);
    const fetched = await context.fetch();
    const film: LocalInput = { ...fetched, id: input.id, decryptPassword: null };
    const media = await probeStreams(ffprobe, film, context);
    const what = taken(options, media, context.conversion.category);
    for (const warning of withoutEffect(options, what)) warn(warning, context);
    const opening: Opening = { film, media, options, runs: { ffmpeg, context, filename: film.filename }, context };
    return what === 'sound' ? [await openSound(opening)] : openPictures(opening, what);
  },
  describe: async () => [
    await describeFfmpegProgram('ffmpeg', 'optional', [PURPOSE]),
    await describeFfmpegProgram('ffprobe', 'optional', [PURPOSE]),
  ],
});

interface Opening {
  readonly film: LocalInput;
  readonly media: MediaFacts;
  readonly options: VideoOptions;
  readonly runs: FfmpegRuns;
  readonly context: InputContext;
}

async function openSound({ film, media, options, runs, context }: Opening): Promise<OpenedFile> {
  const audio = trackOf(options, media, film.filename);
  const { path, extension, warnings } = await takeSound(film, { audio, part: partOf(options, media) }, runs);
  for (const warning of warnings) warn(warning, context);
  return { path, filename: safeFilename(`${stem(film.filename)}.${extension}`) };
}

async function openPictures(opening: Opening, what: 'frames' | 'sheet'): Promise<OpenedFile[]> {
  const { film, media } = opening;
  const video = mainVideo(media);
  if (video === null) {
    throw new ConversionError('input_wrong_type', `${film.filename} has no frames: it contains no video stream.`);
  }
  return what === 'frames' ? openFrames(opening, video) : [await openSheet(opening, video)];
}

async function openFrames({ film, media, options, runs, context }: Opening, video: MediaStream): Promise<OpenedFile[]> {
  const { max_width = WIDEST_FRAME, max_height = WIDEST_FRAME, max_frames, frame_format: format = 'png' } = options;
  const size = frameSize(video, { width: max_width, height: max_height });
  const room = Math.max(1, Math.floor(FRAME_BYTES / largestFrame(size, format, isTransparent(video))));
  const wanted = max_frames ?? USUAL_FRAMES;
  const most = Math.min(wanted, room);
  const choice = choiceOf(options, media) ?? { by: 'interval', seconds: 1 };
  const request = { video, part: partOf(options, media), choice, most, size, format };
  const { paths, hasMore, warnings } = await takeFrames(film, request, runs);
  for (const warning of warnings) warn(warning, context);
  const isCut = hasMore || (choice.by === 'times' && choice.times.length > most);
  if (isCut && most < wanted) {
    const message = `${film.filename}: only the first ${most} frames were taken, because frames of ${size.width} x ${size.height} pixels take much room. Give max_width, or frame_format jpg.`;
    warn(limited(message, { frames: most }), context);
  } else if (isCut && max_frames === undefined) {
    const message = `${film.filename}: only the first ${most} frames were taken. Give max_frames, of at most ${MOST_FRAMES}, or take fewer.`;
    warn(limited(message, { frames: most }), context);
  }
  if (choice.by === 'times') warnOfMissing(Math.min(choice.times.length, most), paths.length, film, context);
  return paths.map((path, index) => {
    const number = String(index + 1).padStart(4, '0');
    return { path, filename: safeFilename(`${stem(film.filename)}-${number}${extname(path)}`) };
  });
}

/** Warns about times at which the film shows nothing, such as after its last frame. */
function warnOfMissing(expected: number, found: number, { filename }: LocalInput, context: InputContext): void {
  if (found >= expected) return;
  const message = `${filename} has no frame at ${expected - found} of ${expected} times: its pictures end before.`;
  warn(limited(message, { expected, found }), context);
}

async function openSheet({ film, media, options, runs, context }: Opening, video: MediaStream): Promise<OpenedFile> {
  const { columns = USUAL_TILES_A_SIDE, rows = USUAL_TILES_A_SIDE, show_times: isTimed = true } = options;
  const { max_height = WIDEST_FRAME, max_width = max_height === WIDEST_FRAME ? USUAL_TILE_WIDTH : WIDEST_FRAME } =
    options;
  const size = frameSize(video, { width: max_width, height: max_height });
  const sheet = sheetSize(size, columns, rows);
  if (sheet.width * sheet.height > MOST_SHEET_PIXELS) {
    const reason = `a sheet of ${sheet.width} x ${sheet.height} pixels is too large; ${MOST_SHEET_PIXELS} pixels are the most`;
    throw unsupported({ option: 'max_width', value: max_width }, reason, []);
  }
  const part = partOf(options, media);
  const most = columns * rows;
  const choice = choiceOf(options, media) ?? spread(part, most);
  const draw = isTimed ? { draw: (offset: number) => timeFilters(size, offset) } : {};
  const taking: FfmpegRuns = { ...runs, context: within(runs.context, 0, 90) };
  const request = { video, part, choice, most, size, format: 'png' as const, ...draw };
  const { paths, warnings } = await takeFrames(film, request, taking);
  for (const warning of warnings) warn(warning, context);
  const path = await layOut(paths, { columns, rows }, runs);
  return { path, filename: safeFilename(`${stem(film.filename)}-sheet.png`) };
}

function warn({ code, message, details }: Warning, context: InputContext): void {
  context.warn(code, message, details);
}
