/** Turns ffmpeg's progress lines of several passes into one percentage. */
export class Progress {
  readonly #report: (percent: number) => void;
  readonly #seconds: number | null;
  #done = 0;
  #reported = 0;

  /** `seconds`: length of the sound in each pass; null if unknown, so only finished passes count. */
  constructor(report: (percent: number) => void, seconds: number | null) {
    this.#report = report;
    this.#seconds = seconds;
  }

  /** Follows a pass that takes this share of the whole, 0 to 1. Returns a reader of `-progress` lines. */
  pass(share: number): (line: string) => void {
    const before = this.#done;
    this.#done = Math.min(1, before + share);
    return this.#follow(before, this.#done - before);
  }

  /** Follows the last pass, which takes the remaining share. */
  rest(): (line: string) => void {
    return this.pass(1 - this.#done);
  }

  /** Marks that no further pass is needed. */
  done(): void {
    this.#done = 1;
    this.#advance(1);
  }

  #follow(before: number, share: number): (line: string) => void {
    this.#advance(before);
    return (line) => {
      const seconds = readOutTime(line);
      if (seconds === null || this.#seconds === null || this.#seconds <= 0) return;
      this.#advance(before + share * Math.min(1, seconds / this.#seconds));
    };
  }

  #advance(share: number): void {
    // Never goes back, however wrong an estimate was, and not to 100 before the result is checked.
    this.#reported = Math.max(this.#reported, Math.min(99, share * 100));
    this.#report(this.#reported);
  }
}

/** Returns the seconds of sound written, from a line of `-progress`; null for other lines. `out_time_ms` is in microseconds too. */
export function readOutTime(line: string): number | null {
  const match = /^out_time_us=(\d+)$/.exec(line.trim());
  return match?.[1] === undefined ? null : Number(match[1]) / 1e6;
}

/** True for every line that `-progress` writes. */
export function isProgressLine(line: string): boolean {
  return /^(frame|fps|stream_[\dq_]+|bitrate|total_size|out_time(_us|_ms)?|dup_frames|drop_frames|speed|progress)=/.test(
    line,
  );
}
