/*
 * poppler gives the words of a line, and the letters of a word, from left to right as they are seen. Right-to-left scripts must be
 * converted to reading order: the reverse of Unicode's bidirectional algorithm (UAX 9) for one level of embedding, which is all that a
 * printed line can show.
 */
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const RTL_ALL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
/** Digits run from left to right in every script. */
const LTR = /[\p{Nd}]|(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/u;
const LETTERS = /\p{L}/gu;
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};
/** Presentation forms: ligatures and the joined forms of Arabic letters. */
const PRESENTATION = /[\ufb00-\ufdff\ufe70-\ufefc]/g;

export function hasRtl(text: string): boolean {
  return RTL.test(text);
}

/** Whether most letters are of a script that is written from right to left. */
export function isMostlyRtl(text: string): boolean {
  if (!RTL.test(text)) return false;
  const rtl = text.match(RTL_ALL)?.length ?? 0;
  return rtl * 2 > (text.match(LETTERS)?.length ?? 0);
}

/** Replaces `ﬁ` by `fi`, and joined forms of Arabic by the letters themselves, so that the text can be searched and edited. */
export function plainLetters(text: string): string {
  return text.replace(PRESENTATION, (letter) => letter.normalize('NFKC'));
}

/** Returns items, given from left to right as seen, in reading order. `textOf` returns an item's text. */
export function readingOrder<Item>(items: readonly Item[], rtl: boolean, textOf: (item: Item) => string): Item[] {
  const strong = items.map((item) => {
    const text = textOf(item);
    if (RTL.test(text)) return 'rtl';
    return LTR.test(text) ? 'ltr' : 'neutral';
  });
  const base = rtl ? 'rtl' : 'ltr';
  const against = rtl ? 'ltr' : 'rtl';
  const result: Item[] = [];
  let index = 0;
  while (index < items.length) {
    let end = index;
    if (strong[index] === against) {
      // Neutral items belong to the run only if they are between two of its items.
      for (let next = index; next < items.length && strong[next] !== base; next += 1) {
        if (strong[next] === against) end = next;
      }
    }
    const run = items.slice(index, end + 1);
    // Reversed in both cases; in a left-to-right line only the run itself is reversed.
    if (strong[index] === against) run.reverse();
    result.push(...run);
    index = end + 1;
  }
  return rtl ? result.reverse() : result;
}

/** One letter with its accents. */
export interface Letter<Tag> {
  readonly text: string;
  readonly tag: Tag;
}

/** Returns the letters of one word, given from left to right as seen, in reading order; a word of signs alone follows the line. */
export function wordInReadingOrder<Tag>(letters: readonly Letter<Tag>[], rtlLine: boolean): readonly Letter<Tag>[] {
  const rtl = letters.some(({ text }) => RTL.test(text)) || (rtlLine && !letters.some(({ text }) => LTR.test(text)));
  return rtl ? readingOrder(letters, true, ({ text }) => text) : letters;
}

/**
 * Some programs write the brackets of right-to-left text as they are seen, others as they are read. A line that starts with a closing
 * bracket was written as seen.
 */
export function needsMirroring(text: string): boolean {
  const first = text.search(/[()[\]{}]/);
  return first >= 0 && ')]}'.includes(text.charAt(first));
}

export function mirrored(text: string): string {
  return text.replace(/[()[\]{}<>«»]/g, (bracket) => MIRRORED[bracket] ?? bracket);
}
