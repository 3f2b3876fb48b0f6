import type { Pixels } from '../picture.ts';

/**
 * Returns the picture with each value replaced by the median of the 3 x 3 square around it, channel by channel. Edges are repeated. It
 * sorts columns, which three squares share: the median of the nine is the median of three values: the largest of the three minima, the
 * middle of the three medians, and the smallest of the three maxima.
 */
export function medianOf({ data, width, height, channels }: Pixels): Pixels {
  const rowBytes = width * channels;
  const result = Buffer.allocUnsafe(data.length);
  // With one extra pixel at either end.
  const least = new Uint8Array(rowBytes + 2 * channels);
  const middle = new Uint8Array(least.length);
  const most = new Uint8Array(least.length);
  for (let row = 0; row < height; row += 1) {
    const here = row * rowBytes;
    const above = Math.max(0, row - 1) * rowBytes;
    const below = Math.min(height - 1, row + 1) * rowBytes;
    for (let at = 0; at < rowBytes; at += 1) {
      const a = data[above + at] ?? 0;
      const b = data[here + at] ?? 0;
      const c = data[below + at] ?? 0;
      const low = lesser(a, b);
      const high = a + b - low;
      const place = at + channels;
      least[place] = lesser(low, c);
      const rest = low + c - lesser(low, c);
      middle[place] = lesser(rest, high);
      most[place] = rest + high - lesser(rest, high);
    }
    for (const column of [least, middle, most]) {
      column.copyWithin(0, channels, 2 * channels);
      column.copyWithin(rowBytes + channels, rowBytes, rowBytes + channels);
    }
    for (let at = 0; at < rowBytes; at += 1) {
      const centre = at + channels;
      const right = centre + channels;
      const low = greater(greater(least[at] ?? 0, least[centre] ?? 0), least[right] ?? 0);
      const mid = median(middle[at] ?? 0, middle[centre] ?? 0, middle[right] ?? 0);
      const high = lesser(lesser(most[at] ?? 0, most[centre] ?? 0), most[right] ?? 0);
      result[here + at] = median(low, mid, high);
    }
  }
  return { data: result, width, height, channels };
}

// Without branches: in noise the processor mispredicts half of them, which takes longer than everything else.
const lesser = (a: number, b: number): number => b + ((a - b) & ((a - b) >> 31));
const greater = (a: number, b: number): number => a - ((a - b) & ((a - b) >> 31));
const median = (a: number, b: number, c: number): number => {
  const low = lesser(a, b);
  const high = a + b - low;
  return greater(low, lesser(high, c));
};
