import { stat } from 'node:fs/promises';
import type { Optimiser } from './optimisers.ts';
import { similarityOf } from './similarity.ts';

/** What a program makes of a picture. */
export interface Made {
  readonly bytes: number;
  readonly similarity: number;
}

/** SSIM that no one can tell from another one; ffmpeg writes six digits. */
const EQUAL = 0.000_01;

/** Programs and qualities that were tried on one picture, each only once. */
export class Trials {
  readonly #made = new Map<string, Promise<Made & { readonly path: string }>>();
  readonly #input: string;
  readonly #prefix: string;

  /** @param prefix begins the paths of all results */
  constructor(input: string, prefix: string) {
    this.#input = input;
    this.#prefix = prefix;
  }

  #try(optimiser: Optimiser, quality: number): Promise<Made & { readonly path: string }> {
    const id = `${optimiser.name} ${quality}`;
    const earlier = this.#made.get(id);
    if (earlier !== undefined) return earlier;
    const path = `${this.#prefix}-${id.replaceAll(/\W+/g, '-')}`;
    const now = optimiser.make(this.#input, path, quality).then(async () => ({
      path,
      bytes: (await stat(path)).size,
      similarity: optimiser.scale === null ? 1 : await similarityOf(path, this.#input),
    }));
    this.#made.set(id, now);
    return now;
  }

  async #packed(optimiser: Optimiser, quality: number): Promise<Made> {
    const made = await this.#try(optimiser, quality);
    await optimiser.pack?.(made.path);
    return { ...made, bytes: (await stat(made.path)).size };
  }

  /**
   * Returns the fewest bytes that an optimiser needs for a similarity. Between two steps of its quality, they are interpolated. Null if it
   * does not reach it.
   */
  async bytesAt(similarity: number, optimiser: Optimiser): Promise<Made | null> {
    if (optimiser.scale === null) return this.#try(optimiser, 0);
    let [below, enough] = optimiser.scale;
    const isEnough = async (quality: number): Promise<boolean> =>
      (await this.#try(optimiser, quality)).similarity >= similarity - EQUAL;
    if (!(await isEnough(enough))) return null;
    if (await isEnough(below)) return this.#packed(optimiser, below);
    while (enough - below > 1) {
      const [worse, better] = [await this.#try(optimiser, below), await this.#try(optimiser, enough)];
      const share = (similarity - worse.similarity) / (better.similarity - worse.similarity);
      // Halves that are not halves in the middle of the scale, but of what is known of it, end sooner.
      const guess = Math.round(below + Math.max(0.2, Math.min(0.8, share)) * (enough - below));
      const middle = Math.max(below + 1, Math.min(enough - 1, guess));
      if (await isEnough(middle)) enough = middle;
      else below = middle;
    }
    const [worse, better] = [await this.#packed(optimiser, below), await this.#packed(optimiser, enough)];
    const share = Math.max(0, Math.min(1, (similarity - worse.similarity) / (better.similarity - worse.similarity)));
    return { similarity, bytes: Math.min(better.bytes, worse.bytes + share * (better.bytes - worse.bytes)) };
  }
}
