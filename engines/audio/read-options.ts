import type { AnyOptions } from '../../src/catalog/definition.ts';
import { parseTime } from '../../src/catalog/grammar/values.ts';
import { type NormalizeOptions, readNormalize } from '../../tools/ffmpeg/loudness.ts';
import type { SilenceRule } from '../../tools/ffmpeg/silence.ts';
import { SILENCE_DB } from '../../tools/ffmpeg/sound-filters.ts';
import type { VoiceKind } from '../../tools/speech/tts/speaker.ts';
import type { catalog } from './catalog.ts';

/** The options of all audio targets in one shape: null if an option was not given, or the target does not have it. */
export interface AudioOptions {
  readonly codec: string | null;
  /** Sample rate, Hz. */
  readonly frequency: number | null;
  /** kbit/s. */
  readonly bitrate: number | null;
  /** Average of a variable bitrate, kbit/s. */
  readonly vbr: number | null;
  readonly bitDepth: number | null;
  readonly pcmFormat: string | null;
  readonly channels: 'mono' | 'stereo' | null;
  /** Seconds from the beginning. */
  readonly start: number | null;
  readonly end: number | null;
  readonly removeCover: boolean;
  /** The second input is the picture of the cover. */
  readonly takesCover: boolean;
  readonly normalize: NormalizeOptions | null;
  readonly speaker: string | null;
  /** Which voice reads, where a text is read aloud. */
  readonly voice: VoiceKind;
  /** Which of several sounds of a file, from 1. */
  readonly track: number;
  readonly trimSilence: boolean;
  /** Silence that is left out wherever it is; null: none. */
  readonly removeSilence: SilenceRule | null;
  /** What counts as silence for `trimSilence`, dB. */
  readonly silenceThreshold: number;
  /** As a factor; 1: as it is. */
  readonly speed: number;
  /** Seconds; 0: none. */
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Tags that take the place of those of the source, by the names ffmpeg gives them; an empty one takes it away. */
  readonly tags: ReadonlyMap<string, string>;
}

/** Options that are tags, and what ffmpeg calls these. */
const TAGS = {
  tag_title: 'title',
  tag_artist: 'artist',
  tag_album: 'album',
  tag_album_artist: 'album_artist',
  tag_genre: 'genre',
  tag_date: 'date',
  tag_track: 'track',
  tag_comment: 'comment',
} as const;

/** Reads validated options. */
export function readOptions(values: AnyOptions<typeof catalog>): AudioOptions {
  const thresholdDb = values.silence_threshold ?? SILENCE_DB;
  return {
    codec: values.audio_codec ?? null,
    frequency: values.frequency ?? null,
    bitrate: values.audio_bitrate ?? null,
    vbr: values.audio_vbr ?? null,
    bitDepth: values.audio_bitdepth ?? null,
    pcmFormat: values.pcm_format ?? null,
    channels: values.channels ?? null,
    start: secondsOf(values.start),
    end: secondsOf(values.end),
    removeCover: values.remove_coverart ?? false,
    takesCover: values.cover ?? false,
    normalize: readNormalize(values),
    speaker: values.language_tts ?? null,
    voice: values.tts_voice ?? 'standard',
    track: values.audio_track ?? 1,
    trimSilence: values.trim_silence ?? false,
    removeSilence: values.remove_silence === undefined ? null : { thresholdDb, seconds: values.remove_silence },
    silenceThreshold: thresholdDb,
    speed: values.speed ?? 1,
    fadeIn: values.fade_in ?? 0,
    fadeOut: values.fade_out ?? 0,
    tags: readTags(values),
  };
}

function readTags(values: AnyOptions<typeof catalog>): Map<string, string> {
  const tags = new Map<string, string>();
  for (const option of Object.keys(TAGS) as (keyof typeof TAGS)[]) {
    const value = values[option];
    if (value !== undefined) tags.set(TAGS[option], value);
  }
  return tags;
}

/** Validation has let only times through. */
function secondsOf(time: string | undefined): number | null {
  if (time === undefined) return null;
  const parsed = parseTime(time);
  if ('problem' in parsed) throw new Error(`a time that validation let through: ${parsed.problem}`);
  return parsed.value;
}
