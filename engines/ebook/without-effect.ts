import type { BookOptions, Notice } from './options.ts';
import type { Target } from './targets.ts';

/** An option that a target cannot honour, and why. */
interface Loss {
  readonly option: string;
  readonly isAsked: (book: BookOptions) => boolean;
  readonly code: Notice['code'];
  readonly why: string;
}

const title: Loss = {
  option: 'title',
  isAsked: (book) => book.title !== null,
  code: 'metadata_lost',
  why: 'has no place for a title',
};
const author: Loss = {
  option: 'author',
  isAsked: (book) => book.author !== null,
  code: 'metadata_lost',
  why: 'has no place for an author',
};
const border = (why: string): Loss => ({
  option: 'border',
  isAsked: (book) => book.margins !== null,
  code: 'option_no_effect',
  why,
});
const baseFontSize = (why: string): Loss => ({
  option: 'base_font_size',
  isAsked: (book) => book.baseFontSize !== null,
  code: 'option_no_effect',
  why,
});
const font: Loss = {
  option: 'embed_font',
  isAsked: (book) => book.font !== null,
  code: 'option_no_effect',
  why: 'cannot hold fonts; azw3 can',
};
const reader: Loss = {
  option: 'reader',
  isAsked: (book) => book.reader !== null && book.reader.page !== null,
  code: 'option_no_effect',
  why: 'is text alone, the same for every device',
};

const PLAIN = 'is text alone';

/** What each target loses; measured (engines/ebook/README.md). */
const LOSSES: Readonly<Partial<Record<Target, readonly Loss[]>>> = {
  tcr: [title, author, border(PLAIN), baseFontSize(PLAIN), reader],
  txt: [title, author, border(PLAIN), baseFontSize(PLAIN)],
  fb2: [border('says nothing of margins'), baseFontSize('says nothing of sizes')],
  mobi: [border('says nothing of margins; azw3 does'), font],
};

/** What of the options the target cannot honour. Pure. */
export function lossesOf(target: Target, book: BookOptions): Notice[] {
  return (LOSSES[target] ?? [])
    .filter(({ isAsked }) => isAsked(book))
    .map(({ option, code, why }) => ({ code, option, message: `Option ${option} has no effect: ${target} ${why}.` }));
}
