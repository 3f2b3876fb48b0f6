import type { OdfAttributes } from './xml-events.ts';

/** Tags that are not allowed in a line. */
const BLOCK_TAGS = /<\/?(?:p|h\d|li|ul|ol|blockquote|pre|table|tr|td)(?: [^>]*)?>/g;

/** Text deleted by tracked changes: kept separately, and shown in its old place. */
export class Deletions {
  readonly #html = new Map<string, string>();

  /** Stores the blocks of a `text:changed-region`. */
  add(attributes: OdfAttributes, html: string): void {
    // Blocks in a line are separated by spaces.
    const inline = html.replace(/^<p>|<\/p>$/g, '').replace(BLOCK_TAGS, ' ');
    if (inline !== '') this.#html.set(attributes['text:id'] ?? attributes['xml:id'] ?? '', inline);
  }

  /** Returns the deleted text at a `text:change`, as HTML for a line. */
  at(attributes: OdfAttributes): string | undefined {
    return this.#html.get(attributes['text:change-id'] ?? '');
  }
}
