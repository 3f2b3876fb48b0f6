/** Elements that are not content of a header: losing a page number does not matter. */
const NOTHING: ReadonlySet<string> = new Set([
  'text:page-number',
  'text:page-count',
  'office:binary-data',
  'svg:title',
  'svg:desc',
]);

/** Watches the master pages, whose content is not used, for headers and footers with content. */
export class HeaderWatch {
  hasContent = false;
  /** Open elements of the master pages. */
  readonly #open: string[] = [];

  /** Returns whether the element is one of the master pages. */
  open(name: string): boolean {
    if (this.#open.length === 0 && name !== 'office:master-styles') return false;
    this.#open.push(name);
    if (name === 'draw:image') this.#found();
    return true;
  }

  close(): boolean {
    return this.#open.pop() !== undefined;
  }

  text(text: string): boolean {
    if (this.#open.length === 0) return false;
    if (text.trim() !== '' && !NOTHING.has(this.#open.at(-1) ?? '')) this.#found();
    return true;
  }

  #found(): void {
    this.hasContent ||= this.#open.some((name) => /^style:(?:header|footer)/.test(name));
  }
}
