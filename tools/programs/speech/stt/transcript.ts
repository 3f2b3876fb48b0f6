import type { SpokenWord } from './recogniser/words.ts';

/** The recognised speech of a sound. */
export interface Transcript {
  /** BCP 47 tag of the language spoken: `en-US`, `pt-BR`. */
  readonly language: string;
  readonly rightToLeft: boolean;
  /** Paragraphs in order; at least one, none of them empty. */
  readonly paragraphs: readonly TranscriptParagraph[];
  /** All words with their times, in order. */
  readonly words: readonly SpokenWord[];
  /** Whether some or all times are estimated because the model gives no word times. */
  readonly hasEstimatedTimes: boolean;
  /** Whether words are separated by spaces. */
  readonly spaced: boolean;
}

/** One paragraph, without line breaks. Times count from the beginning of the sound. */
export interface TranscriptParagraph {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
}
