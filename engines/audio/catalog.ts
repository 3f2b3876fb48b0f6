import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import { BOOKS, MAILS, OFFICE, TEXTS } from '../../src/catalog/format-sets.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';
import { NORMALIZE_OPTIONS, NORMALIZE_RULES } from '../../src/catalog/options/normalize.ts';
import { VOICE, VOICE_RULES } from '../../src/catalog/options/voice.ts';
import { EFFECTS } from './options/effects.ts';
import {
  B1,
  BIT_DEPTH,
  BITRATE,
  BITRATE_B1,
  CHANNELS,
  CODEC,
  DOLBY,
  ENCODING_RULES,
  FREQUENCY,
  FREQUENCY_F1,
  M4_CODEC,
} from './options/encoding.ts';
import { MERGE, MERGE_RULES } from './options/merge.ts';
import { PART, PART_RULES } from './options/part.ts';
import { SILENCE, SILENCE_RULES } from './options/silence.ts';
import { COVER, TAGS } from './options/tags.ts';
import { WAVEFORM, WAVEFORM_RULES } from './options/waveform.ts';

/** Options of every target but waveform. */
const AUDIO_WIDE = {
  ...NORMALIZE_OPTIONS,
  ...MERGE,
  ...PART,
  ...SILENCE,
  ...EFFECTS,
  ...TAGS,
  ...VOICE,
} as const satisfies OptionDefinitions;

