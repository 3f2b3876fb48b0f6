import {
  type FfprobeReport,
  type FfprobeStream,
  matroskaDuration,
  positive,
} from '../../../tools/programs/ffmpeg/probe/ffprobe-report.ts';
import { probeAll } from '../../../tools/programs/ffmpeg/probe/probe.ts';
import { requireProgram } from '../../../tools/programs/ffmpeg/programs.ts';
import { LIST_LIMITS } from '../limits.ts';
import type { Facts } from '../schema/document.ts';
import { count, found, list, tagMap, text } from '../values.ts';
import type { Reading } from './reader.ts';

type Media = NonNullable<Facts['media']>;
type Stream = Media['streams']['items'][number];
type Picture = NonNullable<Media['pictures']>['items'][number];

/** Reads container, streams, chapters and tags of sound and film, with ffprobe. */
export async function readMedia({ input, context, warn }: Reading): Promise<Facts> {
  const ffprobe = await requireProgram('ffprobe', 'metadata of sound and film');
  const { report } = await probeAll(ffprobe, input, context);
  if (report === null) {
    warn('input_damaged', `${input.filename} is damaged, or not supported by ffmpeg: its streams could not be read.`);
    return {};
  }
  return { media: mediaOf(report) };
}

/** Converts ffprobe's report to the section of the document. */
export function mediaOf(report: FfprobeReport): Media {
  const { format, streams = [], chapters = [] } = report;
  const isPicture = ({ disposition }: FfprobeStream): boolean => disposition?.attached_pic === 1;
  const carrying = streams.filter((stream) => !isPicture(stream));
  // Ogg stores the tags of a recording in its stream.
  const own = format?.format_name === 'ogg' && carrying.length === 1 ? carrying[0]?.tags : undefined;
  const tags = Object.entries({ ...own, ...format?.tags }).map(([name, value]) => [name.toLowerCase(), value] as const);
  return found<Media>({
    container: text(format?.format_name) ?? 'unknown',
    duration_seconds: positive(format?.duration) ?? undefined,
    bit_rate_bits_per_second: positive(format?.bit_rate) ?? undefined,
    streams: list(carrying.map(streamOf), LIST_LIMITS.streams) ?? {
      count: 0,
      items: [],
    },
    pictures: list(streams.filter(isPicture).map(pictureOf), LIST_LIMITS.streams),
    chapters: list(
      chapters.map(({ start_time, end_time, tags: own }) =>
        found<NonNullable<Media['chapters']>['items'][number]>({
          start_seconds: Number(start_time ?? 0),
          end_seconds: Number(end_time ?? 0),
          title: text(own?.title),
        }),
      ),
      LIST_LIMITS.chapters,
    ),
    tags: tagMap(tags),
  });
}

const KINDS: readonly string[] = ['audio', 'video', 'subtitle', 'data', 'attachment'] satisfies Stream['kind'][];

function streamOf(stream: FfprobeStream): Stream {
  const language = stream.tags?.language;
  const isVideo = stream.codec_type === 'video';
  return found<Stream>({
    index: stream.index,
    kind: KINDS.includes(stream.codec_type ?? '') ? (stream.codec_type as Stream['kind']) : 'other',
    codec: text(stream.codec_name),
    profile: stream.profile === 'unknown' ? undefined : text(stream.profile),
    language: language === 'und' ? undefined : text(language),
    title: text(stream.tags?.title),
    default: stream.disposition?.default === 1,
    duration_seconds: positive(stream.duration) ?? matroskaDuration(stream.tags?.DURATION) ?? undefined,
    bit_rate_bits_per_second: positive(stream.bit_rate) ?? undefined,
    sample_rate_hertz: count(stream.sample_rate),
    channels: stream.channels,
    channel_layout: text(stream.channel_layout),
    bits_per_sample: count(stream.bits_per_raw_sample) || stream.bits_per_sample || undefined,
    width_pixels: stream.width,
    height_pixels: stream.height,
    display_aspect_ratio: stream.display_aspect_ratio === 'N/A' ? undefined : text(stream.display_aspect_ratio),
    pixel_format: text(stream.pix_fmt),
    frame_rate: isVideo ? rateOf(stream.avg_frame_rate) : undefined,
    frames: isVideo ? count(stream.nb_frames) : undefined,
    rotation_degrees: stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation,
  });
}

/** Parses `30000/1001`, to a thousandth; undefined for `0/0`. */
function rateOf(fraction = ''): number | undefined {
  const [frames = 0, seconds = 0] = fraction.split('/').map(Number);
  const rate = Math.round((1000 * frames) / seconds) / 1000;
  return Number.isFinite(rate) && rate > 0 ? rate : undefined;
}

function pictureOf({ codec_name, width, height, tags }: FfprobeStream): Picture {
  return found<Picture>({
    codec: text(codec_name),
    width_pixels: width,
    height_pixels: height,
    title: text(tags?.title),
    kind: text(tags?.comment),
  });
}
