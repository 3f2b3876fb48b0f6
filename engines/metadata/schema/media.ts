import Type from 'typebox';
import { LIST_LIMITS } from '../limits.ts';
import { closed, count, flag, list, number, tags, text } from './parts.ts';

const { Optional } = Type;

const Stream = closed(
  {
    index: count('Number in the file.'),
    kind: Type.Enum(['audio', 'video', 'subtitle', 'data', 'attachment', 'other'], { description: 'What it carries.' }),
    codec: Optional(text('Short name, as ffmpeg calls it: aac, h264.')),
    profile: Optional(text('Profile of the codec.')),
    language: Optional(text('Language, as the file says.')),
    title: Optional(text('Title.')),
    default: Optional(flag('Whether a player takes it by default.')),
    duration_seconds: Optional(number('Length, seconds.')),
    bit_rate_bits_per_second: Optional(number('Bit rate.')),
    sample_rate_hertz: Optional(count('Samples a second.')),
    channels: Optional(count('Channels of sound.')),
    channel_layout: Optional(text('stereo, 5.1.')),
    bits_per_sample: Optional(count('Bits a sample, of a codec that has them.')),
    width_pixels: Optional(count('Width.')),
    height_pixels: Optional(count('Height.')),
    display_aspect_ratio: Optional(text('16:9.')),
    pixel_format: Optional(text('yuv420p.')),
    frame_rate: Optional(number('Frames per second, on average.')),
    frames: Optional(count('Frames, where the file says how many.')),
    rotation_degrees: Optional(number('How far a player turns the picture.')),
  },
  'One stream.',
);

const Picture = closed(
  {
    codec: Optional(text('png, mjpeg.')),
    width_pixels: Optional(count('Width.')),
    height_pixels: Optional(count('Height.')),
    title: Optional(text('Title.')),
    kind: Optional(text('What it shows, as the file says: Cover (front).')),
  },
  'An embedded picture.',
);

const Chapter = closed(
  {
    start_seconds: number('Where it starts.'),
    end_seconds: number('Where it ends.'),
    title: Optional(text('Title.')),
  },
  'A chapter.',
);

export const MediaFacts = closed(
  {
    container: text('Names of the container, as ffmpeg calls it: mov,mp4,m4a,3gp,3g2,mj2.'),
    duration_seconds: Optional(number('Length, seconds.')),
    bit_rate_bits_per_second: Optional(number('Of all streams together.')),
    streams: list(Stream, LIST_LIMITS.streams, 'Streams, without embedded pictures.'),
    pictures: Optional(list(Picture, LIST_LIMITS.streams, 'Embedded pictures.')),
    chapters: Optional(list(Chapter, LIST_LIMITS.chapters, 'Chapters.')),
    tags: Optional(tags('Tags as the file names them, in lower case: title, artist, album.')),
  },
  'Sound or film.',
);
