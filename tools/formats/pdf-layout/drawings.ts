import { around, type Box, type Line, middle, type Word } from '../pdf-text/reading/page.ts';
import { type Item, overlap, type Rule } from '../pdf-text/tables/graphics/items.ts';

/** Items drawn in one place, which become one picture. */
export interface Drawing extends Box {
  readonly items: readonly Item[];
}

/** Items this close to each other are one drawing. */
const NEAR = 4;
/** Largest number of items of a page that are split into drawings. */
const MAX_ITEMS = 5000;
/** A drawing smaller than this in both directions is a speck. Points. */
const SMALLEST = 2;

/** Returns the drawings of a page. @param lines text over a drawing holds it together */
export function drawingsOf(items: readonly Item[]): Drawing[] {
  if (items.length === 0) return [];
  if (items.length > MAX_ITEMS) return [{ ...around(items), items }];
  let groups = items.map((item): Drawing => ({ ...boxOf(item), items: [item] }));
  for (let before = -1; before !== groups.length; ) {
    before = groups.length;
    groups = merged(groups);
  }
  const order = new Map(items.map((item, index) => [item, index]));
  return groups
    .filter(({ x0, x1, y0, y1 }) => x1 - x0 > SMALLEST || y1 - y0 > SMALLEST)
    .map((group) => ({ ...group, items: [...group.items].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)) }));
}

const boxOf = ({ x0, y0, x1, y1 }: Box): Box => ({ x0, y0, x1, y1 });

function merged(groups: readonly Drawing[]): Drawing[] {
  const result: Drawing[] = [];
  for (const group of groups) {
    const index = result.findIndex((other) => overlap(other, group, NEAR));
    const other = result[index];
    if (other === undefined) result.push(group);
    else result[index] = { ...around([other, group]), items: [...other.items, ...group.items] };
  }
  return result;
}

/** Returns the words that rules underline, and the rules that are used up by that. */
export function underlinesOf(
  rules: readonly Rule[],
  lines: readonly Line[],
): { words: ReadonlySet<Word>; used: ReadonlySet<Rule> } {
  const words = new Set<Word>();
  const used = new Set<Rule>();
  for (const rule of rules) {
    if (rule.direction !== 'across' || rule.width > 2) continue;
    const y = (rule.y0 + rule.y1) / 2;
    const over = lines.flatMap((line) =>
      isUnder(y, line) ? line.words.filter(({ x0, x1 }) => x0 > rule.x0 - 2 && x1 < rule.x1 + 2) : [],
    );
    if (over.length === 0) continue;
    const { x0, x1 } = around(over);
    // A rule that reaches much further than the words separates text from text.
    if (rule.x1 - rule.x0 > 1.15 * (x1 - x0) + 4) continue;
    used.add(rule);
    for (const word of over) words.add(word);
  }
  return { words, used };
}

/** Whether a rule at this height is directly under the base line. */
function isUnder(y: number, line: Line): boolean {
  const base = middle(line) + 0.34 * line.size;
  return y > base - 0.05 * line.size && y < base + 0.28 * line.size;
}

/** Returns the lines of text with the underlined words marked. */
export function underlined(lines: readonly Line[], words: ReadonlySet<Word>): Line[] {
  if (words.size === 0) return [...lines];
  const faces = new Map<unknown, { font: string; family: string; color: string; underline: true }>();
  return lines.map((line) => {
    if (!line.words.some((word) => words.has(word))) return line;
    const marked = line.words.map((word) => {
      if (!words.has(word)) return word;
      const spans = word.spans.map((span) => {
        const plain = span.style.face ?? { font: '', family: '', color: '' };
        const face = faces.get(plain) ?? { ...plain, underline: true as const };
        faces.set(plain, face);
        return { ...span, style: { ...span.style, face } };
      });
      return { ...word, spans };
    });
    return { ...line, words: marked };
  });
}
