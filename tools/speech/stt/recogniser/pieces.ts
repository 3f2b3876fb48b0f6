/** A part of a sound, in samples from its beginning. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of a sound that is recognised as one. */
export interface Piece {
  /** From the first word to the last. */
  readonly speech: Span;
  /** Where somebody speaks in it, in order; between two there is a pause. */
  readonly parts: readonly Span[];
  /** With some of the silence around it, in which quiet beginnings and endings of words are. */
  readonly sound: Span;
}

export interface PieceLimits {
  /** Longest piece, samples. */
  readonly longest: number;
  /** Pauses up to this do not end a piece: models write better sentences the more of them they hear. Samples. */
  readonly pause: number;
  /** Most silence at either side. Samples. */
  readonly margin: number;
}

/** A piece that is too long without any pause is cut in its last quarter. */
const CUT_FROM = 0.75;
/** A pause this early, as a part of the longest piece, is not a good place to cut: what is left would be short. */
const EARLIEST_PAUSE = 0.25;

/** Joins parts in which somebody speaks into pieces of a length that a model can take. */
export class PieceMaker {
  readonly #limits: PieceLimits;
  readonly #quietest: (span: Span) => number;
  #open: Span[] = [];
  /** Where the sound of the last piece ended. */
  #used = 0;

  /** @param quietest finds the sample of a span where a cut does the least harm */
  constructor(limits: PieceLimits, quietest: (span: Span) => number) {
    this.#limits = limits;
    this.#quietest = quietest;
  }

  /** Where the speech begins that is in no piece yet; null: all is. */
  get start(): number | null {
    return this.#open[0]?.start ?? null;
  }

  /** The next part with speech. @returns the pieces that are complete now */
  add(part: Span): Piece[] {
    const last = this.#open.at(-1);
    const pieces = last !== undefined && part.start - last.end > this.#limits.pause ? this.close(part.start) : [];
    this.#open.push(part);
    while (this.#length > this.#limits.longest) pieces.push(this.#cut());
    return pieces;
  }

  /** Nobody speaks up to sample `now`: a piece whose pause is long enough is complete. */
  silence(now: number): Piece[] {
    const last = this.#open.at(-1);
    return last !== undefined && now - last.end > this.#limits.pause ? this.close(now) : [];
  }

  /** What is left is one piece. @param now how far there is sound, up to the next speech */
  close(now: number): Piece[] {
    if (this.#open.length === 0) return [];
    const piece = this.#piece(this.#open, now);
    this.#open = [];
    return [piece];
  }

  get #length(): number {
    return (this.#open.at(-1)?.end ?? 0) - (this.start ?? 0);
  }

  /** Cuts at the longest pause within reach, or if there is none in the middle of speech. */
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

  /** The silence before the next speech is shared with it. */
  #piece(parts: readonly Span[], next: number): Piece {
    const { margin } = this.#limits;
    const speech = { start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
    const end = speech.end + Math.min(margin, Math.floor((next - speech.end) / 2));
    const sound = { start: Math.max(this.#used, speech.start - margin), end };
    this.#used = end;
    return { speech, parts, sound };
  }
}
