/**
 * Makes pure black and white dots with the picture's average brightness (R. Floyd, L. Steinberg, "An Adaptive Algorithm for Spatial
 * Greyscale", 1976): neighbours compensate for the rounding of a pixel. Every second row is processed from the right, which avoids stripes.
 * Changes `luma`, 0 to 255 a pixel, into 0 and 255.
 */
export function dither(luma: Uint8Array, width: number, height: number): void {
  // Errors of a row in sixteenths of a level, with one extra entry at either end.
  let here = new Int32Array(width + 2);
  let below = new Int32Array(width + 2);
  for (let row = 0; row < height; row += 1) {
    const step = row % 2 === 0 ? 1 : -1;
    let column = step === 1 ? 0 : width - 1;
    for (let done = 0; done < width; done += 1, column += step) {
      const at = row * width + column;
      const place = column + 1;
      const wanted = (luma[at] ?? 0) + ((here[place] ?? 0) >> 4);
      const dot = wanted > 127 ? 255 : 0;
      luma[at] = dot;
      const error = wanted - dot;
      here[place + step] = (here[place + step] ?? 0) + error * 7;
      below[place - step] = (below[place - step] ?? 0) + error * 3;
      below[place] = (below[place] ?? 0) + error * 5;
      below[place + step] = (below[place + step] ?? 0) + error;
    }
    [here, below] = [below, here];
    below.fill(0);
  }
}
