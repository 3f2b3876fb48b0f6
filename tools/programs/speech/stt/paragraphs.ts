import type { TranscriptParagraph } from './transcript.ts';

/** A recognised piece of speech, with text. */
export interface Utterance {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
}

/** A pause of this length begins a paragraph, unless it interrupts a sentence. Seconds. */
const PARAGRAPH_PAUSE = 2;
/** A pause of this length always begins a paragraph. */
const LONG_PAUSE = 5;
/** A paragraph with this many characters ends at its next end of a sentence, however short the pause. */
const LONG_PARAGRAPH = 800;

/** Ends of sentences in all languages that can be recognised, with closing quotation marks or brackets. */
const SENTENCE_END = /[.!?…。！？؟۔।]["'”’»)\]」』]*$/u;

/**
 * Splits speech into paragraphs by its pauses: a new one begins after 2 seconds of silence at the end of a sentence, after 5 seconds in any
 * case, and after a long paragraph at the next end of a sentence. For models that write no full stops, only the pauses decide.
 * @param spaced false: words are not separated by spaces
 */
export function paragraphsOf(utterances: readonly Utterance[], spaced: boolean): TranscriptParagraph[] {
  const punctuated = utterances.some(({ text }) => SENTENCE_END.test(text));
  const paragraphs: TranscriptParagraph[] = [];
  let open: Utterance[] = [];
  for (const utterance of utterances) {
    const last = open.at(-1);
    if (last !== undefined && isBreak(open, last, utterance, punctuated)) {
      paragraphs.push(joined(open, spaced));
      open = [];
    }
    open.push(utterance);
  }
  return open.length === 0 ? paragraphs : [...paragraphs, joined(open, spaced)];
}

function isBreak(open: readonly Utterance[], last: Utterance, next: Utterance, punctuated: boolean): boolean {
  const pause = next.startSeconds - last.endSeconds;
  if (pause >= LONG_PAUSE) return true;
  if (punctuated && !SENTENCE_END.test(last.text)) return false;
  return pause >= PARAGRAPH_PAUSE || open.reduce((sum, { text }) => sum + text.length, 0) >= LONG_PARAGRAPH;
}

function joined(utterances: readonly Utterance[], spaced: boolean): TranscriptParagraph {
  return {
    startSeconds: utterances[0]?.startSeconds ?? 0,
    endSeconds: utterances.at(-1)?.endSeconds ?? 0,
    text: utterances.map(({ text }) => text).join(spaced ? ' ' : ''),
  };
}
