import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { cropOptions } from '../../src/catalog/options/crop.ts';
import { NORMALIZE_OPTIONS } from '../../src/catalog/options/normalize.ts';
import { RESIZE_HANDLING, RESIZE_HANDLINGS } from '../../src/catalog/options/picture-size.ts';

const TIME = {
  type: 'string',
  pattern: '^[0-9]{2}:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?$',
  format: 'film-time',
} as const;

const LENGTH = { type: 'integer', minimum: 16, maximum: 8192 } as const;
const DISTANCE = { type: 'integer', minimum: 0, maximum: 8176 } as const;

/** Which part, and how its pictures look: of films and of moving pictures. */
export const PICTURE_OPTIONS = {
  start: {
    ...TIME,
    description: 'Start of the part to keep, as HH:MM:SS or HH:MM:SS.mmm. Left out: the beginning.',
    'x-order': 130,
    'x-unit': 'hh:mm:ss',
    example: '00:01:30',
  },
  end: {
    ...TIME,
    description: 'End of the part to keep. Must be after start.',
    'x-order': 140,
    'x-unit': 'hh:mm:ss',
    example: '00:02:00.500',
  },
  speed: {
    type: 'number',
    minimum: 0.25,
    maximum: 4,
    description: 'Plays faster (above 1) or slower (below 1); the sound keeps its pitch.',
    'x-group': 'film',
    'x-order': 80,
    example: 2,
  },
  width: {
    ...LENGTH,
    description: 'Width of the result in pixels. Alone: the height follows.',
    'x-group': 'size',
    'x-order': 10,
    'x-unit': 'px',
    example: 1280,
  },
  height: {
    ...LENGTH,
    description: 'Height of the result in pixels. Alone: the width follows.',
    'x-group': 'size',
    'x-order': 20,
    'x-unit': 'px',
    example: 720,
  },
  max_height: {
    ...LENGTH,
    description:
      'The most pixels of the shorter side, as in 1080p: a larger picture becomes smaller in its own shape, any other stays as it is. Not used with width or height.',
    example: 1080,
  },
  resize_handling: {
    type: 'string',
    enum: RESIZE_HANDLINGS,
    default: 'stretch',
    description: RESIZE_HANDLING,
    'x-group': 'size',
  },
  ...cropOptions({ distance: DISTANCE, extent: LENGTH }),
  rotate: {
    type: 'integer',
    enum: [90, 180, 270],
    description: 'Turns the picture clockwise, in degrees.',
    'x-order': 100,
    'x-unit': '°',
    example: 90,
  },
  flip: {
    type: 'string',
    enum: ['horizontal', 'vertical', 'both'],
    description: 'Mirrors the picture: left and right, top and bottom, or both. After rotate.',
    'x-group': 'size',
    example: 'horizontal',
  },
  fps: {
    type: 'number',
    minimum: 1,
    maximum: 240,
    description: 'Frames per second, evenly spaced. Left out: as in the source.',
    'x-group': 'film',
    'x-order': 70,
    'x-unit': 'fps',
    example: 30,
  },
  deinterlace: {
    type: 'string',
    enum: ['auto', 'always', 'never'],
    default: 'auto',
    description:
      'Converts interlaced frames (television) to progressive ones; auto does so where the picture is encoded and the source is marked as interlaced. A copied picture stays interlaced.',
    'x-group': 'film',
  },
  denoise: {
    type: 'string',
    enum: ['light', 'medium', 'strong'],
    description: 'Reduces the noise of the picture, which also makes the file smaller.',
    'x-group': 'film',
    example: 'light',
  },
} as const satisfies OptionDefinitions;

const { normalize_loudness_range_target_ebu: _, ...LOUDNESS } = NORMALIZE_OPTIONS;

/** Several inputs as one film. */
const MERGING = {
  merge: {
    type: 'boolean',
    default: false,
    description:
      'Makes one video of all inputs, in their order: videos one after the other, in the format of the first; or pictures, each shown for some seconds. An audio file among the inputs becomes the soundtrack, and subtitle files (srt, vtt, ass) become subtitles.',
    'x-order': 190,
    example: true,
  },
  soundtrack: {
    type: 'string',
    enum: ['replace', 'mix'],
    description:
      'With merge and an audio file among the inputs: it replaces the sound of the video, or is mixed with it. Left out: replace.',
    example: 'mix',
  },
  seconds_per_picture: {
    type: 'number',
    minimum: 0.04,
    maximum: 3600,
    description:
      'With merge and pictures: how long each is shown. Left out: they share the length of the audio input, otherwise 3.',
    example: 3,
  },
} as const satisfies OptionDefinitions;

