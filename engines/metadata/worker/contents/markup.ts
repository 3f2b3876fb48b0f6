import { Parser } from 'htmlparser2';
import { plainPage } from '../../../../tools/formats/text/markdown/read.ts';
import { decodeFile, detectFileEncoding, readText } from '../../../../tools/formats/text/text-file.ts';
import type { ContentFacts, ContentName } from '../../schema/contents.ts';
import { type Attributes, Counter } from './counter.ts';

/** Formulas are missing, because pictures can show them, and so are notes, which only some pages declare. */
const ZERO: readonly ContentName[] = ['tables', 'pictures', 'recordings', 'links', 'form_fields'];

/** Elements whose text is shown as it is written. */
const CODE: ReadonlySet<string> = new Set(['code', 'pre', 'script', 'style', 'kbd', 'samp', 'textarea']);

/** A formula in a text, as Markdown is written today: `$x^2$`, `$$x^2$$`; no prices. */
const FORMULA = /\$\$[^$]+\$\$|\$(?=[^\s$])[^$\n]*[^\s$\\]\$(?!\d)/g;

/** Largest Markdown that is read. Bytes. */
const LARGEST_MARKDOWN = 16 * 1024 ** 2;

/** Counts what is in web pages. */
export class MarkupContents {
  readonly #counter = new Counter(ZERO);
  #code = 0;

  /**
   * Returns a reader of one page.
   * @param isXml whether it is XHTML
   * @param hasFormulas whether formulas are written between dollar signs
   */
  page(isXml: boolean, hasFormulas = false): Parser {
    this.#code = 0;
    return new Parser(
      {
        onopentag: (name, attributes) => {
          if (CODE.has(name)) this.#code += 1;
          const counted = whatIs(name, attributes);
          if (counted !== null) this.#counter.add(counted);
        },
        onclosetag: (name) => {
          if (CODE.has(name)) this.#code -= 1;
        },
        ontext: (text) => {
          if (hasFormulas && this.#code === 0) this.add('formulas', text.match(FORMULA)?.length ?? 0);
        },
      },
      { xmlMode: isXml, decodeEntities: true },
    );
  }

  add(name: ContentName, amount: number): void {
    if (amount > 0) this.#counter.add(name, amount);
  }

  facts(): ContentFacts {
    return this.#counter.facts();
  }
}

function whatIs(name: string, attributes: Attributes): ContentName | null {
  switch (name) {
    case 'table':
      return 'tables';
    case 'img':
    case 'svg':
      return 'pictures';
    case 'audio':
    case 'video':
      return 'recordings';
    case 'math':
      return 'formulas';
    case 'a':
      return leadsAway(attributes.href ?? '') ? 'links' : null;
    case 'input':
      return /^(?:hidden|submit|reset|image|button)$/i.test(attributes.type ?? '') ? null : 'form_fields';
    case 'select':
    case 'textarea':
      return 'form_fields';
    default:
      return isNote(attributes) ? 'notes' : null;
  }
}

const leadsAway = (address: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address);

/** Whether an element is declared as a note (EPUB 3 Structural Semantics, DPUB-ARIA). */
const isNote = ({ role = '', 'epub:type': type = '' }: Attributes): boolean =>
  /\bdoc-(?:foot|end)note\b/.test(role) || /(?:^|\s)(?:foot|end|rear)note(?:$|\s)/.test(type);

/** Counts what is in a web page. */
export async function htmlContents(path: string): Promise<ContentFacts> {
  const contents = new MarkupContents();
  const parser = contents.page(false);
  for await (const piece of decodeFile(path, await detectFileEncoding(path))) parser.write(piece);
  parser.end();
  return contents.facts();
}

/** Counts what is in a Markdown text. Null if it is too large. */
export async function markdownContents(path: string, size: number): Promise<ContentFacts | null> {
  if (size > LARGEST_MARKDOWN) return null;
  const { text } = await readText(path);
  const contents = new MarkupContents();
  const parser = contents.page(false, true);
  parser.write(plainPage(text));
  parser.end();
  contents.add('notes', text.match(/^ {0,3}\[\^[^\]\s]+\]:/gm)?.length ?? 0);
  return { formulas: 0, notes: 0, ...contents.facts() };
}
