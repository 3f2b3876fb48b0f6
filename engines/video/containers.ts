import type { ConversionError } from '../../src/task/errors.ts';
import { unsupported } from '../../tools/programs/ffmpeg/issues.ts';
import type { FilmOptions } from './read-options.ts';

export type VideoCodec = Exclude<NonNullable<FilmOptions['videoCodec']>, 'copy'>;
export type AudioCodec = Exclude<NonNullable<FilmOptions['audioCodec']>, 'copy' | 'none'>;

/** A container format for films. */
export interface Container {
  /** Name for messages: `MP4`. */
  readonly name: string;
  /** Name of ffmpeg's muxer. */
  readonly muxer: string;
  readonly muxerArguments: readonly string[];
  readonly contentType: string;
  /** Default video codec. */
  readonly video: VideoCodec;
  readonly audio: AudioCodec;
  /** Codecs that it holds unchanged, by ffprobe's names. */
  readonly holdsVideo: ReadonlySet<string>;
  readonly holdsAudio: ReadonlySet<string>;
  /** Codec of subtitle tracks. Null: it has none. */
  readonly subtitles: 'mov_text' | 'webvtt' | 'matroska' | null;
  /** How it keeps covers: as a stream, as an attached file, or not at all. */
  readonly covers: 'stream' | 'file' | 'none';
  /** Whether fonts and other files can be attached to it. */
  readonly attachments: boolean;
  readonly chapters: boolean;
  /** Whether it can hold several audio tracks. */
  readonly manySounds: boolean;
}

const set = (...names: readonly string[]): ReadonlySet<string> => new Set(names);

/** Puts the index at the start, so that web players begin at once. */
const FAST_START = ['-movflags', '+faststart'];

const MP4: Container = {
  name: 'MP4',
  muxer: 'mp4',
  muxerArguments: FAST_START,
  contentType: 'video/mp4',
  video: 'h264',
  audio: 'aac',
  holdsVideo: set('h264', 'hevc', 'av1', 'vp9', 'mpeg4', 'mpeg2video'),
  holdsAudio: set('aac', 'mp3', 'opus', 'ac3', 'eac3', 'alac', 'mp2'),
  subtitles: 'mov_text',
  covers: 'stream',
  attachments: false,
  chapters: true,
  manySounds: true,
};

