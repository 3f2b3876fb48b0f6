import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import type { TrackEdits } from '../iso-media/edits.ts';
import type { MovieTags } from '../iso-media/movie-tags.ts';
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
import type { Program } from './programs.ts';
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
  /** The file that it is in, among several that are opened; 0: the first. */
  readonly file: number;
  /** Among all streams of the file. */
  readonly index: number;
  /** As ffprobe names it: `h264`, `aac`, `subrip`. */
  readonly codec: string;
  readonly language: string | null;
  readonly title: string | null;
  /** Whether players takes it by default. */
  readonly isUsual: boolean;
  /** bits/s; null if the file does not say. */
  readonly bitRate: number | null;
  /** Which of its samples are shown; null: all of them, in order. */
  readonly edits: TrackEdits | null;
}

export interface PictureTrack extends TrackFacts {
  readonly profile: string | null;
  /** Pixels as stored. */
  readonly width: number;
  readonly height: number;
  /** Width of a pixel as it is shown by its height. */
  readonly pixelAspect: number;
  /** Degrees by which players turn it clockwise: 0, 90, 180, 270. */
  readonly turn: number;
  readonly pixelFormat: string;
  /** Bits of a sample. */
  readonly bits: number;
  readonly hasAlpha: boolean;
  /** Frames by time on average; null: not known. */
  readonly rate: Rate | null;
  /** Whether frames last differently long, as far as headers tell. */
  readonly isVariable: boolean;
  readonly isInterlaced: boolean;
  readonly color: ColorCoding;
  /** Its profile of Dolby Vision; null: it is not one. */
  readonly dolbyVision: number | null;
  /** Where it begins in the file, seconds: sound may begin earlier. */
  readonly begins: number;
  /** Seconds; null: not known. */
  readonly seconds: number | null;
}

export interface SoundTrack extends TrackFacts {
  readonly channels: number;
  /** Hz. */
  readonly sampleRate: number;
}

export interface SubtitleTrack extends TrackFacts {
  /** False: its lines are pictures, as on DVDs. */
  readonly isText: boolean;
  /** Pages of a broadcast, whose lines are text only in a file of their own (take-subtitles.ts). */
  readonly isTeletext: boolean;
  readonly isForced: boolean;
  /** Pixels of the screen on which lines that are pictures have their places; null: not known. */
  readonly canvas: { readonly width: number; readonly height: number } | null;
}

/** A cover, or a file that is attached to a film. */
export interface KeptFile {
  /** Among all streams of the file. */
  readonly index: number;
  /** As ffprobe names it: `mjpeg`, `ttf`. */
  readonly codec: string;
  /** As Matroska notes them; null: it does not. */
  readonly name: string | null;
  readonly mediaType: string | null;
}

type Kind = 'video' | 'audio' | 'subtitle';

/** Everything a film is made of. */
export interface Film {
  /** Names of the demuxer: `mov`, `mp4` … */
  readonly formats: readonly string[];
  readonly picture: PictureTrack | null;
  /** Other films in the same file: of other angles, or small ones. */
  readonly otherPictures: number;
  readonly sounds: readonly SoundTrack[];
  readonly subtitles: readonly SubtitleTrack[];
  /** Of what kind tracks are that ffmpeg cannot read: it does not know their codec, or nothing describes their samples. */
  readonly unreadable: readonly Kind[];
  /** Stills shown for the file, such as a cover. */
  readonly covers: readonly KeptFile[];
  /** Fonts and other files that are kept whole. */
  readonly attachments: readonly KeptFile[];
  readonly chapters: readonly Chapter[];
  readonly tags: ReadonlyMap<string, string>;
  /** The records of an MP4 or QuickTime file that its tags are in; null: it is of another kind. */
  readonly movie: MovieTags | null;
  /** Whether ffmpeg takes over some of the tags only if it is given them. */
  readonly hasUnreadTags: boolean;
  /** What tracks of data hold that are left out, such as the places of a camera: names of their kinds. */
  readonly data: readonly string[];
  /** Seconds; null: not known. */
  readonly seconds: number | null;
}

