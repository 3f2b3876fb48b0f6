/** Samples per second, as in all models of sherpa-onnx. */
export const SAMPLE_RATE = 16_000;
/** Samples that the voice activity detector processes together. */
export const WINDOW = 512;

const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** Splits a stream of bytes into windows of WINDOW samples; the last one is padded with zeros. */
export async function* windowsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Float32Array> {
  const window = Buffer.alloc(WINDOW * BYTES);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(window, filled, from);
      from += copied;
      filled += copied;
      if (filled < window.length) continue;
      yield samplesOf(window);
      filled = 0;
    }
  }
  if (filled > 0) yield samplesOf(window.fill(0, filled));
}

/** Returns a copy, at an address aligned for floats. */
function samplesOf(window: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(window).buffer);
}

/** The latest part of a sound. Positions count samples from its beginning. */
export class RecentSound {
  readonly #ring: Float32Array;
  #end = 0;

  /** @param capacity number of samples that it keeps */
  constructor(capacity: number) {
    this.#ring = new Float32Array(Math.ceil(capacity / WINDOW) * WINDOW);
  }

  /** Number of samples so far. */
  get end(): number {
    return this.#end;
  }

  /** @param window WINDOW samples */
  push(window: Float32Array): void {
    this.#ring.set(window, this.#end % this.#ring.length);
    this.#end += window.length;
  }

  /** A copy of the samples from `from` up to `to`, both of which it must still have. */
  slice(from: number, to: number): Float32Array {
    const { length } = this.#ring;
    if (from < Math.max(0, this.#end - length) || to > this.#end || from > to) {
      throw new RangeError(`samples ${from} to ${to} are not among the last ${length} of ${this.#end}`);
    }
    const samples = new Float32Array(to - from);
    for (let at = from; at < to; ) {
      const start = at % length;
      const part = this.#ring.subarray(start, Math.min(length, start + to - at));
      samples.set(part, at - from);
      at += part.length;
    }
    return samples;
  }
}

/** Samples over which loudness is measured: 80 ms, as long as a short speech sound. */
const MEASURED = 1280;
const STEP = 160;

/** Returns the middle of the quietest 80 ms, where the fewest words are cut. Counted from the first sample. */
export function quietest(samples: Float32Array): number {
  let best = Math.floor(samples.length / 2);
  let least = Number.POSITIVE_INFINITY;
  for (let from = 0; from + MEASURED <= samples.length; from += STEP) {
    let energy = 0;
    for (let index = from; index < from + MEASURED; index += 1) energy += (samples[index] ?? 0) ** 2;
    if (energy >= least) continue;
    least = energy;
    best = from + MEASURED / 2;
  }
  return best;
}
