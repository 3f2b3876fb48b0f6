import type { AnyOptions } from '../../src/catalog/definition.ts';
import { parseTime } from '../../src/catalog/grammar/values.ts';
import type { MetadataEdit } from '../../src/work/metadata.ts';
import { mediaTags } from '../../tools/programs/ffmpeg/metadata.ts';
import { type NormalizeOptions, readNormalize } from '../../tools/programs/ffmpeg/sound/loudness.ts';
import type { SilenceRule } from '../../tools/programs/ffmpeg/sound/silence.ts';
import { SILENCE_DB } from '../../tools/programs/ffmpeg/sound/sound-filters.ts';
import type { VoiceKind } from '../../tools/programs/speech/tts/speaker.ts';
import type { catalog } from './catalog.ts';

/** The options of all audio targets. Null: the option was not given, or the target does not have it. */
export interface AudioOptions {
  readonly codec: string | null;
  /** Sample rate, Hz. */
  readonly frequency: number | null;
  /** Bitrate in kbit/s. */
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
  /** Whether the second input is the cover picture. */
  readonly takesCover: boolean;
  /** Whether all inputs become one sound. */
  readonly merge: boolean;
  readonly normalize: NormalizeOptions | null;
  readonly speaker: string | null;
  /** Voice that reads a text aloud. */
  readonly voice: VoiceKind;
  /** Which audio track of a file, from 1. */
  readonly track: number;
  readonly trimSilence: boolean;
  /** Rule for silence that is removed everywhere. Null: none is. */
  readonly removeSilence: SilenceRule | null;
  /** Level below which `trimSilence` counts sound as silence, dB. */
  readonly silenceThreshold: number;
  /** Factor of the speed; 1: unchanged. */
  readonly speed: number;
  /** Factor of the amplitude; 1: unchanged. */
  readonly volume: number;
  /** Length in seconds; 0: none. */
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Tags that replace those of the source, by ffmpeg's names; an empty one removes the tag. */
  readonly tags: ReadonlyMap<string, string>;
}

/** Options that are tags, with ffmpeg's names of these. */
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
    merge: values.merge ?? false,
    normalize: readNormalize(values),
    speaker: values.language_tts ?? null,
    voice: values.tts_voice ?? 'standard',
    track: values.audio_track ?? 1,
    trimSilence: values.trim_silence ?? false,
    removeSilence: values.remove_silence === undefined ? null : { thresholdDb, seconds: values.remove_silence },
    silenceThreshold: thresholdDb,
    speed: values.speed ?? 1,
    volume: (values.volume ?? 100) / 100,
    fadeIn: values.fade_in ?? 0,
    fadeOut: values.fade_out ?? 0,
    tags: readTags(values),
  };
}

/** Adds the metadata of a conversion to the tags that replace those of the source; the options prevail. */
export function withMetadata(options: AudioOptions, edit: MetadataEdit | undefined): AudioOptions {
  return edit === undefined ? options : { ...options, tags: new Map([...mediaTags(edit), ...options.tags]) };
}

function readTags(values: AnyOptions<typeof catalog>): Map<string, string> {
  const tags = new Map<string, string>();
  for (const option of Object.keys(TAGS) as (keyof typeof TAGS)[]) {
    const value = values[option];
    if (value !== undefined) tags.set(TAGS[option], value);
  }
  return tags;
}

/** Converts a time, which validation has checked. */
function secondsOf(time: string | undefined): number | null {
  if (time === undefined) return null;
  const parsed = parseTime(time);
  if ('problem' in parsed) throw new Error(`a time that validation let through: ${parsed.problem}`);
  return parsed.value;
}
