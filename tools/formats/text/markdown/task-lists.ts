import type { MarkdownIt, StateCore } from 'markdown-it';

/** Token of the check box of an item. */
export const CHECK = 'check';

/** Items that begin with `[ ]` or `[x]` get a check box. */
export function taskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task-lists', ({ tokens, Token }: StateCore) => {
    for (const [index, item] of tokens.entries()) {
      const [paragraph, inline] = [tokens[index + 1], tokens[index + 2]];
      if (item.type !== 'list_item_open' || paragraph?.type !== 'paragraph_open' || !inline?.children) continue;
      const [first] = inline.children;
      const mark = first?.type === 'text' ? /^\[([ xX])\][ \t]+/.exec(first.content) : null;
      if (first === undefined || mark === null) continue;
      first.content = first.content.slice(mark[0].length);
      const check = new Token(CHECK, '', 0);
      check.meta = { isChecked: mark[1] !== ' ' };
      inline.children.unshift(check);
      item.attrJoin('class', 'task');
    }
  });
}
