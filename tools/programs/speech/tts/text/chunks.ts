import type { Gap, Sentence } from './sentences.ts';

/** The text of one run of the voice. */
export interface Chunk {
  readonly text: string;
  /** Gap before the next chunk. */
  readonly gap: Gap;
}

/** espeak-ng makes a pause at an empty line. */
const BETWEEN: Readonly<Record<Gap, string>> = { sentence: ' ', paragraph: '\n\n', heading: '\n\n' };

export interface ChunkRules {
  /** Most characters. */
  readonly longest: number;
  /** Whether a chunk ends where a heading begins or ends. */
  readonly splitsAtHeadings: boolean;
}

/** Packs as many sentences together as fit; a chunk that is at least half full ends with a paragraph. */
export async function* packSentences(
  sentences: AsyncIterable<Sentence>,
  { longest, splitsAtHeadings }: ChunkRules,
): AsyncGenerator<Chunk> {
  let text = '';
  for await (const sentence of sentences) {
    const { gap } = sentence;
    const isFull = text.length + sentence.text.length > longest || (text.length > longest / 2 && gap !== 'sentence');
    if (text !== '' && (isFull || (splitsAtHeadings && gap === 'heading'))) {
      yield { text, gap };
      text = '';
    }
    text += text === '' ? sentence.text : BETWEEN[gap] + sentence.text;
  }
  if (text !== '') yield { text, gap: 'sentence' };
}