/** What films have besides. */
export const FILM_OPTIONS = {
  ...MERGING,
  quality: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description:
      'Visual quality, on the same scale for all codecs: 90 is hard to distinguish from the source, 75 is good, 50 shows losses. Left out: 75.',
    'x-order': 30,
    example: 75,
  },
  crf: {
    type: 'integer',
    minimum: 0,
    maximum: 63,
    description:
      "The encoder's own constant rate factor instead of quality: lower is better. h264 and h265 have 0 to 51, vp8, vp9 and av1 0 to 63.",
    'x-group': 'film',
    example: 23,
  },
  video_bitrate: {
    type: 'integer',
    minimum: 16,
    maximum: 300_000,
    description:
      'Average bitrate of the picture in kbit/s instead of quality. Encoded in two passes where the codec has them.',
    'x-group': 'film',
    'x-unit': 'kbit/s',
    example: 2500,
  },
  file_size: {
    type: 'string',
    pattern: '^[0-9]{1,10}(\\.[0-9]{1,3})? ?(B|KB|MB|KiB|MiB)?$',
    format: 'file-size',
    description:
      'Maximum size of the result, such as 16MB; bitrates are chosen accordingly. A warning says if that is not possible.',
    'x-order': 50,
    example: '16MB',
  },
  effort: {
    type: 'string',
    enum: ['fast', 'balanced', 'small'],
    default: 'balanced',
    description: 'How long the encoder searches: fast makes larger files, small takes several times as long.',
    'x-group': 'film',
  },
  audio_bitrate: {
    type: 'integer',
    minimum: 16,
    maximum: 640,
    description: 'Bitrate of the sound in kbit/s, for lossy codecs. Left out: 64 per channel, 80 for mono.',
    'x-group': 'sound',
    'x-order': 120,
    'x-unit': 'kbit/s',
    example: 128,
  },
  channels: {
    type: 'string',
    enum: ['stereo', 'mono'],
    description: 'Number of channels of the sound. Left out: those of the source, where the codec has them.',
    'x-group': 'sound',
  },
  frequency: {
    type: 'integer',
    enum: [8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 96000],
    description: 'Sample rate of the sound in Hz. Left out: that of the source, where the codec has it.',
    'x-group': 'sound',
    'x-unit': 'Hz',
    example: 48000,
  },
  ...LOUDNESS,
  hdr: {
    type: 'string',
    enum: ['keep', 'sdr'],
    description:
      'What to do with a high dynamic range: keep it (h265, av1, vp9 and prores), or convert it to the standard range. Left out: keep, if the codec supports it.',
    'x-group': 'colour',
  },
  strip_metadata: {
    type: 'boolean',
    default: false,
    description: 'Removes title, location, date, chapters and other metadata.',
    'x-group': 'clean',
  },
} as const satisfies OptionDefinitions;

/** Of targets that have covers. */
export const COVERS = {
  poster: {
    ...TIME,
    description:
      'A frame of the film becomes its cover, which players and folders show for it: its time, as HH:MM:SS or HH:MM:SS.mmm, counted as start is. It takes the place of covers that the film has.',
    example: '00:00:10',
  },
  cover: {
    type: 'boolean',
    default: false,
    description:
      'The second of two inputs, a picture, becomes the cover of the film, in place of those that it has. With merge: the one picture among the inputs.',
    'x-group': 'about',
    example: true,
  },
} as const satisfies OptionDefinitions;

export const SUBTITLES = {
  subtitles: {
    type: 'string',
    enum: ['keep', 'burn', 'none'],
    description:
      'keep stores subtitles as tracks that players can switch off, burn draws the default track (or the first) into the picture, none leaves them out. Left out: keep.',
    'x-group': 'film',
    'x-order': 90,
    'x-inputs': ['audio', 'video'],
  },
} as const satisfies OptionDefinitions;

/** For targets without subtitle tracks. */
export const SUBTITLES_BURN = {
  subtitles: {
    type: 'string',
    enum: ['burn', 'none'],
    description:
      'burn draws the default subtitle track (or the first) into the picture, none leaves subtitles out. Left out: none, with a warning if the source has subtitles.',
    'x-group': 'film',
    'x-order': 90,
    'x-inputs': ['audio', 'video'],
  },
} as const satisfies OptionDefinitions;

/** What moving pictures have besides, or otherwise. */
export const ANIMATION_OPTIONS = {
  fps: {
    ...PICTURE_OPTIONS.fps,
    description: 'Frames per second, evenly spaced. Left out: as in the source, up to 25.',
    'x-group': 'film',
    'x-order': 70,
    'x-unit': 'fps',
  },
  loop: {
    type: 'integer',
    minimum: 0,
    maximum: 1000,
    default: 0,
    description: 'How often it plays; 0: forever.',
    'x-group': 'film',
  },
} as const satisfies OptionDefinitions;

export const GIF_OPTIONS = {
  fps: {
    ...ANIMATION_OPTIONS.fps,
    maximum: 50,
    description: `${ANIMATION_OPTIONS.fps.description} GIF counts hundredths of seconds, so rates that do not divide 100 come out uneven.`,
  },
  colors: {
    type: 'integer',
    minimum: 2,
    maximum: 256,
    default: 256,
    description: 'Number of colours; fewer make the file smaller.',
    'x-group': 'colour',
    example: 128,
  },
} as const satisfies OptionDefinitions;

export const WEBP_QUALITY = {
  quality: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 75,
    description: 'Quality of the pictures: higher is better and larger.',
    'x-order': 30,
  },
} as const satisfies OptionDefinitions;
