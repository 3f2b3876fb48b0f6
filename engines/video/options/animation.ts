import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { PICTURE_OPTIONS } from './picture.ts';

/** Additional or different options of moving pictures. */
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
