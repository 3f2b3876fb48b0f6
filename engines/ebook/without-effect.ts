import type { BookOptions } from './book-options.ts';
import type { Notice } from './notice.ts';
import type { Target } from './targets.ts';

/** An option that a target cannot honour, and the reason. */
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
const lost = (option: string, isAsked: Loss['isAsked'], why: string): Loss => ({
  option,
  isAsked,
  code: 'metadata_lost',
  why,
});
const series = lost('series', (book) => book.series !== null, 'has no place for a series');
const language = lost('book_language', (book) => book.language !== null, 'has no place for a language');
const publisher = lost('publisher', (book) => book.publisher !== null, 'has no place for a publisher');
const tags = lost('tags', (book) => book.tags !== null, 'has no place for tags');
const firstTag = lost('tags', ({ tags }) => tags?.includes(',') === true, 'has one tag, the first');
const description = lost('description', (book) => book.description !== null, 'has no place for a description');
const cover = lost('cover', (book) => book.takesCover, 'has no place for a cover');
const identifiers = lost('identifiers', (book) => book.identifiers.length > 0, 'has no place for identifiers');
const otherIdentifiers = lost(
  'identifiers',
  (book) => book.identifiers.some((each) => !/^isbn:/i.test(each)),
  'has no identifier but an ISBN',
);
const allButNames = [series, language, publisher, tags, description, identifiers, cover];
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
const formulas: Loss = {
  option: 'formulas',
  isAsked: (book) => book.formulas === 'picture',
  code: 'option_no_effect',
  why: `${PLAIN}, so formulas become text`,
};

/** What each target loses; measured (engines/ebook/README.md). */
const LOSSES: Readonly<Partial<Record<Target, readonly Loss[]>>> = {
  azw3: [series, otherIdentifiers],
  docx: [series, identifiers],
  html: allButNames,
  lit: [series, language, identifiers],
  lrf: [series, language, firstTag, identifiers],
  pdb: [author, formulas, ...allButNames, border(PLAIN), baseFontSize(PLAIN)],
  tcr: [title, author, formulas, ...allButNames, border(PLAIN), baseFontSize(PLAIN), reader],
  txt: [title, author, formulas, ...allButNames, border(PLAIN), baseFontSize(PLAIN)],
  fb2: [tags, otherIdentifiers, border('says nothing of margins'), baseFontSize('says nothing of sizes')],
  mobi: [series, otherIdentifiers, border('says nothing of margins; azw3 does'), font],
};

/** Returns notices of options that the target cannot honour. Pure. */
export function lossesOf(target: Target, book: BookOptions): Notice[] {
  return (LOSSES[target] ?? [])
    .filter(({ isAsked }) => isAsked(book))
    .map(({ option, code, why }) => ({ code, option, message: `Option ${option} has no effect: ${target} ${why}.` }));
}
