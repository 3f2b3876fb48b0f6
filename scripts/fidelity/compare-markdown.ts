import MarkdownIt, { type Token } from 'markdown-it';

export const COLUMNS = ['order', 'headings', 'levels', 'rows', 'cells', 'ownRows', 'ownCells', 'items'] as const;

/**
 * Similarity of two texts, 0 to 1; null if neither has such elements. `order`: words, by the longest common sequence. The others by F1 of
 * their words, in any order: headings, headings with their level from the first one on, rows and cells of tables, items of lists.
 * `ownRows`, `ownCells`: those of tables that are not contents of a document, which readers do not see as a table, but which the expected
 * text may have as one.
 */
export type Compared = Readonly<Record<(typeof COLUMNS)[number], number | null>>;

export function compareMarkdown(made: string, right: string): Compared {
  const alternatives = [...made.matchAll(/!\[((?:\\.|[^\]\\])+)\]\(/g)].map(([, text = '']) =>
    text.replace(/\\(.)/g, '$1'),
  );
  const a = factsOf(made);
  const b = factsOf(withoutConventions(right, alternatives));
  const isComplete = !UNREAD_CHART.test(right);
  return {
    order: inOrder(a.words, b.words),
    headings: inCommon(a.headings, b.headings),
    levels: inCommon(a.levels, b.levels),
    rows: inCommon(a.rows, b.rows, isComplete),
    cells: inCommon(a.cells, b.cells, isComplete),
    ownRows: inCommon(a.ownRows, b.ownRows, isComplete),
    ownCells: inCommon(a.ownCells, b.ownCells, isComplete),
    items: inCommon(a.items, b.items),
  };
}

/** A chart of a kind from which Docling takes no values: it is unknown whether our values are correct. */
const UNREAD_CHART = /^<!-- image -->\s+Other chart$/m;

/**
 * Removes from Docling's text its own conventions, and content that no reader of the page sees: comments, which convertd leaves out with a
 * warning; alternative texts of pictures (in OpenDocument) that the other text has with the picture; names of chart kinds; names that
 * programs give to slides without a title. Docling also writes `1.` in an item without escaping it.
 */
function withoutConventions(right: string, alternatives: readonly string[]): string {
  const shown = right
    .replace(/^\[author: [^\]]*, time: [^\]]*\]: .*$/gm, '')
    .replace(/^(<!-- image -->\s+)(?:Bar|Line|Pie|Other) chart$/gm, '$1')
    .replace(/^#+ (?:Slide|page) ?\d+$/gm, '')
    .replace(/^(\s*[-*+] \d+)([.)] )/gm, '$1\\$2');
  return alternatives.reduce((text, each) => {
    const at = new RegExp(`(<!-- image -->\\s+)${each.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}`, 'g');
    return text.replace(at, '$1');
  }, shown);
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

/** Dots that lead to a page number. */
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
  let above: string[] = [];
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
    if (token.type === 'table_open') above = [];
    if (token.type === 'tr_close') {
      const cells = withoutRepeats(row, above);
      facts.cells.push(...cells.filter((cell) => cell !== ''));
      facts.words.push(...cells.flatMap(wordsOf));
      if (cells.length > 0) facts.rows.push(cells.join(' | '));
      above = row;
    }
    if (token.type === 'list_item_open') itemBegins = true;
    // An item without text does not count.
    if (token.type === 'list_item_close') itemBegins = false;
    if (token.nesting === 1) around = token;
    if (!['inline', 'fence', 'code_block'].includes(token.type)) continue;
    const text = wordsOf(token.type === 'inline' ? textOf(token) : token.content);
    const normal = text.join(' ');
    const isCell = around?.type === 'td_open' || around?.type === 'th_open';
    if (!isCell) facts.words.push(...text);
    if (around?.type === 'heading_open') {
      const level = Number(around.tag.slice(1));
      firstLevel ??= level;
      facts.headings.push(normal);
      facts.levels.push(`${level - firstLevel} ${normal}`);
    } else if (isCell) {
      row.push(normal);
      if (LEADER.test(token.content)) leaders += 1;
    } else if (itemBegins) {
      facts.items.push(normal);
      itemBegins = false;
    }
  }
  return facts;
}

/**
 * Removes from a row what a cell has in common with its left or upper neighbour, and empty cells at the end. The text of a merged cell is
 * at each of its places here, but only at the first one in Docling's text of OpenDocument; the end of a table does not matter.
 */
function withoutRepeats(row: readonly string[], above: readonly string[]): string[] {
  const cells = row.map((cell, index) => (cell === row[index - 1] || cell === above[index] ? '' : cell));
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

/** Returns visible text, with formulas as written without spaces; breaks are spaces. */
function textOf({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) =>
      ['text', 'text_special', 'code_inline'].includes(type) ? content : isSilent(type) ? '' : ' ',
    )
    .join('')
    .replace(/\$(?! )[^$]+\$/g, (formula) => ` ${formula.replace(/\s+/g, '')} `);
}

/** Whether it is a mark within a word. */
const isSilent = (type: string): boolean => /^(?:strong|em|s|link)_/.test(type);

function wordsOf(text: string): string[] {
  return text.normalize('NFKC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Returns the F1 of two collections with repeated items; for an incomplete expected one, the share of it that was produced. */
function inCommon(made: readonly string[], right: readonly string[], isComplete = true): number | null {
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
  return isComplete || right.length === 0 ? (2 * common) / (made.length + right.length) : common / right.length;
}

/** Returns twice the length of the longest common subsequence, divided by the sum of both lengths. */
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
