import type { SpokenWord } from './recogniser/words.ts';

/** What was said in a sound. */
export interface Transcript {
  /** BCP 47 tag of the language spoken: `en-US`, `pt-BR`. */
  readonly language: string;
  readonly rightToLeft: boolean;
  /** In the order of the sound; at least one, none of them empty. */
  readonly paragraphs: readonly TranscriptParagraph[];
  /** All words with their times, in the order of the sound. */
  readonly words: readonly SpokenWord[];
  /** The model gives no word times: some or all are estimated. */
  readonly hasEstimatedTimes: boolean;
  /** Words are separated by spaces. */
  readonly spaced: boolean;
}

/** One paragraph, without line breaks. Times count from the beginning of the sound. */
export interface TranscriptParagraph {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
}
