import type { MarkdownIt, StateCore } from 'markdown-it';

/** Alerts of GitHub, and what Obsidian calls callouts, by the colour that they get. */
const KINDS: Readonly<Record<string, string>> = {
  note: 'note',
  info: 'note',
  abstract: 'note',
  todo: 'note',
  quote: 'note',
  tip: 'tip',
  success: 'tip',
  example: 'important',
  important: 'important',
  question: 'warning',
  warning: 'warning',
  bug: 'caution',
  failure: 'caution',
  danger: 'caution',
  caution: 'caution',
};

const MARK = /^\[!([a-z]{3,12})\][+-]?[ \t]*([^\n]*)(?:\n|$)/i;

/** Quotations that begin with `[!NOTE]` become alerts: with a class, and a bold first line that says what they are. */
export function alerts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'alerts', ({ tokens, Token }: StateCore) => {
    for (let index = 0; index < tokens.length; index += 1) {
      const [quote, paragraph, inline] = tokens.slice(index, index + 3);
      if (quote?.type !== 'blockquote_open' || paragraph?.type !== 'paragraph_open' || inline === undefined) continue;
      const [whole, word = '', title] = MARK.exec(inline.content) ?? [];
      const kind = Object.hasOwn(KINDS, word.toLowerCase()) ? KINDS[word.toLowerCase()] : undefined;
      if (whole === undefined || kind === undefined) continue;
      quote.attrJoin('class', `alert alert-${kind}`);
      inline.content = inline.content.slice(whole.length);
      const heading = new Token('inline', '', 0);
      const name = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
      heading.content = `**${title?.trim() || name}**`;
      heading.level = inline.level;
      heading.children = [];
      const open = new Token('paragraph_open', 'p', 1);
      open.attrSet('class', 'alert-title');
      const added = [open, heading, new Token('paragraph_close', 'p', -1)];
      // A paragraph of the mark alone leaves nothing behind.
      tokens.splice(index + 1, inline.content.trim() === '' ? 3 : 0, ...added);
    }
  });
}
