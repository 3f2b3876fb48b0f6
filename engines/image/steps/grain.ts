/** Any number but 0, constant so that pictures of one size always get the same grain. */
const SEED = 0x9e3779b9;

/** Grains along the longest side of a picture: finer ones would be invisible when the whole picture is viewed. */
const GRAINS = 1600;

/**
 * Returns film grain: noise around 0 with a standard deviation of `strength`. The returned function gives the noise of a row's pixels; rows
 * must be requested from the first to the last. It reuses its array.
 */
export function grainOf(width: number, height: number, strength: number): (row: number) => Float32Array {
  const size = Math.max(1, Math.max(width, height) / GRAINS);
  const across = Math.ceil(width / size) + 2;
  const down = Math.ceil(height / size) + 2;
  const grains = noise(across * down, strength);
  const blended = new Float32Array(across);
  const result = new Float32Array(width);
  return (row) => {
    const top = Math.floor(row / size);
    const lower = row / size - top;
    for (let at = 0; at < across; at += 1) {
      const above = grains[top * across + at] ?? 0;
      blended[at] = above + ((grains[(top + 1) * across + at] ?? 0) - above) * lower;
    }
    for (let column = 0; column < width; column += 1) {
      const place = column / size;
      const left = Math.floor(place);
      const before = blended[left] ?? 0;
      result[column] = before + ((blended[left + 1] ?? 0) - before) * (place - left);
    }
    return result;
  };
}

/** Returns numbers of a xorshift generator (G. Marsaglia, "Xorshift RNGs", 2003), each the sum of two: nearly normal, and fast. */
function noise(length: number, strength: number): Float32Array {
  const result = new Float32Array(length);
  // The sum of two numbers uniform over -1 to 1 has a standard deviation of the root of 2/3.
  const scale = strength / Math.sqrt(2 / 3);
  let state = SEED;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
  for (let at = 0; at < length; at += 1) result[at] = (next() + next()) * scale;
  return result;
}