/** The containers by target. */
export const CONTAINERS = {
  mp4: MP4,
  m4v: { ...MP4, name: 'M4V', contentType: 'video/x-m4v' },
  mov: {
    ...MP4,
    name: 'QuickTime',
    muxer: 'mov',
    // ffmpeg writes no covers into QuickTime.
    covers: 'none',
    contentType: 'video/quicktime',
    holdsVideo: set('h264', 'hevc', 'prores', 'mpeg4', 'mpeg2video', 'mjpeg', 'dvvideo', 'dnxhd', 'qtrle', 'rawvideo'),
    holdsAudio: set(
      'aac',
      'mp3',
      'ac3',
      'alac',
      'pcm_s16le',
      'pcm_s24le',
      'pcm_s32le',
      'pcm_f32le',
      'pcm_s16be',
      'pcm_s24be',
    ),
  },
  '3gp': {
    ...MP4,
    name: '3GP',
    muxer: '3gp',
    contentType: 'video/3gpp',
    holdsVideo: set('h264', 'mpeg4', 'h263'),
    holdsAudio: set('aac', 'amr_nb', 'amr_wb'),
    subtitles: null,
    covers: 'none',
    attachments: false,
    chapters: false,
    manySounds: false,
  },
  webm: {
    name: 'WebM',
    muxer: 'webm',
    muxerArguments: [],
    contentType: 'video/webm',
    video: 'vp9',
    audio: 'opus',
    holdsVideo: set('vp8', 'vp9', 'av1'),
    holdsAudio: set('opus', 'vorbis'),
    subtitles: 'webvtt',
    covers: 'none',
    attachments: false,
    chapters: true,
    manySounds: true,
  },
  mkv: {
    name: 'Matroska',
    muxer: 'matroska',
    muxerArguments: [],
    contentType: 'video/x-matroska',
    video: 'h264',
    audio: 'aac',
    // biome-ignore format: a list of short names
    holdsVideo: set('h264', 'hevc', 'av1', 'vp8', 'vp9', 'mpeg4', 'mpeg2video', 'mpeg1video', 'prores', 'theora', 'mjpeg', 'vc1', 'wmv3', 'wmv2', 'wmv1', 'msmpeg4v3', 'ffv1', 'dvvideo', 'flv1', 'h263'),
    // biome-ignore format: a list of short names
    holdsAudio: set('aac', 'opus', 'vorbis', 'mp3', 'mp2', 'flac', 'alac', 'ac3', 'eac3', 'dts', 'truehd', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'wmav2', 'tta', 'wavpack'),
    subtitles: 'matroska',
    covers: 'file',
    attachments: true,
    chapters: true,
    manySounds: true,
  },
  avi: {
    name: 'AVI',
    muxer: 'avi',
    muxerArguments: [],
    contentType: 'video/x-msvideo',
    video: 'mpeg4',
    audio: 'mp3',
    // H.264 with B-frames has no times in AVI: it is encoded again, without B-frames.
    holdsVideo: set('mpeg4', 'mjpeg', 'msmpeg4v3', 'msmpeg4v2', 'dvvideo', 'ffv1'),
    holdsAudio: set('mp3', 'ac3', 'pcm_s16le', 'pcm_u8', 'mp2'),
    subtitles: null,
    covers: 'none',
    attachments: false,
    chapters: false,
    manySounds: true,
  },
  wmv: {
    name: 'WMV',
    muxer: 'asf',
    muxerArguments: [],
    contentType: 'video/x-ms-wmv',
    video: 'wmv2',
    audio: 'wma2',
    holdsVideo: set('wmv1', 'wmv2', 'wmv3', 'vc1', 'msmpeg4v3'),
    holdsAudio: set('wmav1', 'wmav2', 'wmapro'),
    subtitles: null,
    covers: 'none',
    attachments: false,
    chapters: true,
    manySounds: true,
  },
  flv: {
    name: 'Flash Video',
    muxer: 'flv',
    muxerArguments: [],
    contentType: 'video/x-flv',
    video: 'h264',
    audio: 'aac',
    holdsVideo: set('h264', 'flv1', 'vp6f'),
    holdsAudio: set('aac', 'mp3', 'speex'),
    subtitles: null,
    covers: 'none',
    attachments: false,
    chapters: false,
    manySounds: false,
  },
  mpg: {
    name: 'MPEG program stream',
    muxer: 'vob',
    muxerArguments: [],
    contentType: 'video/mpeg',
    video: 'mpeg2',
    audio: 'mp2',
    holdsVideo: set('mpeg2video', 'mpeg1video'),
    holdsAudio: set('mp2', 'ac3'),
    subtitles: null,
    covers: 'none',
    attachments: false,
    chapters: false,
    manySounds: true,
  },
  ogv: {
    name: 'Ogg',
    muxer: 'ogg',
    muxerArguments: [],
    contentType: 'video/ogg',
    video: 'theora',
    audio: 'vorbis',
    holdsVideo: set('theora'),
    holdsAudio: set('vorbis', 'opus', 'flac', 'speex'),
    subtitles: null,
    covers: 'none',
    attachments: false,
    chapters: false,
    manySounds: true,
  },
  ts: {
    name: 'MPEG transport stream',
    muxer: 'mpegts',
    muxerArguments: [],
    contentType: 'video/mp2t',
    video: 'h264',
    audio: 'aac',
    holdsVideo: set('h264', 'hevc', 'mpeg2video', 'mpeg1video', 'mpeg4'),
    holdsAudio: set('aac', 'mp2', 'mp3', 'ac3', 'eac3', 'dts', 'opus'),
    subtitles: null,
    covers: 'none',
    attachments: false,
    chapters: false,
    manySounds: true,
  },
} as const satisfies Readonly<Record<string, Container>>;

export type FilmTarget = keyof typeof CONTAINERS;

/** Returns the error for a stream that cannot be copied because the container does not hold its codec. */
export function cannotCopy(
  option: string,
  codec: string,
  { name }: Container,
  held: ReadonlySet<string>,
): ConversionError {
  const reason = `${name} files made here do not hold ${codec}, but ${[...held].join(', ')}`;
  return unsupported({ option, value: 'copy' }, reason, []);
}
