import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';
import { escapeText } from './html/writer.ts';

/** How much two texts differ. */
export interface TextDifference {
  /** Words that only the second text has. */
  readonly added: number;
  /** Words that only the first text has. */
  readonly removed: number;
}

/** Most differences that are searched for by words, and then by lines: the time grows with their square. */
const MOST = { words: 5000, lines: 10_000 };

const STYLE = `body { font: 11pt/1.5 sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em }
.text { white-space: pre-wrap; overflow-wrap: anywhere }
ins { background: #c8f0c8; color: #003a00 }
del { background: #fbd0d0; color: #5a0000 }
hr { border: 0; border-top: 1px dashed #888 }`;

/**
 * Writes the second of two texts as a page of HTML on which its new words and those of the first that are gone are marked; pages end with
 * form feeds, and become sections.
 * @param names of the texts, for the heading
 */
export function differencePage(
  [before, after]: readonly [string, string],
  names: readonly [string, string],
): TextDifference & { readonly html: string } {
  const changes = changesOf(before, after);
  const added = countWords(changes.filter((change) => change.added));
  const removed = countWords(changes.filter((change) => change.removed));
  const title = `${escapeText(names[0])} → ${escapeText(names[1])}`;
  const summary = added + removed === 0 ? 'The texts are equal.' : `Words added: ${added}. Words removed: ${removed}.`;
  const html = `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body>
<h1>${title}</h1>
<p>${summary}</p>
<hr>
<div class="text">${changes.map(marked).join('')}</div>
</body></html>
`;
  return { html, added, removed };
}

function changesOf(before: string, after: string): readonly ChangeObject<string>[] {
  return (
    diffWordsWithSpace(before, after, { maxEditLength: MOST.words }) ??
    diffLines(before, after, { maxEditLength: MOST.lines }) ?? [
      { value: before, removed: true, added: false, count: 1 },
      { value: after, added: true, removed: false, count: 1 },
    ]
  );
}

/** Page breaks stay outside of the marks, which must not contain them. */
function marked({ value, added, removed }: ChangeObject<string>): string {
  const tag = added ? 'ins' : removed ? 'del' : null;
  const pages = value.split('\f').map((text) => {
    const escaped = escapeText(text);
    return tag === null || text === '' ? escaped : `<${tag}>${escaped}</${tag}>`;
  });
  return pages.join(removed ? '' : '<hr>');
}

function countWords(changes: readonly ChangeObject<string>[]): number {
  return changes.reduce((sum, { value }) => sum + (value.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)?.length ?? 0), 0);
}
