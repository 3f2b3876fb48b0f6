import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { NORMALIZE_OPTIONS } from '../../src/catalog/normalize-options.ts';
import { TTS_LOCALES } from '../../src/languages.ts';

/** Bitrate set B1, kbit/s. */
export const B1 = [6, 8, 12, 16, 24, 32, 48, 56, 64, 96, 112, 128, 160, 192, 224, 256, 320] as const;

/** Frequency set F1, Hz. */
const F1 = [1000, 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000] as const;

export const FREQUENCY = 'Sample rate of the result in Hz. Left out: that of the source, where the format has it.';
export const BITRATE = 'Bitrate of the result in kbit/s: higher sounds better and takes more space.';
export const CODEC =
  'Codec inside the file. copy keeps the audio of the source as it is, where the format can hold it.';

export const FREQUENCY_F1 = {
  frequency: { type: 'integer', enum: F1, description: FREQUENCY, example: 44100 },
} as const satisfies OptionDefinitions;

export const BITRATE_B1 = {
  audio_bitrate: { type: 'integer', enum: B1, description: BITRATE, example: 192 },
} as const satisfies OptionDefinitions;

export const BIT_DEPTH = {
  audio_bitdepth: {
    type: 'integer',
    enum: [8, 16, 24, 32],
    description: 'Bits of each sample. Left out: those of the source, where the format has them.',
    example: 16,
  },
} as const satisfies OptionDefinitions;

export const M4_CODEC = {
  audio_codec: {
    type: 'string',
    enum: ['aac', 'heaac1', 'heaac2', 'alac', 'copy'],
    description: CODEC,
    example: 'aac',
  },
} as const satisfies OptionDefinitions;

/** Sample rates and bitrates of AC-3 and E-AC-3 (ATSC A/52). */
export const DOLBY = {
  frequency: { type: 'integer', enum: [32000, 44100, 48000], description: FREQUENCY, example: 48000 },
  audio_bitrate: {
    type: 'integer',
    enum: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640],
    description: BITRATE,
    example: 448,
  },
} as const satisfies OptionDefinitions;

export const CHANNELS = {
  channels: {
    type: 'string',
    enum: ['stereo', 'mono'],
    description:
      'Number of channels: stereo (2) or mono (1). Left out: those of the source, where the format has them.',
  },
} as const satisfies OptionDefinitions;

/** A tag of the result. */
const TAG = { type: 'string', maxLength: 1000 } as const;

/** The normalize family, the part to keep, and the voice: on every audio target. */
export const AUDIO_WIDE = {
  ...NORMALIZE_OPTIONS,
  start: {
    type: 'string',
    pattern: '^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$',
    format: 'time-of-day',
    description: 'Start of the part to keep, as HH:MM:SS from the beginning.',
    example: '00:01:30',
  },
  end: {
    type: 'string',
    pattern: '^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$',
    format: 'time-of-day',
    description: 'End of the part to keep, as HH:MM:SS from the beginning. Must be after start.',
    example: '00:02:00',
  },
  audio_track: {
    type: 'integer',
    minimum: 1,
    maximum: 99,
    description:
      'Which audio track to use if the file has several, such as the languages of a video: 1, the default, is the first.',
    example: 2,
  },
  trim_silence: {
    type: 'boolean',
    description:
      'Removes silence at the beginning and at the end: audio that stays below silence_threshold for at least 0.05 seconds.',
  },
  remove_silence: {
    type: 'number',
    minimum: 0.05,
    maximum: 60,
    description: 'Removes all silence, also within the audio, that lasts at least this many seconds.',
    example: 1.5,
  },
  silence_threshold: {
    type: 'number',
    minimum: -90,
    maximum: -10,
    description:
      'Level of silence for trim_silence and remove_silence: audio that stays below it, in dB relative to full scale. Left out: -50.',
    example: -40,
  },
  speed: {
    type: 'number',
    minimum: 0.25,
    maximum: 4,
    description: 'How fast the sound plays, at the same pitch: 2 is twice as fast, 0.5 half as fast.',
    example: 1.25,
  },
  fade_in: {
    type: 'number',
    minimum: 0,
    maximum: 60,
    description: 'Seconds over which the sound fades in at the start.',
    example: 2,
  },
  fade_out: {
    type: 'number',
    minimum: 0,
    maximum: 60,
    description: 'Seconds over which the sound fades out at the end.',
    example: 3,
  },
  tag_title: {
    ...TAG,
    description: 'Title of the result, instead of that of the source; empty: none.',
    example: 'Prelude',
  },
  tag_artist: { ...TAG, description: 'Artist of the result, instead of that of the source; empty: none.' },
  tag_album: { ...TAG, description: 'Album of the result, instead of that of the source; empty: none.' },
  tag_album_artist: { ...TAG, description: 'Artist of the whole album, instead of that of the source; empty: none.' },
  tag_genre: {
    ...TAG,
    description: 'Genre of the result, instead of that of the source; empty: none.',
    example: 'Jazz',
  },
  tag_date: {
    ...TAG,
    description: 'Year or date of the result, instead of that of the source; empty: none.',
    example: '2026',
  },
  tag_track: {
    ...TAG,
    description: 'Track number, optionally with the total, instead of that of the source; empty: none.',
    example: '3/12',
  },
  tag_comment: { ...TAG, description: 'Comment of the result, instead of that of the source; empty: none.' },
  cover: {
    type: 'boolean',
    description:
      'Uses the second input, a JPEG, PNG, GIF, WebP or BMP picture, as the cover instead of the pictures of the source. Refused by aac, ac3, amr, au, caf, eac3, mmf and wav, which cannot store pictures.',
    example: true,
  },
  language_tts: {
    type: 'string',
    enum: TTS_LOCALES,
    description: 'Language and country of the voice that reads a text source aloud.',
    example: 'en-GB',
  },
  tts_voice: {
    type: 'string',
    enum: ['standard', 'neural'],
    description:
      'Voice that reads aloud: standard, the default, is espeak-ng or a command of the operator; neural is a voice that the operator has installed in the folder of speech models, and is refused if there is none for the language.',
  },
} as const satisfies OptionDefinitions;

/** On targets that keep pictures. */
export const COVER = {
  remove_coverart: {
    type: 'boolean',
    description: 'Leaves out the cover picture of the source.',
  },
} as const satisfies OptionDefinitions;

/** How the course of a sound is drawn. */
export const WAVEFORM = {
  waveform_format: {
    type: 'string',
    enum: ['png', 'svg', 'json'],
    default: 'png',
    description:
      'png: a picture with a transparent background; svg: a drawing; json: the peaks as audiowaveform writes them.',
  },
  waveform_width: {
    type: 'integer',
    minimum: 16,
    maximum: 4096,
    default: 1200,
    description: 'Width in pixels, which is also the maximum number of peak pairs.',
    example: 1200,
  },
  waveform_height: {
    type: 'integer',
    minimum: 16,
    maximum: 1024,
    default: 240,
    description: 'Height in pixels. No effect on json.',
    example: 240,
  },
  start: AUDIO_WIDE.start,
  end: AUDIO_WIDE.end,
  audio_track: AUDIO_WIDE.audio_track,
} as const satisfies OptionDefinitions;
