import type { Paragraph } from './paragraphs.ts';
import type { Counts, Speakable } from './speakable.ts';

/** What stands between two sentences. */
export type Gap = 'sentence' | 'paragraph' | 'heading';

export interface Sentence {
  /** As the voice gets it. */
  readonly text: string;
  /** What stands before it. */
  readonly gap: Gap;
}

/** How the text becomes what the voice gets. */
export interface SentenceRules {
  /** A BCP 47 name: where sentences end depends on it. */
  readonly locale: string;
  readonly speakable: Speakable;
  /** Puts numbers, money, dates and abbreviations into the words that people say. */
  readonly spell: (text: string) => string;
  /** From what a reader sees to what the voice gets; pinyin, kana. */
  readonly read: (sentence: string) => string;
  /** Most characters of a sentence before it is read; a longer one is cut between words. */
  readonly longest: number;
}

/** The sentences of paragraphs in order (Unicode's rules, UAX 29). What cannot be said is counted in `counts`. */
export async function* readSentences(
  paragraphs: AsyncIterable<Paragraph>,
  { locale, speakable, spell, read, longest }: SentenceRules,
  counts: Counts,
): AsyncGenerator<Sentence> {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  let gap: Gap = 'paragraph';
  for await (const { text, isHeading } of paragraphs) {
    const said = speakable(text, counts);
    if (said === null) {
      // A rule or a row of stars parts what comes before it from what follows.
      gap = 'heading';
      continue;
    }
    if (isHeading) gap = 'heading';
    for (const { segment } of segmenter.segment(spell(said))) {
      for (const piece of cut(segment.trim(), longest)) {
        const heard = read(piece);
        if (heard === '') continue;
        yield { text: heard, gap };
        gap = 'sentence';
      }
    }
    gap = isHeading ? 'heading' : 'paragraph';
  }
}

function* cut(text: string, longest: number): Generator<string> {
  let rest = text;
  while (rest.length > longest) {
    const word = rest.lastIndexOf(' ', longest);
    const at = word > 0 ? word : longest;
    yield rest.slice(0, at).trim();
    rest = rest.slice(at).trim();
  }
  if (rest !== '') yield rest;
}
