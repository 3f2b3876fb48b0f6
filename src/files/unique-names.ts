import { stem } from './filename.ts';

/** Gives every output of one run a name of its own: the second `talk.mp3` becomes `talk-2.mp3`. Names are compared without case. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  /** Reserves these names, so that they are not given out. */
  reserve(filenames: Iterable<string>): void {
    for (const filename of filenames) this.#taken.add(filename.toLowerCase());
  }

  take(filename: string): string {
    let candidate = filename;
    for (let number = 2; this.#taken.has(candidate.toLowerCase()); number += 1) {
      const base = stem(filename);
      candidate = `${base}-${number}${filename.slice(base.length)}`;
    }
    this.#taken.add(candidate.toLowerCase());
    return candidate;
  }
}
