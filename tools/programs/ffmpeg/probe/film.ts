import { ConversionError } from '../../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../../src/work/context.ts';
import type { TrackEdits } from '../../../formats/iso-media/edits.ts';
import type { MovieTags } from '../../../formats/iso-media/movie-tags.ts';
import type { Program } from '../programs.ts';
import { readContainerTags } from './container-tags.ts';
import {
  type Edits,
  type FfprobeReport,
  type FfprobeStream,
  matroskaDuration,
  positive,
  readTrackEdits,
} from './ffprobe-report.ts';
import { filmInputArguments, refusedFormatError, refusedInput } from './input-safety.ts';
import { readReport } from './probe.ts';
import { refuseProtected } from './protection.ts';
import type { Chapter } from './source.ts';
import { aspectOf, isStillCodec } from './streams.ts';

/** A fraction such as 30000/1001 frames a second. */
export interface Rate {
  readonly frames: number;
  readonly seconds: number;
}

/** How colours are coded, as ffmpeg names it; null if the file does not say. */
export interface ColorCoding {
  readonly range: string | null;
  readonly matrix: string | null;
  readonly transfer: string | null;
  readonly primaries: string | null;
}

interface TrackFacts {
  /** Index of its file among the files that are opened; 0 for the first. */
  readonly file: number;
  /** Index among all streams of the file. */
  readonly index: number;
  /** Codec as ffprobe names it: `h264`, `aac`, `subrip`. */
  readonly codec: string;
  readonly language: string | null;
  readonly title: string | null;
  /** Whether players use it by default. */
  readonly isUsual: boolean;
  /** bits/s; null if the file does not say. */
  readonly bitRate: number | null;
  /** Which of its samples are shown; null if all of them are, in order. */
  readonly edits: TrackEdits | null;
}

export interface PictureTrack extends TrackFacts {
  readonly profile: string | null;
  /** Pixels as stored. */
  readonly width: number;
  readonly height: number;
  /** Displayed width of a pixel divided by its height. */
  readonly pixelAspect: number;
  /** Degrees by which players turn it clockwise: 0, 90, 180, 270. */
  readonly turn: number;
  readonly pixelFormat: string;
  /** Bits per sample. */
  readonly bits: number;
  readonly hasAlpha: boolean;
  /** Average frame rate; null if unknown. */
  readonly rate: Rate | null;
  /** Whether frames have different durations, as far as the headers show. */
  readonly isVariable: boolean;
  readonly isInterlaced: boolean;
  readonly color: ColorCoding;
  /** Dolby Vision profile; null for other pictures. */
  readonly dolbyVision: number | null;
  /** Where it begins in the file, seconds; sound may begin earlier. */
  readonly begins: number;
  /** Seconds; null if unknown. */
  readonly seconds: number | null;
}

export interface SoundTrack extends TrackFacts {
  readonly channels: number;
  /** Hz. */
  readonly sampleRate: number;
}

export interface SubtitleTrack extends TrackFacts {
  /** False if its lines are pictures, as on DVDs. */
  readonly isText: boolean;
  /** Broadcast pages, whose lines are text only in a file of their own (take-subtitles.ts). */
  readonly isTeletext: boolean;
  readonly isForced: boolean;
  /** Size of the screen on which picture lines are positioned, pixels; null if unknown. */
  readonly canvas: { readonly width: number; readonly height: number } | null;
}

/** A cover, or a file attached to a film. */
export interface KeptFile {
  /** Index among all streams of the file. */
  readonly index: number;
  /** Codec as ffprobe names it: `mjpeg`, `ttf`. */
  readonly codec: string;
  /** Name stored by Matroska; null if there is none. */
  readonly name: string | null;
  readonly mediaType: string | null;
}

type Kind = 'video' | 'audio' | 'subtitle';

