import { execa } from 'execa';

/** Windows of error: as long as ±50 ms round a seam. */
const WINDOW_SECONDS = 0.1;

/** Samples of the first channel by ffmpeg's decoder, or by another program's to which the file is given. */
export async function samplesOf(path: string, sampleRate: number): Promise<Float32Array> {
  const args = ['-v', 'error', '-i', path, '-af', 'pan=mono|c0=c0', '-ar', `${sampleRate}`, '-f', 'f32le', '-'];
  const { stdout } = await execa('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 28 });
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
}

export interface Errors {
  /** Root mean square of the error of each window. */
  readonly levels: number[];
  /** Largest second difference of the error in each window: a click. */
  readonly clicks: number[];
}

/** How far a sound is from its source, window by window. */
export function errorsOf(made: Float32Array, source: Float32Array, sampleRate: number): Errors {
  const size = Math.round(WINDOW_SECONDS * sampleRate);
  const errors: Errors = { levels: [], clicks: [] };
  const at = (n: number) => (made[n] ?? 0) - (source[n] ?? 0);
  // Half a window apart: a seam lies well within one of them.
  for (let from = size; from + 2 * size < source.length; from += size / 2) {
    let sum = 0;
    let click = 0;
    for (let n = from; n < from + size; n += 1) {
      sum += at(n) ** 2;
      click = Math.max(click, Math.abs(at(n + 1) - 2 * at(n) + at(n - 1)));
    }
    errors.levels.push(Math.sqrt(sum / size));
    errors.clicks.push(click);
  }
  return errors;
}

/** The largest value within a span of seconds, and the largest elsewhere but in the first and last second. */
export function largest(values: readonly number[], from: number, to: number): { within: number; elsewhere: number } {
  const step = WINDOW_SECONDS / 2;
  const result = { within: 0, elsewhere: 0 };
  for (const [number, value] of values.entries()) {
    const seconds = (number + 2) * step;
    if (seconds >= from && seconds <= to) result.within = Math.max(result.within, value);
    else if (seconds > 1 && seconds < (values.length - 1) * step - 1)
      result.elsewhere = Math.max(result.elsewhere, value);
  }
  return result;
}