/** Subtitles whose lines are pictures. */
const PICTURED: ReadonlySet<string> = new Set(['dvd_subtitle', 'hdmv_pgs_subtitle', 'dvb_subtitle', 'xsub']);

const TELETEXT = 'dvb_teletext';

/** Subtitles that ffmpeg knows by name and cannot decode: TTML, and the text of Blu-ray discs. */
const UNDECODED: ReadonlySet<string | undefined> = new Set(['ttml', 'hdmv_text_subtitle']);

/**
 * Reads from its headers what a film is made of. Throws ConversionError `input_unsafe` (a list of other files), `input_damaged`, `input_drm`, and
 * what running ffprobe does.
 */
export async function probeFilm(ffprobe: Program, input: LocalInput, context: WorkContext): Promise<Film> {
  const { report, stderr } = await readReport(ffprobe, filmInputArguments(input.path), context);
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

/** The same from what ffprobe said, which is not all of the tags. */
export function readFilm(report: FfprobeReport, edits: Edits = new Map()): Film {
  const all = report.streams ?? [];
  const streams = all.filter(isReadable);
  // A GIF or PNG alone is a picture that moves; beside other streams it is a cover.
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

/** Of a film with edit lists, up to the end of what is shown: writers state the length of what is stored. Null: it has none. */
function shownSeconds(streams: readonly FfprobeStream[], edits: Edits): number | null {
  if (edits.size === 0) return null;
  const ends = streams.map(({ id, codec_type, start_time, duration }) => {
    const stated = edits.get(Number(id))?.end ?? Number(start_time) + Number(duration);
    return codec_type === 'video' || codec_type === 'audio' ? stated : Number.NaN;
  });
  return positive(`${Math.max(...ends.filter((end) => end > 0))}`);
}

/** Chapters and time codes are tracks of data as well, and kept in other ways. */
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

/** Whether a pixel format, as ffmpeg names it, has transparency; a palette may have it. */
export const isTransparentFormat = (pixelFormat: string): boolean => ALPHA.test(pixelFormat);

/** Bits of a sample, by ffmpeg's name of the pixel format: `yuv420p10le`, `p010le`. */
function bitsOf(pixelFormat: string): number {
  const bits = /(?:p|gray|ya|gbrap?)(9|10|12|14|16)(?:le|be)?$|^(?:p|y2|x2rgb|x2bgr)0?(10|12|16)/.exec(pixelFormat);
  return Number(bits?.[1] ?? bits?.[2] ?? (/48|64/.test(pixelFormat) ? 16 : 8));
}

/** Whether it is of no kind that a film is made of, or ffmpeg can decode it. */
function isReadable({ codec_type, codec_name, channels = 0, sample_rate }: FfprobeStream): boolean {
  if (codec_type !== 'video' && codec_type !== 'audio' && codec_type !== 'subtitle') return true;
  if (UNKNOWN.has(codec_name) || UNDECODED.has(codec_name)) return false;
  return codec_type !== 'audio' || (channels > 0 && Number(sample_rate) > 0);
}

/** What ffprobe calls a codec that it does not know. */
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

/** `30000/1001`; null for `0/0`, and for what no camera makes. */
function rateOf(text = ''): Rate | null {
  const [frames = 0, seconds = 0] = text.split('/').map(Number);
  const rate = { frames, seconds };
  return frames > 0 && seconds > 0 && ratio(rate) <= 1000 ? rate : null;
}

/** Frames a second. */
export const ratio = ({ frames, seconds }: Rate): number => frames / seconds;

/** Whether a picture is of a high dynamic range (ITU-R BT.2100): PQ, as HDR10 has it, or HLG. */
export function dynamicRange({ transfer }: ColorCoding): 'pq' | 'hlg' | null {
  if (transfer === 'smpte2084') return 'pq';
  return transfer === 'arib-std-b67' ? 'hlg' : null;
}

/** The size as players show it: turned, with square pixels. */
export function shownSize({ width, height, pixelAspect, turn }: PictureTrack): { width: number; height: number } {
  const across = Math.max(1, Math.round(width * pixelAspect));
  return turn % 180 === 0 ? { width: across, height } : { width: height, height: across };
}
