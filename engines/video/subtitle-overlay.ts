import { dynamicRange, type PictureTrack, type SubtitleTrack } from '../../tools/programs/ffmpeg/probe/film.ts';

/** How picture subtitles are laid over a film. */
export interface SubtitleOverlay {
  /** Filters of the subtitle lines. */
  readonly lines: readonly string[];
  /** Filter that lays them over the film. */
  readonly overlay: string;
}

/** A screen and a picture whose aspect ratios differ by less have the same shape. */
const SAME_SHAPE = 0.02;

/**
 * Fits the screen of subtitles to the picture. Blu-ray places them on 16:9 whatever the shape of the film, whose black bars may have been
 * cut off: then the screen gets the width and the lower edge of the picture, so that the lines stay visible.
 */
export function planOverlay({ codec, canvas }: SubtitleTrack, picture: PictureTrack): SubtitleOverlay {
  const isTurned = picture.turn % 180 !== 0;
  const width = isTurned ? picture.height : picture.width;
  const height = isTurned ? picture.width : picture.height;
  const shape = canvas === null ? width / height : canvas.width / canvas.height;
  const isOther = codec === 'hdmv_pgs_subtitle' && Math.abs((shape * height) / width - 1) > SAME_SHAPE;
  return {
    lines: [`scale=${width}:${isOther ? Math.round(width / shape) : height}`, ...dimmed(picture)],
    overlay: `overlay=x=0:y=main_h-overlay_h:eof_action=pass:format=${formatOf(picture)}`,
  };
}

/** Dims white to that of white paper in a high dynamic range (ITU-R BT.2408: 58 % of PQ, 75 % of HLG), instead of peak white. */
function dimmed({ color }: PictureTrack): string[] {
  const range = dynamicRange(color);
  if (range === null) return [];
  const share = range === 'pq' ? 0.58 : 0.75;
  return ['format=rgba', `lutrgb=r=val*${share}:g=val*${share}:b=val*${share}`];
}

/** Returns the format of `overlay`: the depth and the colours of the film are kept. */
function formatOf({ bits, hasAlpha, pixelFormat }: PictureTrack): string {
  if (hasAlpha) return 'auto';
  const shape = /4(20|22|44)p/.exec(pixelFormat)?.[1] ?? '20';
  if (bits > 8) return shape === '22' ? 'yuv422p10' : 'yuv420p10';
  return `yuv4${shape}`;
}

export interface OverlayRequest {
  /** Inputs of the graph: the picture, and the lines. */
  readonly from: string;
  readonly lines: string;
  /** Filters of the picture. */
  readonly filters: readonly string[];
  readonly overlay: SubtitleOverlay;
}

/** Filters that need the frames of the source unchanged. */
const OF_SOURCE = /^(trim|setpts=PTS-STARTPTS|format=rgba,split|bwdif|hqdn3d)/;

/** Returns parts of a graph that end in `[picture]`: lines are laid on the whole picture, before it is cropped, turned or resized. */
export function overlayChains({ from, lines, filters, overlay }: OverlayRequest): string[] {
  const at = filters.findIndex((filter) => !OF_SOURCE.test(filter));
  const [before, after] = [filters.slice(0, at), filters.slice(at)];
  return [
    `${from}${[...before, 'null'].join(',')}[film]`,
    `${lines}${overlay.lines.join(',')}[lines]`,
    `[film][lines]${[overlay.overlay, ...after].join(',')}[picture]`,
  ];
}
