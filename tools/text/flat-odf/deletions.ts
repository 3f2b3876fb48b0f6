import type { OdfAttributes } from './xml-events.ts';

/** Tags that have no place in a line. */
const BLOCK_TAGS = /<\/?(?:p|h\d|li|ul|ol|blockquote|pre|table|tr|td)(?: [^>]*)?>/g;

/** What tracked changes delete is kept apart, and shown where it was. */
export class Deletions {
  readonly #html = new Map<string, string>();

  /** Takes in the blocks of a `text:changed-region`. */
  add(attributes: OdfAttributes, html: string): void {
    // Blocks in a line are parted by spaces.
    const inline = html.replace(/^<p>|<\/p>$/g, '').replace(BLOCK_TAGS, ' ');
    if (inline !== '') this.#html.set(attributes['text:id'] ?? attributes['xml:id'] ?? '', inline);
  }

  /** What was where a `text:change` is, as HTML for a line. */
  at(attributes: OdfAttributes): string | undefined {
    return this.#html.get(attributes['text:change-id'] ?? '');
  }
}
