import Type from 'typebox';
import { closed, count, flag, number, text } from './parts.ts';

const { Optional } = Type;

export const ImageFacts = closed(
  {
    width_pixels: Optional(count('Width as stored, before its orientation is applied.')),
    height_pixels: Optional(count('Height as stored.')),
    frames: Optional(count('Frames of an animation, or pages of a picture of several.')),
    frame_delays_milliseconds: Optional(
      Type.Array(Type.Integer(), { maxItems: 1000, description: 'How long each frame is shown; the first 1000.' }),
    ),
    loops: Optional(count('How often an animation is played; 0: without end.')),
    color_space: Optional(text('srgb, b-w, cmyk, lab, rgb16, grey16; of other formats as the file calls it.')),
    channels: Optional(count('Channels of a pixel, transparency among them.')),
    has_alpha: Optional(flag('Whether it has a channel for transparency.')),
    bit_depth: Optional(count('Bits a channel.')),
    palette: Optional(flag('Whether pixels are numbers of a palette.')),
    compression: Optional(text('How pixels are packed.')),
    progressive: Optional(flag('Whether it appears in steps (progressive, interlaced).')),
    chroma_subsampling: Optional(text('4:2:0 and its like.')),
    horizontal_dpi: Optional(number('Pixels an inch, as the file says.')),
    vertical_dpi: Optional(number('Pixels an inch, as the file says.')),
    orientation: Optional(
      Type.Integer({
        minimum: 1,
        maximum: 8,
        description: 'How to turn it, as Exif counts: 1 as it is, 6 to the right.',
      }),
    ),
    icc_profile: Optional(text('Name of the embedded colour profile.')),
  },
  'A picture.',
);
