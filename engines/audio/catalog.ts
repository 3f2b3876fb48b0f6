import { COMMON_OPTIONS } from '../../src/catalog/common.ts';
import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import { TTS_LOCALES } from '../../src/languages.ts';
import { RULES } from './option-rules.ts';

/** Bitrate set B1, kbit/s. */
const B1 = [6, 8, 12, 16, 24, 32, 48, 56, 64, 96, 112, 128, 160, 192, 224, 256, 320] as const;

/** Frequency set F1, Hz. */
const F1 = [1000, 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000] as const;

const FREQUENCY = 'Sample rate of the result in Hz. Left out: that of the source, where the format has it.';
const BITRATE = 'Bitrate of the result in kbit/s: higher sounds better and takes more space.';
const CODEC = 'Codec inside the file. copy keeps the audio of the source as it is, where the format can hold it.';

const FREQUENCY_F1 = {
  frequency: { type: 'integer', enum: F1, description: FREQUENCY, example: 44100 },
} as const satisfies OptionDefinitions;

const BITRATE_B1 = {
  audio_bitrate: { type: 'integer', enum: B1, description: BITRATE, example: 192 },
} as const satisfies OptionDefinitions;

const BIT_DEPTH = {
  audio_bitdepth: {
    type: 'integer',
    enum: [8, 16, 24, 32],
    description: 'Bits of each sample. Left out: those of the source, where the format has them.',
    example: 16,
  },
} as const satisfies OptionDefinitions;

const M4_CODEC = {
  audio_codec: {
    type: 'string',
    enum: ['aac', 'heaac1', 'heaac2', 'alac', 'copy'],
    description: CODEC,
    example: 'aac',
  },
} as const satisfies OptionDefinitions;

const CHANNELS = {
  channels: {
    type: 'string',
    enum: ['stereo', 'mono'],
    description:
      'Number of channels: stereo (2) or mono (1). Left out: those of the source, where the format has them.',
  },
} as const satisfies OptionDefinitions;

/** The normalize family, the part to keep, and the voice: on every audio target. */
const AUDIO_WIDE = {
  normalize: {
    type: 'boolean',
    default: false,
    description: 'Brings the loudness to a target level, chosen by the other normalize options.',
  },
  normalize_type: {
    type: 'string',
    enum: ['ebu', 'rms', 'peak'],
    description:
      'What is measured: ebu is the perceived loudness (EBU R128), rms the average level, peak the highest sample.',
  },
  normalize_target_level: {
    type: 'integer',
    minimum: -99,
    maximum: 0,
    description: 'Level to reach in dB, for normalize_type rms and peak. Ignored with ebu.',
    example: -3,
  },
  normalize_target_level_ebu: {
    type: 'number',
    minimum: -70,
    maximum: -5,
    description: 'Loudness to reach in LUFS. Ignored unless normalize_type is ebu.',
    example: -23,
  },
  normalize_loudness_range_target_ebu: {
    type: 'number',
    minimum: 1,
    maximum: 50,
    description:
      'Loudness range to reach in LU: the distance between quiet and loud parts. Ignored unless normalize_type is ebu.',
    example: 7,
  },
  normalize_true_peak_ebu: {
    type: 'number',
    minimum: -9,
    maximum: 0,
    description: 'Highest true peak allowed in dBTP. Ignored unless normalize_type is ebu.',
    example: -2,
  },
  start: {
    type: 'string',
    pattern: '^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$',
    format: 'time-of-day',
    description: 'Where the part to keep starts, as HH:MM:SS from the beginning.',
    example: '00:01:30',
  },
  end: {
    type: 'string',
    pattern: '^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$',
    format: 'time-of-day',
    description: 'Where the part to keep ends, as HH:MM:SS from the beginning. Has to be after start.',
    example: '00:02:00',
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
      'Which voice reads aloud: standard, also when it is not given, is espeak-ng or a command of the operator; neural is one that the operator put into the folder of speech models, and is refused where there is none for the language.',
  },
} as const satisfies OptionDefinitions;

