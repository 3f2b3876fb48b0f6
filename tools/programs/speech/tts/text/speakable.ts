/** Which parts of a text can be spoken, and which are left out. */
export interface Counts {
  /** Spoken words, without numbers. */
  words: number;
  /** Words in scripts that the voice does not read. */
  foreignWords: number;
  /** Lines with only signs: rules, rows of stars. */
  signLines: number;
}

/** Returns the spoken part of a text, null if there is none. Counts what is left out. */
export type Speakable = (text: string, counts: Counts) => string | null;

/**
 * Leaves out what a voice that reads only Latin and these Unicode scripts would spell letter by letter, or skip; null: an unknown voice,
 * for which every word stays. Single Greek letters stay: they are symbols, whose names every voice speaks.
 */
export function speakableBy(scripts: readonly string[] | null): Speakable {
  const foreign = scripts === null ? null : foreignWords(scripts);
  return (text, counts) => {
    const clean = cleaned(text);
    const before = counts.foreignWords;
    const said =
      foreign === null
        ? clean
        : clean.replace(foreign, (word) => {
            if (/^\p{sc=Greek}\p{M}*$/u.test(word)) return word;
            counts.foreignWords += 1;
            return ' ';
          });
    const spoken = (counts.foreignWords > before ? withoutStraySigns(said) : said).replace(/\s+/gu, ' ').trim();
    counts.words += spoken.match(WORDS)?.length ?? 0;
    if (/[\p{L}\p{N}]/u.test(spoken)) return spoken;
    if (clean.trim() !== '' && !/\p{L}/u.test(clean)) counts.signLines += 1;
    return null;
  };
}

const WORDS = /\p{L}[\p{L}\p{M}]*/gu;

/** Removes commas and stops around an omitted word. */
const withoutStraySigns = (text: string): string =>
  text
    .replace(/\s+(?=[,.;:!?])/g, '')
    .replace(/[,;:]+(?=[,.;:!?])/g, '')
    .replace(/^[\s,.;:!?]+/, '');

function foreignWords(scripts: readonly string[]): RegExp {
  const own = ['Latin', 'Common', 'Inherited', ...scripts].map((script) => `\\p{scx=${script}}`).join('');
  return new RegExp(`[\\p{L}--[${own}]][[\\p{L}\\p{M}]--[\\p{L}&&[${own}]]]*`, 'gv');
}

/**
 * Normalises wide and narrow forms and ligatures to usual, composed letters; removes invisible characters (soft hyphens, zero width and
 * control characters), private-use characters without a meaning (symbol fonts), the mark of an item, and lone surrogates.
 */
function cleaned(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\uff01-\uff9f\ufb00-\ufb06]+/gu, (forms) => forms.normalize('NFKC'))
    .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufffc\ufffd]/gu, '')
    .replace(/[\p{Cc}\p{Co}]/gu, ' ')
    .replace(/^\s*[•◦‣⁃\p{So}]\s/u, '');
}
