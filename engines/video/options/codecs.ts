import { CROP_AREA, CROP_SIDES } from '../../../src/catalog/options/crop.ts';
import { conflict, type Finding, type GivenOptions, type OptionRule, present } from '../../../src/catalog/rules.ts';
import { RATES } from './film.ts';

const CODEC =
  'Video codec. copy keeps the picture of the source unchanged. Left out: copy if the target supports the codec and no option changes the picture, otherwise the first in the list.';
const SOUND =
  'Audio codec. copy keeps the sound of the source unchanged, none removes it. Left out: copy if the target supports the codec and no option changes the sound, otherwise the first in the list.';

export const video = <const Codec extends string>(...codecs: readonly Codec[]) => ({
  video_codec: {
    type: 'string' as const,
    enum: [...codecs, 'copy' as const],
    description: CODEC,
    'x-group': 'film' as const,
    'x-order': 60,
  },
});

export const audio = <const Codec extends string>(...codecs: readonly Codec[]) => ({
  audio_codec: {
    type: 'string' as const,
    enum: [...codecs, 'copy' as const, 'none' as const],
    description: SOUND,
    'x-group': 'sound' as const,
    'x-order': 110,
  },
});

/** Options that change the picture, so that it cannot be copied. */
const CHANGES_PICTURE = [
  ...RATES,
  ...[
    'effort',
    'speed',
    'width',
    'height',
    'max_height',
    ...CROP_SIDES,
    ...CROP_AREA,
    'rotate',
    'flip',
    'fps',
    'denoise',
    'watermark',
    'hdr',
  ],
  ...['deinterlace', 'subtitles'],
] as const;

/** Options that change the sound, so that it cannot be copied. */
const CHANGES_SOUND = ['audio_bitrate', 'channels', 'frequency', 'speed', 'normalize'] as const;

/** Values with which these options change nothing. */
const HARMLESS: Readonly<Record<string, readonly unknown[]>> = {
  deinterlace: ['auto', 'never'],
  effort: ['balanced'],
  hdr: ['keep'],
  normalize: [false],
  speed: [1],
  subtitles: ['keep', 'none'],
};

export const CODEC_RULES: readonly OptionRule[] = [
  {
    options: ['video_codec', ...CHANGES_PICTURE],
    text: 'video_codec copy keeps the picture as it is: options that change it do not go with it.',
    check: (given) => copies(given, 'video_codec', CHANGES_PICTURE),
  },
  {
    options: ['audio_codec', ...CHANGES_SOUND],
    text: 'audio_codec copy and none go with no option that changes the sound.',
    check: (given) => copies(given, 'audio_codec', CHANGES_SOUND),
  },
];

function copies(given: GivenOptions, codec: string, changes: readonly string[]): Finding[] {
  const value = given[codec];
  // Without sound, speed still changes the picture.
  const against = present(given, changes).filter(
    (option) => !HARMLESS[option]?.includes(given[option]) && (value === 'copy' || option !== 'speed'),
  );
  const isFixed = value === 'copy' || value === 'none';
  if (!isFixed || against.length === 0) return [];
  const why = value === 'copy' ? 'what is copied cannot be changed' : 'without sound there is nothing to change';
  return [conflict([codec, ...against], why)];
}
