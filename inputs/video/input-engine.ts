import { extname } from 'node:path';
import { safeFilename, stem } from '../../src/files/filename.ts';
import { defineInputEngine, type InputContext, type OpenedFile } from '../../src/runner/input-engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput } from '../../src/work/context.ts';
import type { FfmpegRuns } from '../../tools/ffmpeg/ffmpeg.ts';
import { frameSize, isTransparent, largestFrame } from '../../tools/ffmpeg/frame-plan.ts';
import { describeFfmpegProgram } from '../../tools/ffmpeg/installed.ts';
import { limited, type Warning } from '../../tools/ffmpeg/issues.ts';
import { requireProgram } from '../../tools/ffmpeg/programs.ts';
import { type MediaFacts, mainVideo, probeStreams } from '../../tools/ffmpeg/streams.ts';
import { takeFrames } from '../../tools/ffmpeg/take-frames.ts';
import { takeSound } from '../../tools/ffmpeg/take-sound.ts';
import { catalog } from './catalog.ts';
import { FRAME_BYTES, MOST_FRAMES, USUAL_FRAMES, WIDEST_FRAME } from './limits.ts';
import { intervalOf, partOf, taken, trackOf, type VideoOptions, withoutEffect } from './plan.ts';

const PURPOSE = 'inputs of the engine video';

/** Films as their sound, or as frames. */
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
    return what === 'sound' ? [await openSound(opening)] : openFrames(opening);
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

async function openFrames({ film, media, options, runs, context }: Opening): Promise<OpenedFile[]> {
  const video = mainVideo(media);
  if (video === null) {
    throw new ConversionError('input_wrong_type', `${film.filename} has no frames: it holds no video stream.`);
  }
  const { max_width = WIDEST_FRAME, max_height = WIDEST_FRAME, max_frames, frame_format: format = 'png' } = options;
  const size = frameSize(video, { width: max_width, height: max_height });
  const room = Math.max(1, Math.floor(FRAME_BYTES / largestFrame(size, format, isTransparent(video))));
  const wanted = max_frames ?? USUAL_FRAMES;
  const most = Math.min(wanted, room);
  const request = { video, part: partOf(options, media), interval: intervalOf(options), most, size, format };
  const { paths, hasMore, warnings } = await takeFrames(film, request, runs);
  for (const warning of warnings) warn(warning, context);
  if (hasMore && most < wanted) {
    const message = `${film.filename}: only the first ${most} frames were taken, because frames of ${size.width} x ${size.height} pixels take much room. Give max_width, or frame_format jpg.`;
    warn(limited(message, { frames: most }), context);
  } else if (hasMore && max_frames === undefined) {
    const message = `${film.filename}: only the first ${most} frames were taken. Give max_frames, of at most ${MOST_FRAMES}, or take fewer a second.`;
    warn(limited(message, { frames: most }), context);
  }
  return paths.map((path, index) => {
    const number = String(index + 1).padStart(4, '0');
    return { path, filename: safeFilename(`${stem(film.filename)}-${number}${extname(path)}`) };
  });
}

function warn({ code, message, details }: Warning, context: InputContext): void {
  context.warn(code, message, details);
}
