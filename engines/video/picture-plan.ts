import { adjusted, limited, unsupported, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { heldFrames } from '../../tools/programs/ffmpeg/probe/edited.ts';
import {
  dynamicRange,
  isTransparentFormat,
  type PictureTrack,
  ratio,
  shownSize,
} from '../../tools/programs/ffmpeg/probe/film.ts';
import type { Crop, PictureOptions } from './read-options.ts';
import { WATERMARK_FILTER } from './watermark.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pictures that the target's encoder accepts. */
export interface PictureForm {
  /** ffmpeg's pixel format. */
  readonly pixels: string;
  /** Divisor of both sides. */
  readonly multiple: 1 | 2;
  /** Whether a high dynamic range is converted to SDR. */
  readonly toSdr: boolean;
  /** Frames per second of the result. Null: unchanged. */
  readonly rate: string | null;
}

export interface PicturePlan {
  readonly size: Size;
  /** ffmpeg's filters, in order. Empty if the picture stays unchanged. */
  readonly filters: readonly string[];
  /** Frames per second, if known. */
  readonly rate: number | null;
  readonly warnings: readonly Warning[];
}

/** Maximum number of pixels: larger pictures are made to fill memory. */
export const MOST_PIXELS = 8192 * 4608;
const LONGEST_SIDE = 8192;

/**
 * Plans the filters from the film to the result, after ffmpeg turned it as players do. Throws ConversionError `option_unsupported`.
 * @param most pixels that the result may have, if the size of the file demands fewer
 */
export function planPicture(
  track: PictureTrack,
  options: PictureOptions,
  form: PictureForm,
  most: number | null = null,
): PicturePlan {
  const shown = shownSize(track);
  const squared = squareFilter(track, shown);
  const cropped = cropArea(options.crop, shown);
  const losesAlpha = track.hasAlpha && !isTransparentFormat(form.pixels);
  const turned = options.rotate % 180 === 0 ? cropped.size : { width: cropped.size.height, height: cropped.size.width };
  const resized = resize(turned, options, form.multiple, most);
  const rate = options.fps ?? (track.rate === null ? null : ratio(track.rate));
  return {
    size: resized.size,
    rate: rate === null ? null : rate * (options.fps === null ? options.speed : 1),
    filters: [
      ...heldFrames(track, options.start),
      ...(losesAlpha ? [ON_WHITE] : []),
      ...deinterlaceFilters(track, options),
      ...(options.denoise === null ? [] : [DENOISE[options.denoise]]),
      ...squared,
      ...cropped.filters,
      ...TURNS[options.rotate],
      ...(options.flip === null ? [] : FLIPS[options.flip]),
      ...resized.filters,
      ...(form.toSdr && dynamicRange(track.color) !== null ? TO_SDR : []),
      ...(options.watermark === null ? [] : [WATERMARK_FILTER]),
      ...(options.speed === 1 ? [] : [`setpts=PTS/${options.speed}`]),
      ...rateFilters(track, options, form),
      'setsar=1',
      `format=${form.pixels}`,
    ],
    warnings: [...cropped.warnings, ...resized.warnings],
  };
}

/** Maximum frames per second: few players support more. */
const MOST_RATE = 60;

/** Raises the frame rate of a film that plays faster; ffmpeg would keep the frame distances of the source. */
function rateFilters({ rate }: PictureTrack, { speed }: PictureOptions, form: PictureForm): string[] {
  if (form.rate !== null) return [`fps=${form.rate}`];
  if (speed <= 1 || rate === null) return [];
  const wanted = ratio(rate) * speed;
  return [`fps=${Math.min(wanted, Math.max(MOST_RATE, ratio(rate))).toFixed(4)}`];
}

/** Lays the picture over white, as for pictures that lose their transparency. */
export const ON_WHITE =
  'format=rgba,split[under][over];[under]lutrgb=r=255:g=255:b=255:a=255[white];[white][over]overlay=format=auto';

/** Spatial and temporal strength (hqdn3d's default is 4). */
const DENOISE = { light: 'hqdn3d=2', medium: 'hqdn3d=4', strong: 'hqdn3d=8' } as const;

const TURNS = { 0: [], 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] } as const;
const FLIPS = { horizontal: ['hflip'], vertical: ['vflip'], both: ['hflip', 'vflip'] } as const;

/** Converts ITU-R BT.2100 to BT.709 in linear light; hable keeps the shadows and compresses what is brighter than white. */
export const TO_SDR = [
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
] as const;

/** Makes whole frames from fields, if there are any or an option says so. */
export function deinterlaceFilters({ isInterlaced }: PictureTrack, { deinterlace }: PictureOptions): string[] {
  if (deinterlace === 'never' || (deinterlace === 'auto' && !isInterlaced)) return [];
  return ['bwdif=mode=send_frame'];
}

/** Scales to square pixels. */
export function squareFilter({ pixelAspect }: PictureTrack, { width, height }: Size): string[] {
  return pixelAspect === 1 ? [] : [`scale=${width}:${height}:flags=lanczos`];
}

