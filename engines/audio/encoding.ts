import type { Warning } from '../../tools/programs/ffmpeg/issues.ts';
import type { SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';
import type { EncoderDelay } from './encoder-delay.ts';
import type { AudioOptions } from './read-options.ts';

/** A container format for audio. */
export interface Container {
  /** Name for messages: `MP3`. */
  readonly name: string;
  /** Name of ffmpeg's muxer. */
  readonly muxer: string;
  /** Name of ffmpeg's demuxer for the same files. */
  readonly demuxer: string;
  readonly muxerArguments: readonly string[];
  readonly extension: string;
  readonly contentType: string;
  /**
   * How it keeps cover pictures: as streams for ffmpeg, as attached files (Matroska), as one comment (Ogg), as attributes added afterwards
   * (ASF), or not at all.
   */
  readonly pictures: 'streams' | 'attachments' | 'comment' | 'attributes' | 'none';
  /** Picture codecs that it accepts, by ffprobe's names. */
  readonly pictureCodecs: readonly string[];
  /** How it keeps chapters: natively, as numbered comments (Vorbis comments), or not at all. */
  readonly chapters: 'native' | 'comments' | 'none';
}

/** A file with pictures: a source, or a picture that the engine made. */
export interface PictureSource {
  readonly path: string;
  /** Demuxer for files that the engine itself made. Omitted: ffmpeg detects it from the content. */
  readonly demuxer?: string;
}

/** Input of a target's encoder: what is requested, and the facts about the source. */
export interface EncodingRequest {
  readonly options: AudioOptions;
  readonly source: SourceFacts;
  readonly container: Container;
}

/** Decisions for one conversion: the encoder, the sample rate and the channels. Pure data. */
export interface Encoding {
  readonly method: EncodingMethod;
  /** Codec that the result must have, by ffprobe's name. */
  readonly codec: string;
  /** Sample rate of the encoder's input, Hz. */
  readonly sampleRate: number;
  readonly channels: ChannelChoice;
  /** Requested bitrate, if the encoder only approximates it: it is compared with the result. */
  readonly nominalBitrate: number | null;
  /** Whether samples above full scale survive. */
  readonly unclipped: boolean;
  /** Whether the result decodes to exactly the encoder's input; else its loudness may differ slightly. */
  readonly exact: boolean;
  /** Silence needed before the sound, so that it begins and ends correctly. Omitted: none. */
  readonly delay?: EncoderDelay;
  /** How long sounds are encoded in parts. Omitted: only in one piece. */
  readonly parts?: PartsForm;
  /** Samples of a block, if the file holds only whole blocks and the last one is padded with silence. */
  readonly blockSamples?: number;
  readonly warnings: readonly Warning[];
}

export type EncodingMethod =
  /** Copies the packets of the source. */
  | { readonly by: 'copy' }
  | { readonly by: 'ffmpeg'; readonly encoder: string; readonly arguments: readonly string[] }
  /** ffmpeg decodes to WAV in this sample format, another program encodes. */
  | { readonly by: 'fdkaac'; readonly pcm: string; readonly profile: number; readonly bitsPerSecond: number }
  | { readonly by: 'flac'; readonly pcm: string };

/** Frames at which the parts of a sound are joined. */
export interface PartsForm {
  readonly codec: 'mp3' | 'opus';
  /** Samples per frame. */
  readonly frame: number;
}

/** Channels of the result. */
export interface ChannelChoice {
  readonly count: number;
  /** Layout to mix into, by ffmpeg's name. Null: the channels of the source are kept. */
  readonly remix: string | null;
  /** Filters that mix into it if ffmpeg cannot do it by itself. Omitted: ffmpeg's own mix. */
  readonly mix?: readonly string[];
}

/** Decides on an encoding. Throws ConversionError `option_unsupported` or `option_conflict`. */
export type Encoder = (request: EncodingRequest) => Encoding;
