import type { Paragraph } from './paragraphs.ts';
import type { Counts, Speakable } from './speakable.ts';

/** Kind of gap between two sentences. */
export type Gap = 'sentence' | 'paragraph' | 'heading';

export interface Sentence {
  /** Text in the form for the voice. */
  readonly text: string;
  /** Gap before it. */
  readonly gap: Gap;
}

/** How the text is converted for the voice. */
export interface SentenceRules {
  /** BCP 47 name, which determines where sentences end. */
  readonly locale: string;
  readonly speakable: Speakable;
  /** Writes numbers, money, dates and abbreviations as words. */
  readonly spell: (text: string) => string;
  /** Converts the visible text to the voice's form: pinyin, kana. */
  readonly read: (sentence: string) => string;
  /** Most characters of a sentence before conversion; a longer one is split between words. */
  readonly longest: number;
}

/** Yields the sentences of paragraphs in order (Unicode's rules, UAX 29). Counts text that cannot be spoken in `counts`. */
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
      // A rule or a row of stars separates what comes before and after.
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
