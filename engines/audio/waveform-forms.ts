import type { Peaks } from '../../tools/programs/ffmpeg/sound/peaks.ts';

/** A drawn sound: one window per column. */
export interface Waveform {
  readonly peaks: Peaks;
  /** Width in pixels. */
  readonly width: number;
  readonly height: number;
  readonly samplesPerPixel: number;
  /** Hz. */
  readonly sampleRate: number;
}

/** A colour that is readable on light and dark backgrounds. */
const COLOUR = [0x3b, 0x82, 0xf6] as const;
const PIXEL_BYTES = 4;

/** Returns RGBA, row by row, on a transparent background. Silence is a line of one pixel. */
export function drawPixels({ peaks, width, height }: Waveform): Buffer {
  const pixels = Buffer.alloc(width * height * PIXEL_BYTES);
  const pixel = Buffer.from([...COLOUR, 0xff]);
  for (let column = 0; column < width; column += 1) {
    const [top, bottom] = spanOf(peaks, column, height);
    for (let row = top; row <= bottom; row += 1) pixel.copy(pixels, (row * width + column) * PIXEL_BYTES);
  }
  return pixels;
}

/** Returns the first and last row of a column. */
function spanOf({ lowest, highest }: Peaks, column: number, height: number): [number, number] {
  const rowOf = (level: number) => Math.round(((1 - level) / 2) * (height - 1));
  return [rowOf(highest[column] ?? 0), rowOf(lowest[column] ?? 0)];
}

/** Returns one filled outline: along the highest samples, and back along the lowest. */
export function drawSvg({ peaks, width, height }: Waveform): string {
  const point = (column: number, level: number) => `${column},${(((1 - level) / 2) * height).toFixed(1)}`;
  const above = peaks.highest.map((level, column) => point(column, level));
  const below = peaks.lowest.map((level, column) => point(column, level)).reverse();
  const colour = `#${Buffer.from(COLOUR).toString('hex')}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">` +
    `<polygon fill="${colour}" stroke="${colour}" stroke-width="1" points="${[...above, ...below].join(' ')}"/></svg>\n`
  );
}

const HIGHEST = 32767;

/** Returns lowest and highest samples alternately, as audiowaveform writes them and peaks.js and wavesurfer.js read them. */
export function peaksJson({ peaks, samplesPerPixel, sampleRate }: Waveform): string {
  const data = peaks.lowest.flatMap((low, column) => [low, peaks.highest[column] ?? 0]);
  return `${JSON.stringify({
    version: 2,
    channels: 1,
    sample_rate: sampleRate,
    samples_per_pixel: samplesPerPixel,
    bits: 16,
    length: peaks.lowest.length,
    data: data.map((level) => Math.round(level * HIGHEST)),
  })}\n`;
}
