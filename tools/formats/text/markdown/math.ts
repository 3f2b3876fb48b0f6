import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** Tokens of formulas; their content is TeX. */
export const FORMULA = 'formula';
export const FORMULA_BLOCK = 'formula_block';

/**
 * Formulas in TeX as GitHub, Pandoc and MathJax read them: `$…$`, `` $`…`$ ``, `$$…$$`, `\(…\)`, and on lines of their own `$$` and `\[`.
 * Within a line `\[` stays an escaped bracket, which Markdown is full of.
 */
export function formulas(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', FORMULA, inline);
  markdown.block.ruler.before('fence', FORMULA_BLOCK, block, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character);

/** Places after which a text has no end of a formula, so that each kind is looked for once. */
interface Searched {
  [end: string]: number;
}
const SEARCHED = new WeakMap<StateInline, Searched>();

function inline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const found =
    src[pos] === '$' ? dollars(state) : src.startsWith('\\(', pos) ? enclosed(state, '\\(', '\\)', false) : null;
  if (found === null || found.end > posMax || found.tex.trim() === '') return false;
  if (!silent) {
    const token = state.push(FORMULA, '', 0);
    token.content = found.tex.trim();
    token.meta = { display: found.display };
  }
  state.pos = found.end;
  return true;
}

interface Found {
  readonly tex: string;
  readonly end: number;
  readonly display: boolean;
}

function dollars(state: StateInline): Found | null {
  const { src, pos } = state;
  if (src[pos - 1] === '$' || src[pos - 1] === '\\') return null;
  if (src.startsWith('$$', pos)) return enclosed(state, '$$', '$$', true);
  // A price or the name of a variable is not a formula: what GitHub and Pandoc require of the characters around.
  if (isWord(src[pos - 1])) return null;
  if (src.startsWith('$`', pos)) return enclosed(state, '$`', '`$', false);
  if (isSpace(src[pos + 1])) return null;
  return enclosed(
    state,
    '$',
    '$',
    false,
    (at) => src[at - 1] !== '\\' && !isSpace(src[at - 1]) && !isWord(src[at + 1]),
  );
}

function enclosed(
  state: StateInline,
  open: string,
  close: string,
  display: boolean,
  isEnd: (at: number) => boolean = () => true,
): Found | null {
  const { src, pos } = state;
  const searched = SEARCHED.get(state) ?? {};
  SEARCHED.set(state, searched);
  if (pos >= (searched[open] ?? Number.POSITIVE_INFINITY)) return null;
  const from = pos + open.length;
  for (let at = src.indexOf(close, from); at !== -1; at = src.indexOf(close, at + 1)) {
    if (at > from && isEnd(at)) return { tex: src.slice(from, at), end: at + close.length, display };
  }
  searched[open] = pos;
  return null;
}

const FENCES: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]' };

function block(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const first = lineAt(startLine);
  const open = first.slice(0, 2);
  const close = FENCES[open];
  if (close === undefined || (open === '\\[' && first !== open)) return false;
  const isWhole = first.length > 4 && first.endsWith(close);
  let last = startLine;
  if (!isWhole) {
    if (first.indexOf(close, 2) !== -1) return false;
    do last += 1;
    while (last < endLine && !lineAt(last).endsWith(close) && !state.isEmpty(last));
    if (last >= endLine || state.isEmpty(last)) return false;
  }
  if (silent) return true;
  const text = isWhole
    ? first
    : `${first}\n${state.getLines(startLine + 1, last + 1, state.sCount[startLine] ?? 0, false).trimEnd()}`;
  state.line = last + 1;
  const token = state.push(FORMULA_BLOCK, '', 0);
  token.block = true;
  token.content = text.slice(2, -2).trim();
  token.map = [startLine, state.line];
  token.meta = { display: true };
  return true;
}