/** All parts of a film. */
export interface Film {
  /** Names of the demuxer: `mov`, `mp4` … */
  readonly formats: readonly string[];
  readonly picture: PictureTrack | null;
  /** Number of other films in the same file: from other angles, or small ones. */
  readonly otherPictures: number;
  readonly sounds: readonly SoundTrack[];
  readonly subtitles: readonly SubtitleTrack[];
  /** Kinds of tracks that ffmpeg cannot read: it does not know their codec, or nothing describes their samples. */
  readonly unreadable: readonly Kind[];
  /** Stills shown for the file, such as a cover. */
  readonly covers: readonly KeptFile[];
  /** Attached fonts and other files. */
  readonly attachments: readonly KeptFile[];
  readonly chapters: readonly Chapter[];
  readonly tags: ReadonlyMap<string, string>;
  /** The records that contain the tags of an MP4 or QuickTime file; null for files of other kinds. */
  readonly movie: MovieTags | null;
  /** Whether ffmpeg keeps some of the tags only if it is given them. */
  readonly hasUnreadTags: boolean;
  /** Kinds of content in omitted data tracks, such as a camera's positions. */
  readonly data: readonly string[];
  /** Seconds; null if unknown. */
  readonly seconds: number | null;
}

/** Codecs of subtitles whose lines are pictures. */
const PICTURED: ReadonlySet<string> = new Set(['dvd_subtitle', 'hdmv_pgs_subtitle', 'dvb_subtitle', 'xsub']);

const TELETEXT = 'dvb_teletext';

/** Subtitles that ffmpeg recognises and cannot decode: TTML, and the text of Blu-ray discs. */
const UNDECODED: ReadonlySet<string | undefined> = new Set(['ttml', 'hdmv_text_subtitle']);

/**
 * Reads the parts of a film from its headers. Throws ConversionError `input_unsafe` (a list of other files), `input_damaged`, `input_drm`,
 * and what running ffprobe throws.
 * @param open arguments that open it
 */
export async function probeFilm(
  ffprobe: Program,
  input: LocalInput,
  context: WorkContext,
  open: readonly string[] = filmInputArguments(input.path),
): Promise<Film> {
  const { report, stderr } = await readReport(ffprobe, open, context);
  const refused = await refusedInput({ report, stderr }, input.path);
  if (refused !== null) throw refusedFormatError(refused, input.filename, input.format?.name);
  if (report !== null && (report.streams ?? []).length > 0) {
    await refuseProtected(input, { report, stderr });
    const film = readFilm(report, await readTrackEdits(input.path, report));
    const { tags, movie, hasUnread } = await readContainerTags(input.path, film.formats, film.tags);
    return { ...film, tags, movie, hasUnreadTags: hasUnread };
  }
  const log = { log: stderr.slice(-4096) };
  const isFilm = input.format?.kind === 'video' || input.format?.kind === 'audio';
  if (isFilm && stderr.includes('moov atom not found')) {
    const message = `${input.filename} is incomplete: the index at its end (moov) is missing, and without it nothing can be read.`;
    throw new ConversionError('input_truncated', message, log);
  }
  if (isFilm)
    throw new ConversionError('input_damaged', `${input.filename} is damaged: none of its streams could be read.`, log);
  const kind = input.format === null ? 'of no known kind' : input.format.name;
  throw new ConversionError('input_wrong_type', `${input.filename} is not a video: its content is ${kind}.`, log);
}

