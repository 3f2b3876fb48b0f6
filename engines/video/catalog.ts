import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';
import { ANIMATION_OPTIONS, GIF_OPTIONS, WEBP_QUALITY } from './options/animation.ts';
import { audio, CODEC_RULES, video } from './options/codecs.ts';
import { COVER_RULES, COVERS } from './options/covers.ts';
import { FILM_OPTIONS, FILM_RULES } from './options/film.ts';
import { MERGING_RULES } from './options/merging.ts';
import { PICTURE_OPTIONS, PICTURE_RULES } from './options/picture.ts';
import { SUBTITLES, SUBTITLES_BURN } from './options/subtitles.ts';

const FILM = { ...FILM_OPTIONS, ...PICTURE_OPTIONS, ...COMMON_OPTIONS } as const satisfies OptionDefinitions;
const ANIMATION = { ...PICTURE_OPTIONS, ...ANIMATION_OPTIONS, ...COMMON_OPTIONS } as const satisfies OptionDefinitions;

const MP4 = {
  ...video('h264', 'h265', 'av1', 'vp9', 'mpeg4'),
  ...audio('aac', 'mp3', 'opus', 'ac3', 'alac'),
  ...SUBTITLES,
  ...COVERS,
  ...FILM,
} as const;

export const catalog = {
  category: 'video',
  timeLimitSeconds: 25 * 60,
  aliases: { m2ts: 'ts', matroska: 'mkv', mpeg: 'mpg', qt: 'mov' },
  reads: [{ kinds: ['video'], formats: ['gif', 'apng'] }],
  targets: {
    mp4: { id: 901, options: MP4 },
    webm: { id: 902, options: { ...video('vp9', 'vp8', 'av1'), ...audio('opus', 'vorbis'), ...SUBTITLES, ...FILM } },
    mkv: {
      id: 903,
      options: {
        ...video('h264', 'h265', 'av1', 'vp9', 'vp8', 'mpeg4', 'mpeg2', 'prores', 'theora'),
        ...audio('aac', 'opus', 'vorbis', 'mp3', 'flac', 'ac3', 'pcm'),
        ...SUBTITLES,
        ...COVERS,
        ...FILM,
      },
    },
    mov: {
      id: 904,
      options: {
        ...video('h264', 'h265', 'prores', 'mpeg4'),
        ...audio('aac', 'pcm', 'alac', 'mp3', 'ac3'),
        ...SUBTITLES,
        ...FILM,
      },
    },
    avi: {
      id: 905,
      options: { ...video('mpeg4', 'h264'), ...audio('mp3', 'ac3', 'pcm'), ...SUBTITLES_BURN, ...FILM },
    },
    wmv: { id: 906, options: { ...video('wmv2'), ...audio('wma2'), ...SUBTITLES_BURN, ...FILM } },
    flv: { id: 907, options: { ...video('h264', 'flv1'), ...audio('aac', 'mp3'), ...SUBTITLES_BURN, ...FILM } },
    mpg: { id: 908, options: { ...video('mpeg2'), ...audio('mp2'), ...SUBTITLES_BURN, ...FILM } },
    '3gp': { id: 909, options: { ...video('h264', 'mpeg4'), ...audio('aac'), ...SUBTITLES_BURN, ...FILM } },
    ogv: { id: 910, options: { ...video('theora'), ...audio('vorbis', 'opus', 'flac'), ...SUBTITLES_BURN, ...FILM } },
    ts: {
      id: 911,
      options: { ...video('h264', 'h265', 'mpeg2'), ...audio('aac', 'mp2', 'ac3'), ...SUBTITLES_BURN, ...FILM },
    },
    m4v: { id: 912, options: MP4 },
    gif: { id: 913, options: { ...ANIMATION, ...GIF_OPTIONS } },
    apng: { id: 914, options: ANIMATION },
    webp: { id: 915, options: { ...WEBP_QUALITY, ...ANIMATION } },
  },
  rules: [...FILM_RULES, ...CODEC_RULES, ...PICTURE_RULES, ...MERGING_RULES, ...COVER_RULES],
} as const satisfies CategoryCatalog;
