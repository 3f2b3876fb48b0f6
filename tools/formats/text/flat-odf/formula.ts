import { MathMLToLaTeX } from 'mathml-to-latex';
import { escapeText } from '../html/writer.ts';

/** Most characters of MathML in one formula. */
const LONGEST = 100_000;

/** Collects the MathML of one formula as it is read. */
export class FormulaReader {
  #parts: string[] = [];
  #length = 0;
  /** Number of open elements in an annotation, including itself. */
  #annotation = 0;

  open(name: string): void {
    const local = name.slice(name.indexOf(':') + 1);
    if (this.#annotation > 0 || local === 'annotation') this.#annotation++;
    else this.#push(`<${local}>`);
  }

  close(name: string): void {
    const local = name.slice(name.indexOf(':') + 1);
    if (this.#annotation > 0) this.#annotation--;
    else this.#push(`</${local}>`);
  }

  text(text: string): void {
    if (this.#annotation === 0) this.#push(escapeText(text));
  }

  /** Returns the formula in LaTeX; its text if it is too long or cannot be read. */
  latex(): string {
    const mathml = this.#parts.join('');
    if (this.#length <= LONGEST) {
      try {
        return tidy(MathMLToLaTeX.convert(inLetters(mathml.replaceAll(PLACEHOLDER, ''))));
      } catch {
        // The MathML cannot be read as a formula.
      }
    }
    return mathml.replace(/<[^>]*>/g, '').slice(0, LONGEST);
  }

  #push(text: string): void {
    this.#length += text.length;
    if (this.#length <= LONGEST) this.#parts.push(text);
  }
}

/** LibreOffice's placeholder for an empty part of a formula. */
const PLACEHOLDER = '❑';

const FUNCTIONS =
  'arccos|arcsin|arctan|arg|cosh|cos|coth|cot|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg|liminf|limsup|lim|ln|log|max|min|Pr|sec|sinh|sin|sup|tanh|tan';

/** Joined letters are a product, but letters with their own LaTeX command must be separate. */
function inLetters(mathml: string): string {
  return mathml.replace(/<mi>([^<&]*[^ -~<&][^<&]*)<\/mi>/g, (_, text: string) => {
    const letters = Array.from(text, (letter) => `<mi>${letter}</mi>`);
    return letters.length === 1 ? letters.join('') : `<mrow>${letters.join('')}</mrow>`;
  });
}

const NAME = new RegExp(`(?<![\\\\\\w]|\\\\text\\{)(?:${FUNCTIONS})(?!\\w)`, 'g');

/** Writes function names as in LaTeX, removes the single-cell table that LibreOffice makes of a line, and puts all on one line. */
function tidy(latex: string): string {
  const line = latex.replace(/\s+/g, ' ').trim();
  const alone = /^\\begin\{matrix\}((?:(?!\\\\|&|\\begin\{matrix\}).)*)\\end\{matrix\}$/.exec(line);
  return (
    (alone?.[1] ?? line)
      .replace(NAME, (name) => `\\${name}`)
      .replace(/[_^]\{\}/g, '')
      // It would separate the cells of a table.
      .replace(/(?<!\\)\|/g, '\\vert ')
      .trim()
  );
}
