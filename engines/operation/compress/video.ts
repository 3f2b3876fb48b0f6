import { ConversionError } from '../../../src/task/errors.ts';
import { mainVideo, probeStreams } from '../../../tools/programs/ffmpeg/probe/streams.ts';
import { requireProgram } from '../../../tools/programs/ffmpeg/programs.ts';
import { recodeVideo, type VideoQuality } from '../../../tools/programs/ffmpeg/recode.ts';
import { standIn } from '../stand-in.ts';
import type { Compress, Level } from './compressor.ts';

const QUALITY: Readonly<Record<Level, VideoQuality>> = { low: 'fine', medium: 'good', high: 'small' };

/** Tolerance of the length, seconds: containers round the length of the last frames. */
const ROUNDED = 1;

/** Whether a film is as long as before, if that is known. */
const isWhole = (before: number | null, after: number | null): boolean =>
  before === null || (after ?? 0) > before * 0.99 - ROUNDED;

/** Encodes the picture of a film again at the same size and times; sound, subtitles, chapters and tags stay. */
export const compressVideo: Compress = async (input, level, context) => {
  const ffmpeg = await requireProgram('ffmpeg', 'operation/compress of videos');
  const ffprobe = await requireProgram('ffprobe', 'operation/compress of videos');
  const media = await probeStreams(ffprobe, input, context);
  const video = mainVideo(media);
  if (video === null) {
    const message = `${input.filename} holds no film. Sound alone is made smaller by a target of the category audio.`;
    throw new ConversionError('input_wrong_type', message, { details: { format: input.format?.name ?? null } });
  }
  const runs = { ffmpeg, context, filename: input.filename };
  const path = await recodeVideo(input, { media, video, quality: QUALITY[level] }, runs);
  const { seconds } = await probeStreams(ffprobe, await standIn(input, path), context);
  return isWhole(media.seconds, seconds) ? path : { because: 'parts of it cannot be decoded, which would be missing' };
};
