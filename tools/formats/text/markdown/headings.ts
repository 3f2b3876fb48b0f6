import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** Token of a table of contents. */
export const CONTENTS = 'contents';

/** A heading: its level, its text without marks, and its anchor. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

/** `[TOC]` of Python-Markdown, `[[_TOC_]]` of GitLab, `[[toc]]` of VitePress, alone in a paragraph. */
const MARK = /^\[(?:toc|\[_?toc_?\])\]$/i;

/** Gives headings the anchors of GitHub, lists them as `env.headings`, and finds where a table of contents is to be. */
export function headings(markdown: MarkdownIt): void {
  markdown.core.ruler.push('headings', ({ tokens, env, Token: NewToken }: StateCore) => {
    const taken = new Map<string, number>();
    const found: Heading[] = [];
    for (let index = 0; index < tokens.length; index += 1) {
      const [token, inline] = [tokens[index], tokens[index + 1]];
      if (token?.type === 'paragraph_open' && token.level === 0 && MARK.test(inline?.content.trim() ?? '')) {
        tokens.splice(index, 3, new NewToken(CONTENTS, '', 0));
      } else if (token?.type === 'heading_open') {
        const text = textOf(inline);
        const id = anchor(text, taken);
        token.attrSet('id', id);
        found.push({ level: Number(token.tag.slice(1)), text, id });
      }
    }
    env.headings = found;
  });
}

/** Returns the text of an inline token without its marks. */
export function textOf(token: Token | undefined): string {
  const parts = (token?.children ?? []).map(({ type, content }) =>
    type === 'softbreak' || type === 'hardbreak' ? ' ' : type === 'html_inline' ? '' : content,
  );
  return parts.join('').trim();
}

/** Returns an anchor as on GitHub: the words in lower case with hyphens between; a number tells equal ones apart. */
function anchor(text: string, taken: Map<string, number>): string {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  const count = taken.get(words) ?? 0;
  taken.set(words, count + 1);
  return count === 0 ? words : `${words}-${count}`;
}
