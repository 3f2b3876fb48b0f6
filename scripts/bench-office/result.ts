import { median } from '../bench-worker/statistics.ts';
import type { Contestant } from './contestants.ts';

/** Results of a contestant in all its turns, with a number of simultaneous conversions. */
export class Result {
  readonly #lanes: number;
  readonly #times = new Map<string, number[]>();
  #seconds = 0;

  constructor(lanes: number) {
    this.#lanes = lanes;
  }

  /** Runs one turn: converts every file `times` times. */
  async convert(contestant: Contestant, files: readonly string[], times: number): Promise<void> {
    const queue = Array.from({ length: times }, () => files)
      .flat()
      .values();
    const lane = async (number: number) => {
      for (const file of queue) {
        const began = performance.now();
        await contestant.convert(file, number);
        this.#add(file, performance.now() - began);
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: this.#lanes }, (_, number) => lane(number)));
    this.#seconds += (performance.now() - started) / 1000;
  }

  #add(file: string, time: number): void {
    const times = this.#times.get(file) ?? [];
    times.push(time);
    this.#times.set(file, times);
  }

  /** Conversions per minute over all turns. */
  get rate(): number {
    return ([...this.#times.values()].flat().length * 60) / this.#seconds;
  }

  /** Median of all conversions, ms. */
  get latency(): number {
    return median([...this.#times.values()].flat());
  }

  /** Returns the median of a file's conversions, ms. */
  ofFile(file: string): number {
    return median(this.#times.get(file) ?? []);
  }
}
