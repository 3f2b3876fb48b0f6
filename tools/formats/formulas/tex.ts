import type MathJax from 'mathjax';

/** How a formula is shown: on a line of its own, or within one. */
export interface TexFormula {
  readonly tex: string;
  readonly display: boolean;
}

/** Longer than any formula, characters. */
const LONGEST_TEX = 10_000;
/** Most formulas of a text; each takes about 10 ms to draw. */
const MOST_FORMULAS = 3000;
/** Longer results are not formulas of a page, characters. */
const LONGEST_RESULT = 500_000;

/**
 * Converts formulas of one text from TeX, by MathJax: to MathML with the TeX as its annotation, or to drawings whose letters are outlines.
 * Definitions (`\newcommand`) apply to the text alone. Each distinct formula is converted once.
 */
export class TexConverter {
  readonly #as: 'mathml' | 'svg';
  readonly #made = new Map<string, string | null>();
  #mathJax: Promise<typeof MathJax> | undefined;

  constructor(as: 'mathml' | 'svg') {
    this.#as = as;
  }

  /** Returns the element; null if MathJax does not understand the formula, or it is too large. */
  async convert({ tex, display }: TexFormula): Promise<string | null> {
    const key = `${display} ${tex}`;
    const made = this.#made.get(key);
    if (made !== undefined) return made;
    if (tex.length > LONGEST_TEX || this.#made.size >= MOST_FORMULAS) return null;
    this.#mathJax ??= withoutDefinitions();
    const mathJax = await this.#mathJax;
    const result = await (this.#as === 'svg' ? svgOf : mathmlOf)({ tex, display }, mathJax).catch(() => null);
    const kept = result === null || result.length > LONGEST_RESULT ? null : result;
    this.#made.set(key, kept);
    return kept;
  }
}

/** Packages of TeX without those that make links, attributes, or load more (html, require, autoload). */
const PACKAGES = ['ams', 'newcommand', 'boldsymbol', 'braket', 'cancel', 'color', 'mathtools', 'textmacros'];

let starting: Promise<typeof MathJax> | undefined;

/** Returns MathJax, started once for each process, as it was before any text defined something. */
async function withoutDefinitions(): Promise<typeof MathJax> {
  if (starting === undefined) {
    starting = start();
    return starting;
  }
  const mathJax = await starting;
  mathJax.startup.getComponents();
  mathJax.startup.makeMethods();
  return mathJax;
}

async function start(): Promise<typeof MathJax> {
  const { default: mathJax } = await import('mathjax');
  await mathJax.init({
    loader: {
      load: ['input/tex-base', ...PACKAGES.map((name) => `[tex]/${name}`), 'output/svg', 'adaptors/liteDOM'],
    },
    tex: { packages: ['base', ...PACKAGES], maxMacros: 1000, maxBuffer: 5 * 1024 },
    // A drawing is self-contained: its letters are outlines in it. Long formulas stay on one line.
    svg: { fontCache: 'none', linebreaks: { inline: false }, displayOverflow: 'overflow' },
  });
  return mathJax;
}

async function svgOf({ tex, display }: TexFormula, mathJax: typeof MathJax): Promise<string | null> {
  const { adaptor } = mathJax.startup;
  const svg = adaptor.outerHTML(adaptor.firstChild(await mathJax.tex2svgPromise(tex, { display })));
  if (/data-mml-node="merror"|data-mjx-error/.test(svg)) return null;
  // Screen readers read the source.
  return withoutSource(svg).replace(/^<svg(?=\s)/, () => `<svg aria-label="${escaped(tex)}"`);
}

const escaped = (tex: string): string => tex.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

async function mathmlOf({ tex, display }: TexFormula, mathJax: typeof MathJax): Promise<string | null> {
  const mathml = await mathJax.tex2mmlPromise(tex, { display });
  if (mathml.includes('<merror')) return null;
  const [whole, open = '', content = ''] = /^(<math[^>]*>)(.*)<\/math>$/s.exec(withoutSource(mathml).trim()) ?? [];
  if (whole === undefined) return null;
  const annotation = `<annotation encoding="application/x-tex">${escaped(tex)}</annotation>`;
  const row = content.replace(/>\s+</g, '><').trim();
  return `${open}<semantics><mrow>${row}</mrow>${annotation}</semantics></math>`;
}

/** MathJax notes the TeX and more at each element; nothing reads that. */
const withoutSource = (markup: string): string => markup.replace(/ data-[a-z-]+="[^"]*"/g, '');
