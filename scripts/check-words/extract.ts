/** A piece of prose of a file. */
export interface Prose {
  /** Line of its first character, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Code in Markdown: fences, indented blocks, spans, link addresses, comments. It is replaced, so that line numbers stay the same. */
const MARKDOWN_CODE = /^```[\s\S]*?^```|^(?: {4}|\t).*$|`[^`\n]*`|\]\([^)\s]*\)|<!--[\s\S]*?-->/gm;

const blank = (code: string): string => code.replace(/[^\n]/g, ' ');

/** Returns the prose of a Markdown page by line. */
export const proseOfMarkdown = (text: string): Prose[] => linesOf(text.replace(MARKDOWN_CODE, blank));

/** Returns comments and strings of TypeScript and JavaScript, a piece for each line. */
export function proseOfTypeScript(source: string): Prose[] {
  const kept = source.split('').map((sign): string => (sign === '\n' ? '\n' : ' '));
  for (const match of source.matchAll(TOKENS)) {
    const [token] = match;
    if (!/^(\/\/|\/\*|['"`])/.test(token)) continue;
    // A single word is a name: of a code, a property, a program.
    if (!token.startsWith('/') && !/\s/.test(token)) continue;
    const words = token.startsWith('/') ? token : token.slice(1, -1);
    const start = match.index + (words === token ? 0 : 1);
    for (let index = 0; index < words.length; index++) kept[start + index] = words[index] ?? ' ';
  }
  return linesOf(kept.join('').replace(/\$\{[^{}]*\}|`[^`\n]*`/g, (code) => blank(code)));
}

/** Comments, strings and regular expressions, so that a quote in a regular expression opens no string. */
const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|(?<=[=(,:[!&|?{};]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;

/** Returns comments and docstrings of Python. */
export function proseOfPython(source: string): Prose[] {
  const kept = source.split('').map((sign): string => (sign === '\n' ? '\n' : ' '));
  for (const match of source.matchAll(/"""[\s\S]*?"""|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|#[^\n]*/g)) {
    for (let index = 0; index < match[0].length; index++) kept[match.index + index] = match[0][index] ?? ' ';
  }
  return linesOf(kept.join('').replace(/`[^`\n]*`/g, blank));
}

const linesOf = (text: string): Prose[] =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line }))
    .filter(({ text }) => text.trim() !== '');

/** Returns the prose of a file, by the extension of its name. */
export function proseOf(file: string, text: string): Prose[] {
  if (file.endsWith('.md')) return proseOfMarkdown(text);
  return file.endsWith('.py') ? proseOfPython(text) : proseOfTypeScript(text);
}

/** Files that contain habits on purpose: the list of habits, and the examples of bad wording. */
const EXEMPT = new Set(['scripts/check-words/words.ts', 'CONTRIBUTING.md']);

/** Whether a file is checked. */
export const isOurs = (file: string): boolean => !EXEMPT.has(file);