/** Like `probeFilm`, from ffprobe's report, which does not contain all tags. */
export function readFilm(report: FfprobeReport, edits: Edits = new Map()): Film {
  const all = report.streams ?? [];
  const streams = all.filter(isReadable);
  // A GIF or PNG alone is a moving picture; next to other streams it is a cover.
  const isStill = (stream: FfprobeStream) =>
    stream.disposition?.attached_pic === 1 || (isStillCodec(stream.codec_name ?? '') && streams.length > 1);
  const moving = streams.filter((stream) => stream.codec_type === 'video' && !isStill(stream));
  const picture = moving.find(({ disposition }) => disposition?.default === 1) ?? moving[0];
  return {
    formats: (report.format?.format_name ?? '').split(','),
    picture: picture === undefined ? null : readPicture(picture, edits, Number(report.format?.start_time ?? 0)),
    otherPictures: Math.max(0, moving.length - 1),
    sounds: streams.filter(({ codec_type }) => codec_type === 'audio').map((stream) => readSound(stream, edits)),
    subtitles: streams
      .filter(({ codec_type }) => codec_type === 'subtitle')
      .map((stream) => readSubtitle(stream, edits)),
    unreadable: all.flatMap((stream) => (isReadable(stream) ? [] : [stream.codec_type as Kind])),
    covers: streams.filter((stream) => stream.codec_type === 'video' && isStill(stream)).map(readKept),
    attachments: streams.filter(({ codec_type }) => codec_type === 'attachment').map(readKept),
    chapters: (report.chapters ?? []).map((chapter) => ({
      start: Number(chapter.start_time ?? 0),
      end: Number(chapter.end_time ?? 0),
      title: chapter.tags?.title ?? '',
    })),
    tags: new Map(Object.entries(report.format?.tags ?? {})),
    movie: null,
    hasUnreadTags: false,
    data: streams
      .filter(isData)
      .map(({ codec_tag_string: kind = '', codec_name = 'data' }) => (/^\w{4}$/.test(kind) ? kind : codec_name)),
    seconds: shownSeconds(streams, edits) ?? positive(report.format?.duration),
  };
}

/** Returns where the shown part of a film with edit lists ends: writers state the length of what is stored. Null without edit lists. */
function shownSeconds(streams: readonly FfprobeStream[], edits: Edits): number | null {
  if (edits.size === 0) return null;
  const ends = streams.map(({ id, codec_type, start_time, duration }) => {
    const stated = edits.get(Number(id))?.end ?? Number(start_time) + Number(duration);
    return codec_type === 'video' || codec_type === 'audio' ? stated : Number.NaN;
  });
  return positive(`${Math.max(...ends.filter((end) => end > 0))}`);
}

/** Chapters and time codes are data tracks too, but are kept in other ways. */
const isData = ({ codec_type, codec_tag_string = '' }: FfprobeStream): boolean =>
  codec_type === 'data' && !['text', 'tmcd', 'rtp ', 'mp4s'].includes(codec_tag_string);

function readKept({ index, codec_name = '', tags = {} }: FfprobeStream): KeptFile {
  return { index, codec: codec_name, name: tags.filename ?? null, mediaType: tags.mimetype ?? null };
}

function readTrack(
  { id, index, codec_name = '', tags = {}, disposition, bit_rate }: FfprobeStream,
  edits: Edits,
): TrackFacts {
  const language = tags.language ?? null;
  return {
    file: 0,
    index,
    codec: codec_name,
    language: language === 'und' ? null : language,
    title: tags.title ?? null,
    isUsual: disposition?.default === 1,
    bitRate: positive(bit_rate) ?? positive(tags.BPS),
    edits: edits.get(Number(id)) ?? null,
  };
}

function readPicture(stream: FfprobeStream, edits: Edits, beginning: number): PictureTrack {
  const { width = 0, height = 0, pix_fmt = '', side_data_list = [], tags } = stream;
  const counterClockwise = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  const [average, nominal] = [rateOf(stream.avg_frame_rate), rateOf(stream.r_frame_rate)];
  return {
    ...readTrack(stream, edits),
    profile: stream.profile ?? null,
    width,
    height,
    pixelAspect: aspectOf(stream.sample_aspect_ratio),
    turn: (360 - Math.round(counterClockwise / 90) * 90 + 360) % 360,
    pixelFormat: pix_fmt,
    bits: bitsOf(pix_fmt),
    hasAlpha: isTransparentFormat(pix_fmt) || tags?.alpha_mode === '1' || tags?.ALPHA_MODE === '1',
    rate: average ?? nominal,
    isVariable: average !== null && nominal !== null && Math.abs(ratio(average) / ratio(nominal) - 1) > 0.01,
    isInterlaced: /^(tt|bb|tb|bt)$/.test(stream.field_order ?? ''),
    color: {
      range: stream.color_range ?? null,
      matrix: stream.color_space ?? null,
      transfer: stream.color_transfer ?? null,
      primaries: stream.color_primaries ?? null,
    },
    dolbyVision: side_data_list.find(({ dv_profile }) => dv_profile !== undefined)?.dv_profile ?? null,
    begins: Math.max(0, Number(stream.start_time ?? beginning) - beginning) || 0,
    seconds: positive(stream.duration) ?? matroskaDuration(tags?.DURATION),
  };
}

