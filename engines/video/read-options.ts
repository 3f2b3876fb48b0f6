import type { AnyOptions } from '../../src/catalog/definition.ts';
import { parseFileSize } from '../../src/catalog/grammar/values.ts';
import type { MetadataEdit } from '../../src/work/metadata.ts';
import { mediaTags } from '../../tools/programs/ffmpeg/metadata.ts';
import { type NormalizeOptions, readNormalize } from '../../tools/programs/ffmpeg/sound/loudness.ts';
import type { catalog } from './catalog.ts';
import { secondsOf } from './options/picture.ts';

type Values = AnyOptions<typeof catalog>;

/** Limit of the picture's bits. */
export type Budget =
  | { readonly by: 'quality'; readonly quality: number }
  | { readonly by: 'crf'; readonly crf: number }
  /** Average bitrate in kbit/s. */
  | { readonly by: 'bitrate'; readonly kbps: number }
  | { readonly by: 'size'; readonly bytes: number; readonly text: string };

/** Pixels to cut off at each side, or an area, in the picture as players show it. */
export type Crop =
  | {
      readonly by: 'sides';
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
      readonly left: number;
    }
  /** Null: up to the edge. */
  | {
      readonly by: 'area';
      readonly x: number;
      readonly y: number;
      readonly width: number | null;
      readonly height: number | null;
    };

/** Options that change the picture, for every kind of target. */
export interface PictureOptions {
  /** Seconds from the beginning. */
  readonly start: number;
  /** Null: up to the end. */
  readonly end: number | null;
  readonly speed: number;
  readonly width: number | null;
  readonly height: number | null;
  /** Maximum pixels of the shorter side. Null: no limit. */
  readonly maxHeight: number | null;
  readonly resizeHandling: NonNullable<Values['resize_handling']>;
  readonly crop: Crop | null;
  /** Rotation, degrees clockwise. */
  readonly rotate: 0 | 90 | 180 | 270;
  readonly flip: 'horizontal' | 'vertical' | 'both' | null;
  readonly fps: number | null;
  readonly deinterlace: 'auto' | 'always' | 'never';
  readonly denoise: 'light' | 'medium' | 'strong' | null;
  /** Text across the whole film. */
  readonly watermark: string | null;
}

/** Options of all targets that are films. Null: not given. */
export interface FilmOptions extends PictureOptions {
  readonly videoCodec: NonNullable<Values['video_codec']> | null;
  readonly audioCodec: NonNullable<Values['audio_codec']> | null;
  readonly budget: Budget | null;
  readonly effort: 'fast' | 'balanced' | 'small';
  /** kbit/s. */
  readonly audioBitrate: number | null;
  readonly channels: 1 | 2 | null;
  /** Hz. */
  readonly frequency: number | null;
  /** Null: the loudness is not changed. */
  readonly normalize: NormalizeOptions | null;
  /** Null: kept if the target has subtitle tracks. */
  readonly subtitles: 'keep' | 'burn' | 'none' | null;
  readonly hdr: 'keep' | 'sdr' | null;
  readonly stripMetadata: boolean;
  /** Tags that replace those of the film, by ffmpeg's names; an empty one removes the tag. */
  readonly tags: ReadonlyMap<string, string>;
  /** Time of the frame that becomes the cover, seconds. Null: none. */
  readonly poster: number | null;
  /** Whether one of the inputs is the cover. */
  readonly cover: boolean;
  readonly merge: boolean;
  /** How a sound input is added to a film. */
  readonly soundtrack: 'replace' | 'mix' | null;
  /** Seconds for which a slide is shown. */
  readonly secondsPerPicture: number | null;
}

/** Reads validated options. */
export function readPictureOptions(values: Values): PictureOptions {
  return {
    start: secondsOf(values.start) ?? 0,
    end: secondsOf(values.end),
    speed: values.speed ?? 1,
    width: values.width ?? null,
    height: values.height ?? null,
    maxHeight: values.max_height ?? null,
    resizeHandling: values.resize_handling ?? 'stretch',
    crop: cropOf(values),
    rotate: values.rotate ?? 0,
    flip: values.flip ?? null,
    fps: values.fps ?? null,
    deinterlace: values.deinterlace ?? 'auto',
    denoise: values.denoise ?? null,
    watermark: values.watermark ?? null,
  };
}

/** Reads validated options. */
export function readFilmOptions(values: Values, edit?: MetadataEdit): FilmOptions {
  return {
    ...readPictureOptions(values),
    videoCodec: values.video_codec ?? null,
    audioCodec: values.audio_codec ?? null,
    budget: budgetOf(values),
    effort: values.effort ?? 'balanced',
    audioBitrate: values.audio_bitrate ?? null,
    channels: values.channels === undefined ? null : values.channels === 'mono' ? 1 : 2,
    frequency: values.frequency ?? null,
    normalize: readNormalize(values),
    subtitles: values.subtitles ?? null,
    hdr: values.hdr ?? null,
    stripMetadata: edit?.clear === true || (values.strip_metadata ?? false),
    tags: edit === undefined ? new Map() : mediaTags(edit),
    poster: secondsOf(values.poster),
    cover: values.cover ?? false,
    merge: values.merge ?? false,
    soundtrack: values.soundtrack ?? null,
    secondsPerPicture: values.seconds_per_picture ?? null,
  };
}

function budgetOf({ quality, crf, video_bitrate, file_size }: Values): Budget | null {
  if (quality !== undefined) return { by: 'quality', quality };
  if (crf !== undefined) return { by: 'crf', crf };
  if (video_bitrate !== undefined) return { by: 'bitrate', kbps: video_bitrate };
  if (file_size === undefined) return null;
  const parsed = parseFileSize(file_size);
  if ('problem' in parsed) throw new Error(`a size that validation let through: ${parsed.problem}`);
  return { by: 'size', bytes: parsed.value, text: file_size };
}

function cropOf(values: Values): Crop | null {
  const { crop_top, crop_right, crop_bottom, crop_left, crop_origin_x, crop_origin_y, crop_width, crop_height } =
    values;
  if ([crop_top, crop_right, crop_bottom, crop_left].some((side) => side !== undefined)) {
    return { by: 'sides', top: crop_top ?? 0, right: crop_right ?? 0, bottom: crop_bottom ?? 0, left: crop_left ?? 0 };
  }
  if ([crop_origin_x, crop_origin_y, crop_width, crop_height].every((value) => value === undefined)) return null;
  return {
    by: 'area',
    x: crop_origin_x ?? 0,
    y: crop_origin_y ?? 0,
    width: crop_width ?? null,
    height: crop_height ?? null,
  };
}
