import { renderPgs } from '../../support/pgs.ts';

/** A white block on the screen of Blu-ray subtitles. */
export interface Block {
  /** Pixels of the screen. */
  readonly screen: readonly [width: number, height: number];
  readonly at: readonly [x: number, y: number];
  readonly size: readonly [width: number, height: number];
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/** A file of Blu-ray subtitles (PGS, `.sup`) with one line that is a white block. */
export function renderSup({ screen, at, size, from, to }: Block): Buffer {
  const pixels = new Uint8Array(size[0] * size[1]).fill(1);
  const palette = [
    [16, 0],
    [235, 255],
  ] as const;
  return renderPgs(screen, palette, [{ at, size, pixels, from, to }]);
}
