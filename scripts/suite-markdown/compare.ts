import MarkdownIt, { type Token } from 'markdown-it';

export const COLUMNS = ['order', 'headings', 'levels', 'rows', 'cells', 'ownRows', 'ownCells', 'items'] as const;

/**
 * How much two texts have in common, 0 to 1; null where neither has such a thing. `order`: words, the longest sequence that both have;
 * the others by F1 of the words in them, in any order: headings, headings with their level from the first one on, rows and cells of tables, items of lists.
 * `ownRows`, `ownCells`: those of tables that are not contents of a document, which a reader does not take for a table, but which the right text may have as one.
 */
export type Compared = Readonly<Record<(typeof COLUMNS)[number], number | null>>;

export function compareMarkdown(made: string, right: string): Compared {
  const a = factsOf(made);
  const b = factsOf(right);
  return {
    order: inOrder(a.words, b.words),
    headings: inCommon(a.headings, b.headings),
    levels: inCommon(a.levels, b.levels),
    rows: inCommon(a.rows, b.rows),
    cells: inCommon(a.cells, b.cells),
    ownRows: inCommon(a.ownRows, b.ownRows),
    ownCells: inCommon(a.ownCells, b.ownCells),
    items: inCommon(a.items, b.items),
  };
}

interface Facts {
  readonly words: string[];
  readonly headings: string[];
  readonly levels: string[];
  readonly rows: string[];
  readonly cells: string[];
  readonly ownRows: string[];
  readonly ownCells: string[];
  readonly items: string[];
}

const PARSER = new MarkdownIt('default', { html: true, linkify: false, typographer: false });

/** Dots that lead to the number of a page. */
const LEADER = /(?:[.·…]\s?){4,}/u;

function factsOf(markdown: string): Facts {
  const facts: Facts = {
    words: [],
    headings: [],
    levels: [],
    rows: [],
    cells: [],
    ownRows: [],
    ownCells: [],
    items: [],
  };
  let row: string[] = [];
  let [table, leaders] = [{ rows: 0, cells: 0 }, 0];
  let itemBegins = false;
  let firstLevel: number | null = null;
  let around: Token | null = null;
  for (const token of PARSER.parse(markdown, {})) {
    if (token.type === 'table_open') [table, leaders] = [{ rows: facts.rows.length, cells: facts.cells.length }, 0];
    if (token.type === 'table_close' && leaders * 2 < facts.rows.length - table.rows) {
      facts.ownRows.push(...facts.rows.slice(table.rows));
      facts.ownCells.push(...facts.cells.slice(table.cells));
    }
    if (token.type === 'tr_open') row = [];
    if (token.type === 'tr_close' && row.some((cell) => cell !== '')) facts.rows.push(row.join(' | '));
    if (token.type === 'list_item_open') itemBegins = true;
    if (token.nesting === 1) around = token;
    if (!['inline', 'fence', 'code_block'].includes(token.type)) continue;
    const text = wordsOf(token.type === 'inline' ? textOf(token) : token.content);
    facts.words.push(...text);
    const normal = text.join(' ');
    if (around?.type === 'heading_open') {
      const level = Number(around.tag.slice(1));
      firstLevel ??= level;
      facts.headings.push(normal);
      facts.levels.push(`${level - firstLevel} ${normal}`);
    } else if (around?.type === 'td_open' || around?.type === 'th_open') {
      row.push(normal);
      if (LEADER.test(token.content)) leaders += 1;
      if (normal !== '') facts.cells.push(normal);
    } else if (itemBegins) {
      facts.items.push(normal);
      itemBegins = false;
    }
  }
  return facts;
}

/** Text as a reader sees it, formulas as they are written but for their spaces; breaks are spaces. */
function textOf({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) =>
      ['text', 'text_special', 'code_inline'].includes(type) ? content : isSilent(type) ? '' : ' ',
    )
    .join('')
    .replace(/\$(?! )[^$]+\$/g, (formula) => ` ${formula.replace(/\s+/g, '')} `);
}

/** Marks within a word. */
const isSilent = (type: string): boolean => /^(?:strong|em|s|link)_/.test(type);

function wordsOf(text: string): string[] {
  return text.normalize('NFKC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** F1 of two collections in which the same may be more than once. */
function inCommon(made: readonly string[], right: readonly string[]): number | null {
  if (made.length + right.length === 0) return null;
  const left = new Map<string, number>();
  for (const each of right) left.set(each, (left.get(each) ?? 0) + 1);
  let common = 0;
  for (const each of made) {
    const count = left.get(each) ?? 0;
    if (count === 0) continue;
    left.set(each, count - 1);
    common++;
  }
  return (2 * common) / (made.length + right.length);
}

/** Twice the length of the longest common subsequence, of the length of both. */
function inOrder(made: readonly string[], right: readonly string[]): number | null {
  if (made.length + right.length === 0) return null;
  let before = new Uint32Array(right.length + 1);
  for (const word of made) {
    const now = new Uint32Array(right.length + 1);
    for (const [index, other] of right.entries()) {
      now[index + 1] = word === other ? (before[index] ?? 0) + 1 : Math.max(before[index + 1] ?? 0, now[index] ?? 0);
    }
    before = now;
  }
  return (2 * (before.at(-1) ?? 0)) / (made.length + right.length);
}
