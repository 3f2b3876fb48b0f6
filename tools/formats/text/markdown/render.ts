import type { Env, MarkdownIt, Token } from 'markdown-it';
import { escapeText } from '../html/writer.ts';
import type { FrontMatter } from './front-matter.ts';
import { CONTENTS, type Heading, textOf } from './headings.ts';
import { Highlighter } from './highlight.ts';
import { FORMULA, FORMULA_BLOCK } from './math.ts';
import type { PageParts } from './page-parts.ts';
import { createParser } from './parser.ts';
import { CHECK } from './task-lists.ts';

/** Language of a code block that is a diagram. */
const DIAGRAM = 'mermaid';

const MARKDOWN = withRules(createParser());

/** What the rules know of the page, in the environment of the parser. */
interface PageEnv extends Env {
  readonly parts: PageParts;
  highlighter: Highlighter | null;
  headings?: readonly Heading[];
}

/**
 * Renders the body of a text, after the title, authors and date of its metadata where the reader does not show these itself.
 * @param isSlides whether a slide begins at each heading of the first two levels: pandoc divides at one level alone
 */
export async function render(
  body: string,
  metadata: FrontMatter,
  parts: PageParts,
  isSlides: boolean,
): Promise<string> {
  const env: PageEnv = { parts, highlighter: null };
  const tokens = MARKDOWN.parse(body, env);
  const all = [...everyToken(tokens)];
  for (const token of all.filter(({ type }) => type === FORMULA || type === FORMULA_BLOCK)) {
    const html = await parts.formula({ tex: token.content, display: token.meta?.display === true });
    token.meta = { html: token.type === FORMULA ? html : `<p>${html}</p>\n` };
  }
  if (isSlides) for (const token of tokens.filter(({ tag }) => tag === 'h2')) token.tag = 'h1';
  if (parts.reader !== 'office' && all.some(({ type, info }) => type === 'fence' && languageOf(info) !== '')) {
    env.highlighter = new Highlighter();
  }
  const title = parts.reader === 'html' || parts.reader === 'print' ? titleBlock(metadata, tokens) : '';
  return title + MARKDOWN.renderer.render(tokens, MARKDOWN.options, env);
}

/** Returns the sources of the diagrams of a text. */
export function diagramsOf(body: string): string[] {
  if (!body.includes(DIAGRAM)) return [];
  return [...everyToken(MARKDOWN.parse(body, {}))].filter(isDiagram).map(({ content }) => content);
}

const isDiagram = ({ type, info }: Token): boolean => type === 'fence' && languageOf(info) === DIAGRAM;

const languageOf = (info: string): string => /^[{.\s]*([\w+#-]+)/.exec(info)?.[1]?.toLowerCase() ?? '';

function* everyToken(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token;
    if (token.children) yield* everyToken(token.children);
  }
}

function titleBlock({ title, authors, date }: FrontMatter, tokens: readonly Token[]): string {
  const first = tokens[0]?.tag === 'h1' ? textOf(tokens[1]) : null;
  const lines = [
    ...(authors.length > 0 ? [`<p class="author">${escapeText(authors.join(', '))}</p>`] : []),
    ...(date === null ? [] : [`<p class="date">${escapeText(date)}</p>`]),
  ];
  if (title === null) return '';
  // Many texts repeat their title as the first heading.
  const heading = title === first ? '' : `<h1>${escapeText(title)}</h1>`;
  return heading === '' ? '' : `<div class="title-block">${heading}${lines.join('')}</div>\n`;
}

function withRules(markdown: MarkdownIt): MarkdownIt {
  const { rules } = markdown.renderer;
  const partsOf = (env: Env | undefined): PageParts => (env as PageEnv).parts;
  const html = (tokens: readonly Token[], index: number): string => String(tokens[index]?.meta?.html ?? '');
  rules[FORMULA] = html;
  rules[FORMULA_BLOCK] = html;
  rules[CHECK] = (tokens, index, _, env) => partsOf(env).check(tokens[index]?.meta?.isChecked === true);
  rules[CONTENTS] = (_tokens, _index, _options, env) => contents((env as PageEnv).headings ?? []);
  rules.fence = (tokens, index, _, env) => {
    const token = tokens[index];
    return token === undefined ? '' : codeBlock(token, env as PageEnv);
  };
  noteRules(markdown, partsOf);
  return markdown;
}

function codeBlock(token: Token, { parts, highlighter }: PageEnv): string {
  const language = languageOf(token.info);
  if (language === DIAGRAM) {
    const picture = parts.diagram(token.content);
    if (picture !== null) return picture;
  }
  // Pandoc colours code by the class of the block.
  if (parts.reader === 'pandoc') {
    const kind = language === '' ? '' : ` class="${escapeText(language)}"`;
    return `<pre${kind}><code>${escapeText(token.content)}</code></pre>\n`;
  }
  const code = highlighter?.html(token.content, language);
  const kind = language === '' ? '' : ` class="language-${escapeText(language)}"`;
  return `<pre><code${kind}>${code ?? escapeText(token.content)}</code></pre>\n`;
}

/** Pandoc reads notes as books have them, and puts each at the foot of its page. */
function noteRules(markdown: MarkdownIt, partsOf: (env: Env | undefined) => PageParts): void {
  const { rules } = markdown.renderer;
  const number = (token: Token | undefined): number => Number(token?.meta?.id ?? 0) + 1;
  const forPandoc: Readonly<Record<string, (token: Token | undefined, parts: PageParts) => string>> = {
    footnote_ref: (token, parts) => {
      const note = number(token);
      return parts.own(`<a epub:type="noteref" href="#note-${note}">${note}</a>`);
    },
    footnote_open: (token, parts) => parts.own(`<aside epub:type="footnote" id="note-${number(token)}">`),
    footnote_close: (_, parts) => parts.own('</aside>'),
    footnote_block_open: () => '',
    footnote_block_close: () => '',
    footnote_anchor: () => '',
  };
  for (const [name, make] of Object.entries(forPandoc)) {
    const usual = rules[name];
    rules[name] = (tokens, index, options, env, renderer) => {
      const parts = partsOf(env);
      if (parts.reader === 'pandoc') return make(tokens[index], parts);
      return usual?.(tokens, index, options, env, renderer) ?? '';
    };
  }
}

/** Returns the headings as a list of links, each level inside the one above it. */
function contents(headings: readonly Heading[]): string {
  const open: number[] = [];
  let html = '';
  for (const { level, text, id } of headings) {
    while (open.length > 1 && (open.at(-1) ?? 0) > level) {
      open.pop();
      html += '</li></ul>';
    }
    const isDeeper = level > (open.at(-1) ?? 0);
    html += isDeeper ? `<ul${open.length === 0 ? ' class="contents"' : ''}>` : '</li>';
    if (isDeeper) open.push(level);
    else open[open.length - 1] = level;
    html += `<li><a href="#${escapeText(encodeURI(id))}">${escapeText(text)}</a>`;
  }
  return `${html}${'</li></ul>'.repeat(open.length)}\n`;
}