const RECORDINGS = { kinds: ['audio', 'video'] } as const;

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
        'a better voice than espeak-ng for a language or a locale, as a JSON array; `TTS_COMMAND_…_READABLE` lists the files it may read',
      shown: 'espeak-ng',
      family: '`TTS_COMMAND_EN_GB`, …',
      page: 'tools/programs/speech/README.md#another-voice',
    },
  },
  aliases: { aif: 'aiff', oga: 'ogg', snd: 'au', wave: 'wav' },
  reads: [
    RECORDINGS,
    { formats: [...OFFICE, ...TEXTS, ...MAILS, ...BOOKS, 'pdf', 'ps', 'html'], option: 'language_tts' },
  ],
  targets: {
    aac: {
      id: 201,
      options: {
        audio_codec: {
          type: 'string',
          enum: ['aac', 'heaac1', 'heaac2'],
          description: 'Codec inside the file.',
          'x-group': 'sound',
          'x-order': 110,
          example: 'aac',
        },
        frequency: {
          ...FREQUENCY,
          enum: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000],
          example: 44100,
        },
        ...BITRATE_B1,
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    aiff: {
      id: 202,
      options: { ...FREQUENCY_F1, ...BITRATE_B1, ...COVER, ...CHANNELS, ...AUDIO_WIDE, ...COMMON_OPTIONS },
    },
    flac: {
      id: 203,
      options: { ...FREQUENCY_F1, ...BIT_DEPTH, ...COVER, ...CHANNELS, ...AUDIO_WIDE, ...COMMON_OPTIONS },
    },
    m4a: {
      id: 204,
      options: {
        ...M4_CODEC,
        audio_bitrate: {
          ...BITRATE,
          enum: B1,
          description: `${BITRATE.description} Usable with audio_codec aac only.`,
          example: 192,
        },
        ...FREQUENCY_F1,
        ...COVER,
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    m4r: {
      id: 205,
      options: { ...M4_CODEC, ...FREQUENCY_F1, ...COVER, ...CHANNELS, ...AUDIO_WIDE, ...COMMON_OPTIONS },
    },
    mmf: {
      id: 206,
      options: {
        frequency: { ...FREQUENCY, enum: [4000, 8000, 11025, 22050, 44100], example: 22050 },
        ...BITRATE_B1,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    mp3: {
      id: 207,
      options: {
        frequency: {
          ...FREQUENCY,
          enum: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000],
          example: 44100,
        },
        audio_bitrate: {
          ...BITRATE,
          enum: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320],
          description: `${BITRATE.description} Not together with audio_vbr.`,
          example: 192,
        },
        audio_vbr: {
          type: 'integer',
          enum: [65, 85, 100, 115, 130, 160, 165, 175, 190, 225, 245],
          description: 'Average kbit/s of a variable bitrate. Not together with audio_bitrate.',
          'x-group': 'sound',
          'x-unit': 'kbit/s',
          example: 190,
        },
        remove_coverart: { ...COVER.remove_coverart, default: false },
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    ogg: {
      id: 208,
      options: {
        audio_codec: {
          ...CODEC,
          enum: ['flac', 'opus', 'speex', 'vorbis', 'copy'],
          example: 'vorbis',
        },
        audio_bitrate: {
          ...BITRATE,
          enum: [6, 8, 12, 16, 24, 32, 44, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 500],
          description: `${BITRATE.description} Not together with audio_vbr.`,
          example: 192,
        },
        audio_vbr: {
          type: 'integer',
          enum: [64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 500],
          description:
            'Average kbit/s of a variable bitrate for a stereo pair. Codec vorbis only; not together with audio_bitrate.',
          'x-group': 'sound',
          'x-unit': 'kbit/s',
          example: 192,
        },
        frequency: {
          ...FREQUENCY,
          enum: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 96000],
          example: 44100,
        },
        ...COVER,
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    opus: {
      id: 209,
      options: {
        frequency: {
          ...FREQUENCY,
          enum: [8000, 12000, 16000, 24000, 48000],
          example: 48000,
        },
        ...BITRATE_B1,
        ...COVER,
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
          'x-group': 'sound',
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
        audio_codec: { ...CODEC, enum: ['wma1', 'wma2', 'copy'], example: 'wma2' },
        audio_bitrate: {
          ...BITRATE,
          enum: [8, 12, 16, 24, 32, 48, 56, 64, 96, 112, 128, 160, 192, 224, 256, 320],
          example: 192,
        },
        frequency: {
          ...FREQUENCY,
          enum: [1000, 8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000],
          example: 44100,
        },
        ...COVER,
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    ac3: { id: 212, options: { ...DOLBY, ...CHANNELS, ...AUDIO_WIDE, ...COMMON_OPTIONS } },
    amr: {
      id: 213,
      options: {
        audio_codec: {
          type: 'string',
          enum: ['amr_nb', 'amr_wb'],
          description: 'Codec inside the file: amr_nb is telephone quality (8 kHz), amr_wb is wideband (16 kHz).',
          'x-group': 'sound',
          'x-order': 110,
          example: 'amr_nb',
        },
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    au: { id: 214, options: { ...FREQUENCY_F1, ...BIT_DEPTH, ...CHANNELS, ...AUDIO_WIDE, ...COMMON_OPTIONS } },
    caf: {
      id: 215,
      options: {
        audio_codec: {
          type: 'string',
          enum: ['pcm', 'alac'],
          description: 'Codec inside the file: uncompressed samples, or lossless compression.',
          'x-group': 'sound',
          'x-order': 110,
          example: 'alac',
        },
        ...FREQUENCY_F1,
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    eac3: { id: 216, options: { ...DOLBY, ...CHANNELS, ...AUDIO_WIDE, ...COMMON_OPTIONS } },
    m4b: {
      id: 217,
      options: {
        ...M4_CODEC,
        audio_bitrate: {
          ...BITRATE,
          enum: B1,
          description: `${BITRATE.description} Usable with audio_codec aac only.`,
          example: 192,
        },
        ...FREQUENCY_F1,
        ...COVER,
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    mka: {
      id: 218,
      options: {
        audio_codec: {
          ...CODEC,
          enum: ['opus', 'vorbis', 'flac', 'ac3', 'pcm', 'copy'],
          example: 'opus',
        },
        ...FREQUENCY_F1,
        ...BITRATE_B1,
        ...CHANNELS,
        ...AUDIO_WIDE,
        ...COMMON_OPTIONS,
      },
    },
    waveform: { id: 219, options: { ...WAVEFORM, ...COMMON_OPTIONS }, reads: [RECORDINGS] },
  },
  rules: [
    ...ENCODING_RULES,
    ...MERGE_RULES,
    ...VOICE_RULES,
    ...SILENCE_RULES,
    ...WAVEFORM_RULES,
    ...PART_RULES,
    ...NORMALIZE_RULES,
  ],
} as const satisfies CategoryCatalog;
