import type { Gap, Sentence } from './sentences.ts';

/** What one run of the voice says. */
export interface Chunk {
  readonly text: string;
  /** What stands between it and the next one. */
  readonly gap: Gap;
}

/** An empty line is what espeak-ng makes a pause of. */
const BETWEEN: Readonly<Record<Gap, string>> = { sentence: ' ', paragraph: '\n\n', heading: '\n\n' };

export interface ChunkRules {
  /** Most characters. */
  readonly longest: number;
  /** Whether a chunk ends where a heading begins or ends. */
  readonly splitsAtHeadings: boolean;
}

/** Sentences together, as many as have room; from the half of the room on, a chunk ends with a paragraph. */
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
