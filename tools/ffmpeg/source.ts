import type { TrackEdits } from '../iso-media/edits.ts';
import type { MovieTags } from '../iso-media/movie-tags.ts';

/** What ffprobe says about an input, in the terms the engine decides by. */
export interface SourceFacts {
  /** Names of the demuxer: `mov`, `mp4`, `m4a` … */
  readonly formats: readonly string[];
  readonly audio: AudioStream;
  readonly pictures: readonly Picture[];
  readonly tags: ReadonlyMap<string, string>;
  /** The records of an MP4 or QuickTime file that its tags are in; left out: it is of another kind. */
  readonly movie?: MovieTags;
  readonly chapters: readonly Chapter[];
}

export interface AudioStream {
  /** Index among all streams of the file. */
  readonly index: number;
  /** As ffprobe names it: `mp3`, `pcm_s16le`, `wmav2`. */
  readonly codec: string;
  readonly profile: string | null;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** As ffmpeg names it: `stereo`, `5.1(side)`; null if the file does not say. */
  readonly layout: string | null;
  readonly samples: SampleKind;
  /** bits/s, or null if only a full read could tell. */
  readonly bitRate: number | null;
  readonly length: Length;
  /** Which of its samples are heard; null: all of them, in order. */
  readonly edits: TrackEdits | null;
}

/** The bit depth of the source. Lossy sources count as 16 bits. */
export interface SampleKind {
  readonly bits: 8 | 16 | 24 | 32 | 64;
  readonly float: boolean;
}

/** How long the sound is. */
export interface Length {
  /** Seconds; null: unknown. */
  readonly seconds: number | null;
  /** True where the file itself states its number of samples or frames; false if it is a guess from bytes and bitrate. */
  readonly exact: boolean;
}

export interface Picture {
  /** Index among all streams of the file. */
  readonly index: number;
  /** As ffprobe names it: `mjpeg`, `png`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** One of the picture types of ID3v2 and FLAC, by the name ffmpeg gives it: `Cover (front)`. Empty: the file does not say. */
  readonly kind: string;
}

export interface Chapter {
  /** Seconds from the beginning. */
  readonly start: number;
  readonly end: number;
  readonly title: string;
}
