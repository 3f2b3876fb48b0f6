import { type Piece, PieceMaker, type Span } from './pieces.ts';
import type { VoiceActivityDetector } from './sherpa.ts';
import { quietest, RecentSound, SAMPLE_RATE } from './sound.ts';

/** Pause that ends a piece, seconds. */
const PAUSE = 1.5;
const MARGIN = 0.2;
/** How late the detector finds that speech began, with some margin, seconds. */
const LOOKING_BACK = 2;

/** Far below the overflow of the detector's 32-bit sample counter. */
const MOST_SAMPLES = 2 ** 30;

/** Processes audio window by window and returns the pieces to recognise. Keeps only some seconds of it. */
export class Listener {
  readonly #detector: VoiceActivityDetector;
  readonly #longest: number;
  readonly #sound: RecentSound;
  readonly #pieces: PieceMaker;
  /** Sample at which the detector began to count. */
  #counted = 0;
  /** Start of the current speech; null if nobody speaks. */
  #speaking: number | null = null;

  /** @param maxSeconds longest piece */
  constructor(detector: VoiceActivityDetector, maxSeconds: number) {
    this.#detector = detector;
    this.#longest = (maxSeconds - 2 * MARGIN) * SAMPLE_RATE;
    this.#sound = new RecentSound((maxSeconds + PAUSE + LOOKING_BACK) * SAMPLE_RATE);
    this.#pieces = new PieceMaker(
      { longest: this.#longest, pause: PAUSE * SAMPLE_RATE, margin: MARGIN * SAMPLE_RATE },
      ({ start, end }) => start + quietest(this.#sound.slice(start, end)),
    );
  }

  /** @returns the pieces that are complete now */
  hear(window: Float32Array): Heard[] {
    this.#sound.push(window);
    this.#detector.acceptWaveform(window);
    const pieces = this.#collect();
    const now = this.#sound.end;
    if (!this.#detector.isDetected()) {
      this.#speaking = null;
      pieces.push(...this.#pieces.silence(now));
      if (now - this.#counted > MOST_SAMPLES) this.#restart();
    } else {
      this.#speaking ??= now - window.length;
      // Does not wait for a pause that may never come.
      if (now - (this.#pieces.start ?? this.#speaking) > this.#longest) pieces.push(...this.#interrupt());
    }
    return this.#read(pieces);
  }

  /** Ends the sound. @returns the last pieces */
  end(): Heard[] {
    this.#detector.flush();
    return this.#read([...this.#collect(), ...this.#pieces.close(this.#sound.end)]);
  }

  #interrupt(): Piece[] {
    this.#detector.flush();
    this.#speaking = null;
    return this.#collect();
  }

  #restart(): void {
    this.#detector.reset();
    this.#counted = this.#sound.end;
  }

  #collect(): Piece[] {
    const pieces: Piece[] = [];
    for (; !this.#detector.isEmpty(); this.#detector.pop()) {
      const { start, samples } = this.#detector.front();
      const from = this.#counted + start;
      pieces.push(...this.#pieces.add({ start: from, end: from + samples.length }));
    }
    return pieces;
  }

  #read(pieces: readonly Piece[]): Heard[] {
    return pieces.map(({ speech, parts, sound }) => ({
      speech,
      parts,
      start: sound.start,
      samples: this.#sound.slice(sound.start, sound.end),
    }));
  }
}

/** A piece of a sound with its samples. */
export interface Heard {
  readonly speech: Span;
  /** Parts of it with speech. */
  readonly parts: readonly Span[];
  /** Position of the first sample. */
  readonly start: number;
  readonly samples: Float32Array;
}
