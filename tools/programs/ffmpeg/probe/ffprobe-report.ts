import { readEdits, type TrackEdits } from '../../../formats/iso-media/edits.ts';
import type { AudioStream, Chapter, Length, Picture, SampleKind, SourceFacts } from './source.ts';

/** The part of `ffprobe -print_format json` that is used here. Every field may be missing. */
export interface FfprobeReport {
  format?: {
    format_name?: string;
    start_time?: string;
    duration?: string;
    bit_rate?: string;
    tags?: Record<string, string>;
  };
  streams?: FfprobeStream[];
  chapters?: { start_time?: string; end_time?: string; tags?: Record<string, string> }[];
}

export interface FfprobeStream {
  index: number;
  /** Id of a track, `0x1`. */
  id?: string;
  codec_type?: string;
  codec_name?: string;
  codec_tag_string?: string;
  profile?: string;
  sample_fmt?: string;
  sample_rate?: string;
  channels?: number;
  channel_layout?: string;
  bits_per_sample?: number;
  bits_per_raw_sample?: string;
  bit_rate?: string;
  duration?: string;
  width?: number;
  height?: number;
  display_aspect_ratio?: string;
  sample_aspect_ratio?: string;
  pix_fmt?: string;
  field_order?: string;
  color_range?: string;
  color_space?: string;
  color_transfer?: string;
  color_primaries?: string;
  r_frame_rate?: string;
  avg_frame_rate?: string;
  start_time?: string;
  nb_frames?: string;
  disposition?: { attached_pic?: number; default?: number; forced?: number };
  side_data_list?: { side_data_type?: string; rotation?: number; dv_profile?: number }[];
  tags?: Record<string, string>;
}

/** Edits of tracks by track id. */
export type Edits = ReadonlyMap<number, TrackEdits>;

/** Reads the edits of an MP4 or QuickTime file; returns none for other files. */
export async function readTrackEdits(path: string, { format }: FfprobeReport): Promise<Edits> {
  const isMovie = format?.format_name?.split(',').includes('mov') === true;
  return isMovie ? readEdits(path, Number(format.start_time ?? 0)) : new Map();
}

const LOSSLESS =
  /^(pcm_|flac$|alac$|wavpack$|ape$|tta$|tak$|shorten$|truehd$|mlp$|ralf$|dsd_|als$|wmalossless$|s302m$)/;
/** Logarithmic and adaptive codes are named PCM, but have less than 16 bits. */
const LOSSY_PCM = /^pcm_(alaw|mulaw|vidc)$/;

/** Returns facts about the first audio stream, or another (`track`, from 1); null if none can be decoded. `warnings`: ffprobe's stderr. */
export function readFacts(
  report: FfprobeReport,
  warnings: string,
  track = 1,
  edits: Edits = new Map(),
): SourceFacts | null {
  const streams = report.streams ?? [];
  const stream = streams.filter(({ codec_type }) => codec_type === 'audio')[track - 1];
  if (stream === undefined) return null;
  const own = edits.get(Number(stream.id)) ?? null;
  const length = readLength(report, stream, warnings);
  const isPaused = own !== null && own.pauses.length > 0;
  const audio = readAudio(stream, isPaused ? { ...length, exact: false } : length, own);
  if (audio === null) return null;
  return {
    formats: (report.format?.format_name ?? '').split(','),
    audio,
    pictures: streams.filter(({ disposition }) => disposition?.attached_pic === 1).map(readPicture),
    tags: new Map(Object.entries({ ...stream.tags, ...report.format?.tags })),
    chapters: (report.chapters ?? []).map(readChapter),
  };
}

function readAudio(stream: FfprobeStream, length: Length, edits: TrackEdits | null): AudioStream | null {
  const sampleRate = Number(stream.sample_rate);
  const { codec_name: codec, channels = 0 } = stream;
  if (codec === undefined || !(sampleRate > 0) || channels < 1) return null;
  return {
    index: stream.index,
    codec,
    profile: stream.profile ?? null,
    sampleRate,
    channels,
    layout: layoutOf(stream.channel_layout),
    samples: readSamples(codec, stream),
    bitRate: positive(stream.bit_rate),
    length,
    edits,
  };
}

/** `10 channels` and `unknown` mean that the channels have no names. */
function layoutOf(layout = 'unknown'): string | null {
  return layout === 'unknown' || /^\d+ channels/.test(layout) ? null : layout;
}

function readSamples(codec: string, stream: FfprobeStream): SampleKind {
  if (!LOSSLESS.test(codec) || LOSSY_PCM.test(codec)) return { bits: 16, float: false };
  const float = /^(flt|dbl)p?$/.test(stream.sample_fmt ?? '');
  const bits = positive(stream.bits_per_raw_sample) ?? (stream.bits_per_sample || bitsOf(stream.sample_fmt));
  const wide = ([8, 16, 24, 32, 64] as const).find((step) => step >= bits) ?? 64;
  return { bits: wide, float };
}

function bitsOf(sampleFormat = ''): number {
  if (sampleFormat.startsWith('u8')) return 8;
  if (sampleFormat.startsWith('s32')) return 32;
  return sampleFormat.startsWith('s16') ? 16 : 32;
}

function readLength(report: FfprobeReport, stream: FfprobeStream, warnings: string): Length {
  const own = positive(stream.duration) ?? matroskaDuration(stream.tags?.DURATION);
  // The length of the whole file may be that of another stream, such as a film's pictures.
  const alone = (report.streams ?? []).filter(({ disposition }) => disposition?.attached_pic !== 1).length === 1;
  const whole = positive(report.format?.duration);
  const exact = (own !== null || alone) && !warnings.includes('Estimating duration from bitrate');
  return { seconds: own ?? whole, exact };
}

/** Reads the length that Matroska writers store as a tag of a stream, `00:01:02.345000000`. Seconds; null for other texts. */
export function matroskaDuration(text = ''): number | null {
  const match = /^(\d+):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(text);
  if (match === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

function readPicture(stream: FfprobeStream): Picture {
  return {
    index: stream.index,
    codec: stream.codec_name ?? 'unknown',
    width: stream.width ?? 0,
    height: stream.height ?? 0,
    title: stream.tags?.title ?? '',
    kind: stream.tags?.comment ?? '',
  };
}

function readChapter(chapter: NonNullable<FfprobeReport['chapters']>[number]): Chapter {
  return {
    start: Number(chapter.start_time ?? 0),
    end: Number(chapter.end_time ?? 0),
    title: chapter.tags?.title ?? '',
  };
}

/** Returns a number above 0, or null. */
export function positive(text: string | undefined): number | null {
  const value = Number(text);
  return value > 0 && Number.isFinite(value) ? value : null;
}