function cropArea(crop: Crop | null, shown: Size): Resized {
  if (crop === null) return { size: shown, filters: [], warnings: [] };
  const area =
    crop.by === 'sides'
      ? {
          x: crop.left,
          y: crop.top,
          width: shown.width - crop.left - crop.right,
          height: shown.height - crop.top - crop.bottom,
        }
      : {
          x: crop.x,
          y: crop.y,
          width: Math.min(crop.width ?? shown.width, shown.width - crop.x),
          height: Math.min(crop.height ?? shown.height, shown.height - crop.y),
        };
  const { x, y, width, height } = area;
  if (width < 16 || height < 16) {
    const option = crop.by === 'sides' ? 'crop_left' : 'crop_origin_x';
    const reason = `of the picture of ${shown.width} × ${shown.height} pixels fewer than 16 × 16 would be left`;
    throw unsupported({ option, value: crop.by === 'sides' ? crop.left : crop.x }, reason, []);
  }
  // exact: otherwise chroma subsampling limits cropping to even pixels.
  return {
    size: { width, height },
    filters: [`crop=${width}:${height}:${x}:${y}:exact=1`],
    warnings: crop.by === 'sides' ? [] : beyondEdges(crop, { width, height }),
  };
}

/** Warns of an area that exceeds the picture: only the part inside is kept. */
function beyondEdges(asked: Extract<Crop, { by: 'area' }>, size: Size): Warning[] {
  return (['width', 'height'] as const).flatMap((side) => {
    const value = asked[side];
    if (value === null || value === size[side]) return [];
    return [adjusted({ option: `crop_${side}`, value }, size[side], 'the picture ends there')];
  });
}

interface Resized {
  readonly size: Size;
  readonly filters: readonly string[];
  readonly warnings: readonly Warning[];
}

function resize(from: Size, options: PictureOptions, multiple: 1 | 2, most: number | null): Resized {
  const even = (length: number): number => Math.max(multiple, Math.round(length / multiple) * multiple);
  const asked = askedSize(from, options);
  if (asked === null) {
    const area = from.width * from.height;
    if (most !== null && area > most) {
      const scale = Math.sqrt(most / area);
      const size = { width: even(from.width * scale), height: even(from.height * scale) };
      const message = `The picture was made smaller (${size.width} × ${size.height} pixels), as a file of that size has too few bits for ${from.width} × ${from.height}.`;
      return { size, filters: [scaleTo(size)], warnings: [limited(message, { option: 'file_size', ...size })] };
    }
    return cropToMultiple(from, multiple);
  }
  const size = { width: even(asked.width), height: even(asked.height) };
  if (size.width > LONGEST_SIDE || size.height > LONGEST_SIDE) {
    const option = options.width === null ? 'height' : 'width';
    const reason = `the result would have ${size.width} × ${size.height} pixels, and ${LONGEST_SIDE} are the most of a side`;
    throw unsupported({ option, value: options[option] }, reason, []);
  }
  return { size, filters: shapeFilters(from, size, options.resizeHandling), warnings: evened(options, size) };
}

/** Warns of sides that the codec required to be even. */
function evened(options: PictureOptions, size: Size): Warning[] {
  return (['width', 'height'] as const).flatMap((option) => {
    const value = options[option];
    if (value === null || value === size[option]) return [];
    return [adjusted({ option, value }, size[option], 'the codec needs even dimensions')];
  });
}

function askedSize({ width, height }: Size, options: PictureOptions): Size | null {
  if (options.width === null && options.height === null) return withinMost({ width, height }, options);
  return {
    width: options.width ?? Math.max(1, (width * (options.height ?? height)) / height),
    height: options.height ?? Math.max(1, (height * (options.width ?? width)) / width),
  };
}

/** Returns the size within `max_height`, or null if it is no larger. */
function withinMost({ width, height }: Size, { maxHeight }: PictureOptions): Size | null {
  const scale = maxHeight === null ? 1 : maxHeight / Math.min(width, height);
  return scale < 1 ? { width: width * scale, height: height * scale } : null;
}

/** Returns whether `max_height` asks for a picture smaller than the film's. */
export function isTooLarge(track: PictureTrack, { maxHeight, width, height }: PictureOptions): boolean {
  const shown = shownSize(track);
  return maxHeight !== null && width === null && height === null && Math.min(shown.width, shown.height) > maxHeight;
}

/** Chroma of half the size needs even sides: a row or column of an odd size is cut off. */
function cropToMultiple({ width, height }: Size, multiple: 1 | 2): Resized {
  const size = { width: width - (width % multiple), height: height - (height % multiple) };
  if (size.width === width && size.height === height) return { size, filters: [], warnings: [] };
  const message = `The picture has ${size.width} × ${size.height} pixels instead of ${width} × ${height}: the codec needs even dimensions.`;
  return { size, filters: [`crop=${size.width}:${size.height}:0:0`], warnings: [limited(message, { ...size })] };
}

const scaleTo = ({ width, height }: Size): string => `scale=${width}:${height}:flags=lanczos`;

/** Changes one size to another: distorted, with bars, or cropped. */
export function shapeFilters(from: Size, size: Size, handling: PictureOptions['resizeHandling']): string[] {
  const isSameShape = Math.abs((from.width * size.height) / (from.height * size.width) - 1) < 0.005;
  if (handling === 'stretch' || isSameShape) return [scaleTo(size)];
  const { width, height } = size;
  const inside = `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2:flags=lanczos`;
  const around = `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=lanczos,crop=${width}:${height}`;
  if (handling === 'keep_aspect_ratio_crop') return [around];
  if (handling === 'keep_aspect_ratio_fill_blurred') {
    return [
      `split[behind][front];[behind]${around},gblur=sigma=20[blurred];[front]${inside}[inside];[blurred][inside]overlay=(W-w)/2:(H-h)/2`,
    ];
  }
  const color = handling === 'keep_aspect_ratio_fill_white' ? 'white' : 'black';
  return [inside, `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:${color}`];
}
