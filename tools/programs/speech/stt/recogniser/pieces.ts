/** A part of a sound, in samples from its beginning. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of a sound that is recognised as a whole. */
export interface Piece {
  /** From the first word to the last. */
  readonly speech: Span;
  /** Parts with speech in it, in order, with pauses between them. */
  readonly parts: readonly Span[];
  /** The piece with some of the silence around it, which contains quiet beginnings and endings of words. */
  readonly sound: Span;
}

export interface PieceLimits {
  /** Longest piece, samples. */
  readonly longest: number;
  /** Longest pause that does not end a piece, samples: models write better sentences if they hear more of them. */
  readonly pause: number;
  /** Most silence on either side, samples. */
  readonly margin: number;
}

/** A piece that is too long without a pause is split in its last quarter. */
const CUT_FROM = 0.75;
/** Share of the longest piece before which a pause is not a good place to split: the piece would be short. */
const EARLIEST_PAUSE = 0.25;

/** Joins parts with speech into pieces of a length that a model supports. */
export class PieceMaker {
  readonly #limits: PieceLimits;
  readonly #quietest: (span: Span) => number;
  #open: Span[] = [];
  /** End of the last piece's sound. */
  #used = 0;

  /** @param quietest finds the best sample of a span to split at */
  constructor(limits: PieceLimits, quietest: (span: Span) => number) {
    this.#limits = limits;
    this.#quietest = quietest;
  }

  /** Start of the speech that is in no piece yet; null if there is none. */
  get start(): number | null {
    return this.#open[0]?.start ?? null;
  }

  /** Adds the next part with speech. @returns the pieces that are complete now */
  add(part: Span): Piece[] {
    const last = this.#open.at(-1);
    const pieces = last !== undefined && part.start - last.end > this.#limits.pause ? this.close(part.start) : [];
    this.#open.push(part);
    while (this.#length > this.#limits.longest) pieces.push(this.#cut());
    return pieces;
  }

  /** Reports silence up to sample `now`: a piece with a long enough pause after it is complete. */
  silence(now: number): Piece[] {
    const last = this.#open.at(-1);
    return last !== undefined && now - last.end > this.#limits.pause ? this.close(now) : [];
  }

  /** Completes the rest as one piece. @param now end of the sound before the next speech */
  close(now: number): Piece[] {
    if (this.#open.length === 0) return [];
    const piece = this.#piece(this.#open, now);
    this.#open = [];
    return [piece];
  }

  get #length(): number {
    return (this.#open.at(-1)?.end ?? 0) - (this.start ?? 0);
  }

  /** Splits at the longest pause within reach, or otherwise within speech. */
  #cut(): Piece {
    const { longest } = this.#limits;
    const start = this.start ?? 0;
    const isInReach = ({ end }: Span) => end <= start + longest && end >= start + longest * EARLIEST_PAUSE;
    const pauses = this.#open.slice(1).map((part, index) => {
      const before = this.#open[index] ?? part;
      return { count: index + 1, length: part.start - before.end, isPossible: isInReach(before) };
    });
    const possible = pauses.filter(({ isPossible }) => isPossible);
    const [best] = possible.sort((one, other) => other.length - one.length);
    if (best !== undefined) {
      const rest = this.#open.slice(best.count);
      const piece = this.#piece(this.#open.slice(0, best.count), rest[0]?.start ?? 0);
      this.#open = rest;
      return piece;
    }
    return this.#cutSpeech(start + Math.floor(longest * CUT_FROM), start + longest);
  }

  #cutSpeech(from: number, to: number): Piece {
    const cut = this.#quietest({ start: from, end: to });
    const before = this.#open
      .filter((part) => part.start < cut)
      .map(({ start, end }) => ({ start, end: Math.min(end, cut) }));
    const after = this.#open
      .filter((part) => part.end > cut)
      .map(({ start, end }) => ({ start: Math.max(start, cut), end }));
    const piece = this.#piece(before, after[0]?.start ?? cut);
    this.#open = after;
    return piece;
  }

  /** Shares the silence before the next speech with it. */
  #piece(parts: readonly Span[], next: number): Piece {
    const { margin } = this.#limits;
    const speech = { start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
    const end = speech.end + Math.min(margin, Math.floor((next - speech.end) / 2));
    const sound = { start: Math.max(this.#used, speech.start - margin), end };
    this.#used = end;
    return { speech, parts, sound };
  }
}
