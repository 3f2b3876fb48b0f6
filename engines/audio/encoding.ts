import type { Warning } from '../../tools/ffmpeg/issues.ts';
import type { SourceFacts } from '../../tools/ffmpeg/source.ts';
import type { EncoderDelay } from './encoder-delay.ts';
import type { AudioOptions } from './read-options.ts';

/** A file format that sound is put into. */
export interface Container {
  /** Name for messages: `MP3`. */
  readonly name: string;
  /** ffmpeg's muxer. */
  readonly muxer: string;
  /** ffmpeg's demuxer of the same files. */
  readonly demuxer: string;
  readonly muxerArguments: readonly string[];
  readonly extension: string;
  readonly contentType: string;
  /**
   * How it keeps cover pictures: as streams for ffmpeg, as attached files (Matroska), as one comment (Ogg), as attributes added
   * afterwards (ASF), or not at all.
   */
  readonly pictures: 'streams' | 'attachments' | 'comment' | 'attributes' | 'none';
  /** Picture codecs it takes, as ffprobe names them. */
  readonly pictureCodecs: readonly string[];
  /** How it keeps chapters: its own way, as numbered comments (Vorbis comments), or not at all. */
  readonly chapters: 'native' | 'comments' | 'none';
}

/** A file that holds pictures: a source, or one picture of the engine's own. */
export interface PictureSource {
  readonly path: string;
  /** For what the engine itself made; left out: whatever the content shows. */
  readonly demuxer?: string;
}

/** What an encoder of one target is asked, next to what the source is. */
export interface EncodingRequest {
  readonly options: AudioOptions;
  readonly source: SourceFacts;
  readonly container: Container;
}

/** Decided for one conversion: which encoder, at which rate, with which channels. Pure data. */
export interface Encoding {
  readonly method: EncodingMethod;
  /** Codec the result must have, as ffprobe names it. */
  readonly codec: string;
  /** Hz of the sound that goes into the encoder. */
  readonly sampleRate: number;
  readonly channels: ChannelChoice;
  /** The bitrate asked for, where the encoder only approaches it: compared with the result. */
  readonly nominalBitrate: number | null;
  /** True where samples above full scale survive. */
  readonly unclipped: boolean;
  /** True where the result decodes to what went in; else its loudness may differ a little. */
  readonly exact: boolean;
  /** What has to go before the sound for it to begin and end where it should; left out: nothing. */
  readonly delay?: EncoderDelay;
  /** How long sounds are encoded in parts; left out: in one piece only. */
  readonly parts?: PartsForm;
  /** Samples of a block, where the file holds whole ones only and the last is filled with silence. */
  readonly blockSamples?: number;
  readonly warnings: readonly Warning[];
}

export type EncodingMethod =
  /** The packets of the source, unchanged. */
  | { readonly by: 'copy' }
  | { readonly by: 'ffmpeg'; readonly encoder: string; readonly arguments: readonly string[] }
  /** ffmpeg decodes into WAV of this sample format, another program encodes. */
  | { readonly by: 'fdkaac'; readonly pcm: string; readonly profile: number; readonly bitsPerSecond: number }
  | { readonly by: 'flac'; readonly pcm: string };

/** The frames by which the parts of a sound are joined. */
export interface PartsForm {
  readonly codec: 'mp3' | 'opus';
  /** Samples of a frame. */
  readonly frame: number;
}

/** Channels of the result. */
export interface ChannelChoice {
  readonly count: number;
  /** The layout to mix into, as ffmpeg names it; null: the channels of the source stay as they are. */
  readonly remix: string | null;
  /** Filters that mix into it, where ffmpeg would not know how; left out: its own way. */
  readonly mix?: readonly string[];
}

/** Decides an encoding. Throws ConversionError `option_unsupported` or `option_conflict`. */
export type Encoder = (request: EncodingRequest) => Encoding;
