import { createRequire } from 'node:module';

/** The part of highlight.js that is used. */
export interface Highlight {
  getLanguage(name: string): object | undefined;
  registerLanguage(name: string, language: (highlight: unknown) => unknown): void;
  highlight(
    code: string,
    how: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
}

/** Longest code that is coloured, characters, and most of all code of a text: the rest stays plain. */
const LONGEST_CODE = 100_000;
const MOST_CODE = 2_000_000;

/** Languages besides the forty that highlight.js calls common. */
const FURTHER = ['dart', 'dockerfile', 'elixir', 'haskell', 'julia', 'latex', 'matlab', 'nginx', 'powershell', 'scala'];

let loaded: Highlight | undefined;

/** Returns highlight.js, loaded once for each process. Its types would bring those of browsers into every file. */
function load(): Highlight {
  if (loaded !== undefined) return loaded;
  const require = createRequire(import.meta.url);
  loaded = require('highlight.js/lib/common') as Highlight;
  for (const name of FURTHER) loaded.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));
  return loaded;
}

/** Colours the code blocks of one text. */
export class Highlighter {
  readonly #highlight = load();
  #left = MOST_CODE;

  /** Returns the code as HTML with classes, by the named language alone; null if it is not known, or the code is too long. */
  html(code: string, language: string): string | null {
    const isKnown = language !== '' && this.#highlight.getLanguage(language) !== undefined;
    if (!isKnown || code.length > Math.min(LONGEST_CODE, this.#left)) return null;
    this.#left -= code.length;
    return this.#highlight.highlight(code, { language, ignoreIllegals: true }).value;
  }
}
