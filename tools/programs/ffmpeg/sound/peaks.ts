/** Extremes of a sound for each of its consecutive windows: lowest and highest sample of all channels, -1 to 1. */
export interface Peaks {
  readonly lowest: readonly number[];
  readonly highest: readonly number[];
}

/** Returns filters that print the extremes of each window of this many samples to stdout. */
export function peakFilters(samples: number): string[] {
  return [
    'aformat=sample_fmts=fltp',
    `asetnsamples=n=${samples}:p=0`,
    'astats=metadata=1:reset=1:measure_perchannel=none:measure_overall=Min_level+Max_level',
    'ametadata=mode=print:file=-',
  ];
}

/** Reads the peaks from the output of `peakFilters`. */
export class PeakReader {
  readonly #lowest: number[] = [];
  readonly #highest: number[] = [];

  add(line: string): void {
    const match = /^lavfi\.astats\.Overall\.(Min|Max)_level=(\S+)$/.exec(line.trim());
    if (match === null) return;
    const value = Number(match[2]);
    const within = Number.isFinite(value) ? Math.min(Math.max(value, -1), 1) : 0;
    (match[1] === 'Min' ? this.#lowest : this.#highest).push(within);
  }

  get peaks(): Peaks {
    return { lowest: this.#lowest, highest: this.#highest };
  }
}