const ALPHA = /^(yuva|gbrap|ya\d|rgba|bgra|argb|abgr|ayuv|vuya|uyva|pal8)/;

/** Whether a pixel format, by ffmpeg's name, has transparency; a palette may have it. */
export const isTransparentFormat = (pixelFormat: string): boolean => ALPHA.test(pixelFormat);

/** Returns the bits per sample from ffmpeg's name of the pixel format: `yuv420p10le`, `p010le`. */
function bitsOf(pixelFormat: string): number {
  const bits = /(?:p|gray|ya|gbrap?)(9|10|12|14|16)(?:le|be)?$|^(?:p|y2|x2rgb|x2bgr)0?(10|12|16)/.exec(pixelFormat);
  return Number(bits?.[1] ?? bits?.[2] ?? (/48|64/.test(pixelFormat) ? 16 : 8));
}

/** Whether ffmpeg can decode it, or it is not of a kind that films consist of. */
function isReadable({ codec_type, codec_name, channels = 0, sample_rate }: FfprobeStream): boolean {
  if (codec_type !== 'video' && codec_type !== 'audio' && codec_type !== 'subtitle') return true;
  if (UNKNOWN.has(codec_name) || UNDECODED.has(codec_name)) return false;
  return codec_type !== 'audio' || (channels > 0 && Number(sample_rate) > 0);
}

/** ffprobe's names for unknown codecs. */
const UNKNOWN: ReadonlySet<string | undefined> = new Set([undefined, '', 'none', 'unknown']);

function readSound(stream: FfprobeStream, edits: Edits): SoundTrack {
  const { channels = 0, sample_rate } = stream;
  return { ...readTrack(stream, edits), channels, sampleRate: Number(sample_rate) };
}

function readSubtitle(stream: FfprobeStream, edits: Edits): SubtitleTrack {
  const { codec_name = '', disposition, width = 0, height = 0 } = stream;
  const canvas = width > 0 && height > 0 ? { width, height } : null;
  return {
    ...readTrack(stream, edits),
    isText: !PICTURED.has(codec_name),
    isTeletext: codec_name === TELETEXT,
    isForced: disposition?.forced === 1,
    canvas,
  };
}

/** Reads `30000/1001`; returns null for `0/0`, and for rates of no real camera. */
function rateOf(text = ''): Rate | null {
  const [frames = 0, seconds = 0] = text.split('/').map(Number);
  const rate = { frames, seconds };
  return frames > 0 && seconds > 0 && ratio(rate) <= 1000 ? rate : null;
}

/** Returns frames per second. */
export const ratio = ({ frames, seconds }: Rate): number => frames / seconds;

/** Returns the kind of high dynamic range of a picture (ITU-R BT.2100): PQ, as in HDR10, or HLG. */
export function dynamicRange({ transfer }: ColorCoding): 'pq' | 'hlg' | null {
  if (transfer === 'smpte2084') return 'pq';
  return transfer === 'arib-std-b67' ? 'hlg' : null;
}

/** Returns the size that players show: rotated, with square pixels. */
export function shownSize({ width, height, pixelAspect, turn }: PictureTrack): { width: number; height: number } {
  const across = Math.max(1, Math.round(width * pixelAspect));
  return turn % 180 === 0 ? { width: across, height } : { width: height, height: across };
}
