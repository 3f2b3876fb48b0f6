import { join } from 'node:path';
import { type LocalInput, partFolder } from '../../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from './ffmpeg.ts';
import { type AttachedPicture, attachArguments, copyPicture, pictureExtension, QUIET } from './frames/pictures.ts';
import { fileUrl, inputArguments } from './probe/input-safety.ts';
import { type MediaFacts, type MediaStream, picturesOf } from './probe/streams.ts';
import { Progress } from './progress.ts';

/** `fine`: hard to distinguish from the source; `good`: like most films on the web; `small`: losses are visible. */
export type VideoQuality = 'fine' | 'good' | 'small';

interface Encoder {
  readonly name: string;
  /** Constant rate factor by quality: the higher, the smaller. */
  readonly crf: Readonly<Record<VideoQuality, number>>;
  readonly more: readonly string[];
}

const X264: Encoder = { name: 'libx264', crf: { fine: 23, good: 27, small: 31 }, more: ['-preset', 'medium'] };
const VP9: Encoder = {
  name: 'libvpx-vp9',
  crf: { fine: 33, good: 38, small: 44 },
  more: ['-b:v', '0', '-deadline', 'good', '-cpu-used', '4', '-row-mt', '1'],
};

/** Encoders of codecs that are kept. Other codecs become those that players of their container support best. */
const ENCODERS: Readonly<Record<string, Encoder>> = {
  av1: { name: 'libsvtav1', crf: { fine: 32, good: 40, small: 48 }, more: ['-preset', '8'] },
  h264: X264,
  hevc: {
    name: 'libx265',
    crf: { fine: 26, good: 30, small: 34 },
    more: ['-preset', 'medium', '-x265-params', 'log-level=error'],
  },
  vp9: VP9,
};

/** Sound with a higher bitrate is re-encoded, bits/s. */
const LARGE_SOUND: Readonly<Record<VideoQuality, number>> = { fine: Infinity, good: 192_000, small: 128_000 };
const SOUND_BITRATE: Readonly<Record<VideoQuality, string>> = { fine: '192k', good: '128k', small: '96k' };

/** ffmpeg's muxers by format name. */
const MUXERS: Readonly<Record<string, string>> = { m4v: 'mp4', mkv: 'matroska', mov: 'mov', mp4: 'mp4', webm: 'webm' };

export interface Recoding {
  readonly media: MediaFacts;
  /** The stream that is re-encoded. */
  readonly video: MediaStream;
  readonly quality: VideoQuality;
}

/**
 * Re-encodes a film in its container: pictures with the same size and times, and large sound; keeps covers, subtitles, chapters and tags.
 * Throws ConversionError as runFfmpeg does. @returns the path of the result
 */
export async function recodeVideo(input: LocalInput, recoding: Recoding, runs: FfmpegRuns): Promise<string> {
  const container = input.format?.name ?? 'mp4';
  const path = join(await partFolder(runs.context, 'video'), `video.${container}`);
  const progress = new Progress(runs.context.progress, recoding.media.seconds);
  const attached = container === 'mkv' ? await attachPictures(input, recoding.media, runs) : [];
  const streams = streamArguments(container, recoding);
  const output = [...streams, ...attached, '-f', MUXERS[container] ?? 'mp4', fileUrl(path)];
  await runFfmpeg(runs, [...QUIET, ...inputArguments(input.path), ...output], { onProgress: progress.rest() });
  return path;
}

/** Covers are attached files in Matroska: copied as streams they would become films. */
async function attachPictures(input: LocalInput, media: MediaFacts, runs: FfmpegRuns): Promise<string[]> {
  const before = media.streams.filter(({ kind }) => kind === 'attachment').length;
  const pictures: AttachedPicture[] = [];
  for (const picture of picturesOf(media)) {
    const { filename: name = `cover.${pictureExtension(picture)}`, mimetype: mediaType = 'image/jpeg' } = picture.tags;
    pictures.push({ path: await copyPicture(input, picture, runs), name, mediaType });
  }
  return attachArguments(pictures, before);
}

function streamArguments(container: string, { media, video, quality }: Recoding): string[] {
  const isWeb = container === 'webm';
  const encoder = ENCODERS[video.codec] ?? (isWeb ? VP9 : X264);
  // Data streams, such as those of cameras, are useless without the programs that wrote them.
  const isMatroska = container === 'mkv' || isWeb;
  const kept = media.streams.filter(({ kind, isPicture }) => kind !== 'other' && !(isPicture && isMatroska));
  const maps = kept.flatMap(({ index }) => ['-map', `0:${index}`]);
  const codecs = kept.flatMap((stream, place) => {
    if (stream.index === video.index) {
      return [`-c:${place}`, encoder.name, `-crf:${place}`, `${encoder.crf[quality]}`, ...encoder.more];
    }
    return isLargeSound(stream, quality)
      ? [`-c:${place}`, isWeb ? 'libopus' : 'aac', `-b:${place}`, SOUND_BITRATE[quality]]
      : [`-c:${place}`, 'copy'];
  });
  const index = isMatroska ? [] : ['-movflags', '+faststart'];
  return [...maps, ...codecs, '-map_metadata', '0', '-map_chapters', '0', ...index];
}

/** Uncompressed sound states no bitrate in Matroska. */
const isLargeSound = ({ kind, codec, bitRate }: MediaStream, quality: VideoQuality): boolean =>
  kind === 'audio' && quality !== 'fine' && (codec.startsWith('pcm_') || (bitRate ?? 0) > LARGE_SOUND[quality]);
