import { ConversionError } from '../../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../../src/work/context.ts';
import type { Program } from '../programs.ts';
import { inputArguments, refusedFormatError, refusedInput } from './input-safety.ts';
import { readReport } from './probe.ts';

/** One stream of a file, of any kind. */
export interface MediaStream {
  /** Index among all streams of the file. */
  readonly index: number;
  /** `attachment`: a file that is kept whole, such as a font. */
  readonly kind: 'video' | 'audio' | 'subtitle' | 'attachment' | 'other';
  /** A still that is shown for the file, such as a cover; its kind is video. */
  readonly isPicture: boolean;
  /** Codec as ffprobe names it: `h264`, `mjpeg`. */
  readonly codec: string;
  /** Pixels as stored; 0 if there are none. */
  readonly width: number;
  readonly height: number;
  /** Displayed width of a pixel divided by its height; 1 if square or unknown. */
  readonly pixelAspect: number;
  /** Rotation by players, degrees; counted either way. */
  readonly rotation: number;
  /** Pixel format as ffmpeg names it: `yuv420p`; empty for none. */
  readonly pixelFormat: string;
  /** Whether players use it by default. */
  readonly isUsual: boolean;
  /** bits/s; null if the file does not say. */
  readonly bitRate: number | null;
  readonly channels: number;
  /** Average seconds from one frame to the next; null if unknown or not a film. */
  readonly frameSeconds: number | null;
  readonly tags: Readonly<Record<string, string>>;
}

export interface MediaFacts {
  readonly streams: readonly MediaStream[];
  /** Seconds; null if unknown. */
  readonly seconds: number | null;
}

const KINDS: Readonly<Record<string, MediaStream['kind']>> = {
  attachment: 'attachment',
  audio: 'audio',
  subtitle: 'subtitle',
  video: 'video',
};

/** Codecs of still pictures, which may be a video stream for a cover without being marked as one. */
const STILLS: ReadonlySet<string> = new Set(['bmp', 'gif', 'png', 'tiff', 'webp']);

export const isStillCodec = (codec: string): boolean => STILLS.has(codec);

/**
 * Reads all streams of an input from its headers. Throws ConversionError `input_unsafe` (a playlist), `input_damaged`, and
 * `input_wrong_type` if ffprobe finds none.
 */
export async function probeStreams(ffprobe: Program, input: LocalInput, context: WorkContext): Promise<MediaFacts> {
  const { report, stderr } = await readReport(ffprobe, inputArguments(input.path), context);
  const refused = await refusedInput({ report, stderr }, input.path);
  if (refused !== null) throw refusedFormatError(refused, input.filename, input.format?.name);
  if (report === null) {
    const message = `${input.filename} is damaged, or not supported by ffmpeg.`;
    throw new ConversionError('input_damaged', message, { log: stderr.slice(-4096) });
  }
  const streams = (report.streams ?? []).map((stream): MediaStream => {
    const { index, codec_type = '', codec_name = '', width = 0, height = 0, channels = 0, tags = {} } = stream;
    const { sample_aspect_ratio, pix_fmt = '', disposition, side_data_list = [] } = stream;
    const isPicture = codec_type === 'video' && (disposition?.attached_pic === 1 || STILLS.has(codec_name));
    const bitRate = positive(stream.bit_rate) ?? positive(tags.BPS);
    const kind = KINDS[codec_type] ?? 'other';
    return {
      ...{ index, kind, isPicture, codec: codec_name, width, height, bitRate, channels, tags },
      pixelAspect: aspectOf(sample_aspect_ratio),
      rotation: side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0,
      pixelFormat: pix_fmt,
      frameSeconds: frameSecondsOf(stream.avg_frame_rate),
      isUsual: disposition?.default === 1,
    };
  });
  return { streams, seconds: positive(report.format?.duration) };
}

/** Reads `30000/1001` frames a second; returns null for `0/0`, and for rates of no real camera. */
function frameSecondsOf(rate = ''): number | null {
  const [frames = 0, seconds = 0] = rate.split('/').map(Number);
  const length = seconds / frames;
  return length >= 0.001 && Number.isFinite(length) ? length : null;
}

/** Extreme pixel shape in films; others are damage, or meant to fill memory. */
const LONGEST_PIXEL = 8;

/** Reads `4:3`; returns 1 for other texts. */
export function aspectOf(text = ''): number {
  const [across = 0, down = 0] = text.split(':').map(Number);
  const aspect = across / down;
  return aspect >= 1 / LONGEST_PIXEL && aspect <= LONGEST_PIXEL ? aspect : 1;
}

function positive(text: string | undefined): number | null {
  const value = Number(text);
  return value > 0 && Number.isFinite(value) ? value : null;
}

/** Returns the film of a file; null if it has none. */
export const mainVideo = ({ streams }: MediaFacts): MediaStream | null =>
  streams.find(({ kind, isPicture }) => kind === 'video' && !isPicture) ?? null;

export const picturesOf = ({ streams }: MediaFacts): MediaStream[] => streams.filter(({ isPicture }) => isPicture);

/** Returns the picture that players show; null if there is none. */
export function frontCover(media: MediaFacts): MediaStream | null {
  const pictures = picturesOf(media);
  return pictures.find(({ tags }) => tags.comment === 'Cover (front)') ?? pictures[0] ?? null;
}
