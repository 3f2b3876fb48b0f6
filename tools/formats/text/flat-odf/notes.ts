import type { OdfAttributes } from './xml-events.ts';

/** Footnotes and endnotes of a text, named as in LibreOffice's own HTML. */
export class Notes {
  readonly #html: string[] = [];
  readonly #counts = { footnote: 0, endnote: 0 };

  /** Begins a note; returns its reference, and a function that ends it after its content was added. */
  begin(attributes: OdfAttributes): { reference: string; end: () => void } {
    const kind = attributes['text:note-class'] === 'endnote' ? 'endnote' : 'footnote';
    const number = ++this.#counts[kind];
    const name = `sd${kind}${number}`;
    const begin = this.#html.length;
    const end = (): void => {
      const html = this.#html.splice(begin).join('');
      const back = `<a href="#${name}anc">${name}</a>`;
      this.#html.push(html.startsWith('<p>') ? `<p>${back}${html.slice('<p>'.length)}` : `<p>${back}</p>${html}`);
    };
    return { reference: `<sup><a href="#${name}sym">${number}</a></sup>`, end };
  }

  /** Adds content to the open note. */
  add(html: string): void {
    this.#html.push(html);
  }

  html(): string {
    return this.#html.join('');
  }
}
