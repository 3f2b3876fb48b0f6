import { pictureAddress } from './addresses.ts';
import { type CleanPage, cleanBodyInto, type PageFrame } from './clean.ts';
import type { Attributes, HtmlHandler } from './events.ts';
import { cssOfAttributes } from './presentation.ts';
import { closeTag, escapeText, htmlPage, openTag } from './writer.ts';

/**
 * Converts LibreOffice's HTML to a page of HTML 5: UTF-8, a language, no generator metadata, CSS instead of `font`, `center` and obsolete
 * attributes. It is cleaned like an input, so it refers to nothing outside. `pictures`: files that LibreOffice wrote next to it, by name;
 * they are embedded in the page.
 */
export function tidyPage(html: string, pictures: ReadonlyMap<string, Buffer>, title = ''): CleanPage {
  const picture = (address: string): string | null => {
    const file = pictures.get(decodeName(address));
    return pictureAddress(file === undefined ? address : `data:;base64,${file.toString('base64')}`);
  };
  const tidier = new Tidier();
  const frame = cleanBodyInto(tidier, html, { title, picture, keepComments: true });
  return {
    html: htmlPage({ ...frame, ...languageOf(frame), body: tidier.html(), isModern: true }),
    removed: frame.removed,
  };
}

/** Language and direction belong to the root; LibreOffice writes them on the body. */
function languageOf(frame: PageFrame): Pick<PageFrame, 'htmlAttributes' | 'bodyAttributes'> {
  const htmlAttributes = new Map(frame.htmlAttributes);
  const bodyAttributes = cssOfAttributes('body', frame.bodyAttributes);
  const language = bodyAttributes.get('lang');
  if (language !== undefined && !htmlAttributes.has('lang')) htmlAttributes.set('lang', language);
  if (bodyAttributes.get('dir') === 'rtl') htmlAttributes.set('dir', 'rtl');
  bodyAttributes.delete('lang');
  bodyAttributes.delete('dir');
  return { htmlAttributes, bodyAttributes };
}

/** Obsolete elements and their modern names. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['font', 'span'],
  ['big', 'span'],
  ['center', 'div'],
  ['strike', 's'],
  ['tt', 'code'],
  ['acronym', 'abbr'],
]);

interface OpenElement {
  readonly name: string;
  /** Position of its opening tag in the output. */
  readonly start: number;
  readonly style: string;
  /** The last `span` inside that has ended. */
  lastSpan: { readonly start: number; readonly end: number; readonly style: string } | null;
}

class Tidier implements HtmlHandler {
  readonly #output: string[] = [];
  readonly #open: OpenElement[] = [];

  open(original: string, attributes: Attributes): void {
    const name = RENAMED.get(original) ?? original;
    const tidied = cssOfAttributes(original, attributes);
    this.#open.push({ name, start: this.#output.length, style: tidied.get('style') ?? '', lastSpan: null });
    // A span without a meaning gets no tags, but keeps its place in the output for the one around it.
    this.#output.push(name === 'span' && tidied.size === 0 ? '' : openTag(name, tidied));
  }

  close(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const end = this.#output.push(this.#output[element.start] === '' ? '' : closeTag(element.name)) - 1;
    if (element.name === 'p' && end === element.start + 1 && element.style === '') {
      // LibreOffice writes an empty paragraph with a line break in it.
      this.#output[element.start] = '';
      this.#output[end] = '';
    }
    if (element.name !== 'span') return;
    const style = this.#joinInner(element, end);
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.lastSpan = { start: element.start, end, style };
  }

  text(text: string): void {
    this.#output.push(escapeText(text));
  }

  html(): string {
    return this.#output.join('');
  }

  /** Gives a span that contains only another span that one's style. */
  #joinInner({ start, style, lastSpan }: OpenElement, end: number): string {
    const isAlone = lastSpan !== null && lastSpan.start === start + 1 && lastSpan.end === end - 1;
    if (!isAlone || !isStyleOnly(this.#output[start]) || !isStyleOnly(this.#output[lastSpan.start])) return style;
    const joined = [style, lastSpan.style].filter(Boolean).join('; ');
    this.#output[start] = joined === '' ? '' : openTag('span', new Map([['style', joined]]));
    this.#output[end] = joined === '' ? '' : closeTag('span');
    this.#output[lastSpan.start] = '';
    this.#output[lastSpan.end] = '';
    return joined;
  }
}

function isStyleOnly(tag = ''): boolean {
  return tag === '' || tag.startsWith('<span style="');
}

function decodeName(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
