import type { TrackEdits } from '../../../formats/iso-media/edits.ts';
import type { MovieTags } from '../../../formats/iso-media/movie-tags.ts';

/** ffprobe's facts about an input, in the terms that the engine uses. */
export interface SourceFacts {
  /** Names of the demuxer: `mov`, `mp4`, `m4a` … */
  readonly formats: readonly string[];
  readonly audio: AudioStream;
  readonly pictures: readonly Picture[];
  readonly tags: ReadonlyMap<string, string>;
  /** The records that contain the tags of an MP4 or QuickTime file; omitted for files of other kinds. */
  readonly movie?: MovieTags;
  readonly chapters: readonly Chapter[];
}

export interface AudioStream {
  /** Index among all streams of the file. */
  readonly index: number;
  /** Codec as ffprobe names it: `mp3`, `pcm_s16le`, `wmav2`. */
  readonly codec: string;
  readonly profile: string | null;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Layout as ffmpeg names it: `stereo`, `5.1(side)`; null if the file does not say. */
  readonly layout: string | null;
  readonly samples: SampleKind;
  /** bits/s; null if only reading the whole file would show it. */
  readonly bitRate: number | null;
  readonly length: Length;
  /** Which of its samples are heard; null if all of them are, in order. */
  readonly edits: TrackEdits | null;
}

/** The bit depth of the source. Lossy sources count as 16 bits. */
export interface SampleKind {
  readonly bits: 8 | 16 | 24 | 32 | 64;
  readonly float: boolean;
}

/** Length of the sound. */
export interface Length {
  /** Seconds; null if unknown. */
  readonly seconds: number | null;
  /** True if the file states its number of samples or frames; false if it is estimated from bytes and bitrate. */
  readonly exact: boolean;
}

export interface Picture {
  /** Index among all streams of the file. */
  readonly index: number;
  /** Codec as ffprobe names it: `mjpeg`, `png`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** A picture type of ID3v2 and FLAC, by ffmpeg's name: `Cover (front)`. Empty if the file does not say. */
  readonly kind: string;
}

export interface Chapter {
  /** Seconds from the beginning. */
  readonly start: number;
  readonly end: number;
  readonly title: string;
}
