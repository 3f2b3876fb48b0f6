import Parser, { type MarkdownIt, type Token } from 'markdown-it';
import definitions from 'markdown-it-deflist';
import { full as emoji } from 'markdown-it-emoji';
import footnotes from 'markdown-it-footnote';
import subscript from 'markdown-it-sub';
import superscript from 'markdown-it-sup';
import { alerts } from './alerts.ts';
import { headings } from './headings.ts';
import { formulas } from './math.ts';
import { taskLists } from './task-lists.ts';

/** CommonMark with tables and strikethrough. Nesting is limited: deeper markup stays text. */
export function createPlainParser(): MarkdownIt {
  const markdown = new Parser('default', { html: true, linkify: false, typographer: false, maxNesting: 64 });
  // The cleaning step checks addresses; markdown-it would leave markup behind for those it refuses.
  markdown.validateLink = () => true;
  return markdown;
}

/** Tokens to which others are appended in place. */
class GrowingTokens extends Array<Token> {
  override concat(...added: (Token | ConcatArray<Token>)[]): Token[] {
    for (const tokens of added) for (const token of [tokens].flat() as Token[]) this.push(token);
    return this;
  }
}

/** markdown-it-footnote copies all tokens for each note, which takes quadratic time. */
function appendingNotes(markdown: MarkdownIt): void {
  markdown.core.ruler.before('footnote_tail', 'appending_notes', (state) => {
    state.tokens = GrowingTokens.from(state.tokens);
  });
}

/**
 * CommonMark with what people write beyond it: tables, strikethrough, footnotes, task lists, definition lists, alerts, formulas, emoji,
 * subscripts and superscripts. HTML in it is passed on, because everything is cleaned afterwards.
 */
export function createParser(): MarkdownIt {
  return createPlainParser()
    .use(footnotes)
    .use(appendingNotes)
    .use(definitions)
    .use(emoji, { shortcuts: {} })
    .use(subscript)
    .use(superscript)
    .use(formulas)
    .use(taskLists)
    .use(alerts)
    .use(headings);
}