export const catalog = {
  category: 'audio',
  timeLimitSeconds: 25 * 60,
  settings: {
    FFMPEG_BIN: { meaning: 'path of ffmpeg' },
    FFPROBE_BIN: { meaning: 'path of ffprobe' },
    FLAC_BIN: { meaning: 'path of flac' },
    FDKAAC_BIN: { meaning: 'path of fdkaac' },
    ESPEAK_NG_BIN: { meaning: 'path of espeak-ng, for `language_tts`' },
    TTS_COMMAND_EN: {
      meaning:
        'a better voice than espeak-ng for a language or a locale, as a JSON array; `TTS_COMMAND_…_READABLE` names what it may read',
      shown: 'espeak-ng',
      family: '`TTS_COMMAND_EN_GB`, …',
      page: 'tools/speech/README.md#another-voice',
    },
  },
  // An audiobook in M4B is M4A under another extension: container, codecs, chapters and cover are the same.
  aliases: { aif: 'aiff', m4b: 'm4a', oga: 'ogg', wave: 'wav' },
  targets: {
    aac: {
      id: 201,
      options: {
        audio_codec: {
          type: 'string',
          enum: ['aac', 'heaac1', 'heaac2'],
          description: 'Codec inside the file.',
          example: 'aac',
        },
        frequency: {
          type: 'integer',
          enum: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000],
          description: FREQUENCY,
          example: 44100,
        },
        ...BITRATE_B1,
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    aiff: { id: 202, options: { ...FREQUENCY_F1, ...BITRATE_B1, ...CHANNELS, ...AUDIO_WIDE, ...COMMON_OPTIONS } },
    flac: { id: 203, options: { ...FREQUENCY_F1, ...BIT_DEPTH, ...CHANNELS, ...AUDIO_WIDE, ...COMMON_OPTIONS } },
    m4a: {
      id: 204,
      options: {
        ...M4_CODEC,
        audio_bitrate: {
          type: 'integer',
          enum: B1,
          description: `${BITRATE} Usable with audio_codec aac only.`,
          example: 192,
        },
        ...FREQUENCY_F1,
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    m4r: { id: 205, options: { ...M4_CODEC, ...FREQUENCY_F1, ...CHANNELS, ...AUDIO_WIDE, ...COMMON_OPTIONS } },
    mmf: {
      id: 206,
      options: {
        frequency: { type: 'integer', enum: [4000, 8000, 11025, 22050, 44100], description: FREQUENCY, example: 22050 },
        ...BITRATE_B1,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    mp3: {
      id: 207,
      options: {
        frequency: {
          type: 'integer',
          enum: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000],
          description: FREQUENCY,
          example: 44100,
        },
        audio_bitrate: {
          type: 'integer',
          enum: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320],
          description: `${BITRATE} Not together with audio_vbr.`,
          example: 192,
        },
        audio_vbr: {
          type: 'integer',
          enum: [65, 85, 100, 115, 130, 160, 165, 175, 190, 225, 245],
          description: 'Average kbit/s of a variable bitrate. Not together with audio_bitrate.',
          example: 190,
        },
        remove_coverart: {
          type: 'boolean',
          default: false,
          description: 'Leaves out the cover picture of the source.',
        },
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    ogg: {
      id: 208,
      options: {
        audio_codec: {
          type: 'string',
          enum: ['flac', 'opus', 'speex', 'vorbis', 'copy'],
          description: CODEC,
          example: 'vorbis',
        },
        audio_bitrate: {
          type: 'integer',
          enum: [6, 8, 12, 16, 24, 32, 44, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 500],
          description: `${BITRATE} Not together with audio_vbr.`,
          example: 192,
        },
        audio_vbr: {
          type: 'integer',
          enum: [64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 500],
          description:
            'Average kbit/s of a variable bitrate for a stereo pair. Codec vorbis only; not together with audio_bitrate.',
          example: 192,
        },
        frequency: {
          type: 'integer',
          enum: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 96000],
          description: FREQUENCY,
          example: 44100,
        },
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    opus: {
      id: 209,
      options: {
        frequency: {
          type: 'integer',
          enum: [8000, 12000, 16000, 24000, 48000],
          description: FREQUENCY,
          example: 48000,
        },
        ...BITRATE_B1,
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    wav: {
      id: 210,
      options: {
        pcm_format: {
          type: 'string',
          enum: [
            'pcm_alaw',
            'pcm_f32be',
            'pcm_f32le',
            'pcm_f64be',
            'pcm_f64le',
            'pcm_mulaw',
            'pcm_s16be',
            'pcm_s16le',
            'pcm_s24be',
            'pcm_s24le',
            'pcm_s32be',
            'pcm_s32le',
            'pcm_s8',
            'pcm_u16be',
            'pcm_u16le',
            'pcm_u24be',
            'pcm_u24le',
            'pcm_u32be',
            'pcm_u32le',
            'pcm_u8',
          ],
          description:
            'How a sample is stored: s signed, u unsigned, f floating point, then its bits, then le (little endian) or be (big endian).',
          example: 'pcm_s16le',
        },
        ...FREQUENCY_F1,
        ...BIT_DEPTH,
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    wma: {
      id: 211,
      options: {
        audio_codec: { type: 'string', enum: ['wma1', 'wma2', 'copy'], description: CODEC, example: 'wma2' },
        audio_bitrate: {
          type: 'integer',
          enum: [8, 12, 16, 24, 32, 48, 56, 64, 96, 112, 128, 160, 192, 224, 256, 320],
          description: BITRATE,
          example: 192,
        },
        frequency: {
          type: 'integer',
          enum: [1000, 8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000],
          description: FREQUENCY,
          example: 44100,
        },
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
  },
  rules: RULES,
} as const satisfies CategoryCatalog;
