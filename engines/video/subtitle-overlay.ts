import { dynamicRange, type PictureTrack, type SubtitleTrack } from '../../tools/ffmpeg/film.ts';

/** How subtitles that are pictures lie over a film. */
export interface SubtitleOverlay {
  /** Filters of the lines. */
  readonly lines: readonly string[];
  /** The filter that lays them over the film. */
  readonly overlay: string;
}

/** A screen and a picture that differ by less have the same shape. */
const SAME_SHAPE = 0.02;

/**
 * The screen of subtitles fills the picture. Blu-ray's are placed on 16:9 whatever the shape of the film, whose black bars may be cut
 * off: there the screen is as wide as the picture, and its lower edge is that of the picture, so that the lines stay in sight.
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

/** White as bright as white paper in a high dynamic range (ITU-R BT.2408: 58 % of PQ, 75 % of HLG), not as the sun. */
function dimmed({ color }: PictureTrack): string[] {
  const range = dynamicRange(color);
  if (range === null) return [];
  const share = range === 'pq' ? 0.58 : 0.75;
  return ['format=rgba', `lutrgb=r=val*${share}:g=val*${share}:b=val*${share}`];
}

/** What `overlay` works in: the depth and the colours of the film stay as they are. */
function formatOf({ bits, hasAlpha, pixelFormat }: PictureTrack): string {
  if (hasAlpha) return 'auto';
  const shape = /4(20|22|44)p/.exec(pixelFormat)?.[1] ?? '20';
  if (bits > 8) return shape === '22' ? 'yuv422p10' : 'yuv420p10';
  return `yuv4${shape}`;
}

export interface OverlayRequest {
  /** Ends of a graph: the picture, and the lines. */
  readonly from: string;
  readonly lines: string;
  /** Those of the picture. */
  readonly filters: readonly string[];
  readonly overlay: SubtitleOverlay;
}

/** Filters that have to see the frames as they are in the source. */
const OF_SOURCE = /^(trim|setpts=PTS-STARTPTS|format=rgba,split|bwdif|hqdn3d)/;

/** Parts of a graph with the end `[picture]`: lines lie on the whole picture, before it is cropped, turned or resized. */
export function overlayChains({ from, lines, filters, overlay }: OverlayRequest): string[] {
  const at = filters.findIndex((filter) => !OF_SOURCE.test(filter));
  const [before, after] = [filters.slice(0, at), filters.slice(at)];
  return [
    `${from}${[...before, 'null'].join(',')}[film]`,
    `${lines}${overlay.lines.join(',')}[lines]`,
    `[film][lines]${[overlay.overlay, ...after].join(',')}[picture]`,
  ];
}
