import type { Paragraph } from './paragraph.ts';
import type { OdfAttributes } from './xml-events.ts';

/** Functions that open an element, by its name; each may return a function for the element's end. */
export type Openers = Readonly<Record<string, (attributes: OdfAttributes) => (() => void) | undefined>>;

/**
 * Returns the functions for elements within the lines of a paragraph.
 * @param current the open paragraph
 */
export function openersInLine(current: () => Paragraph | null): Openers {
  return {
    'text:span': (attributes) => {
      const paragraph = current();
      paragraph?.openSpan(attributes['text:style-name']);
      return () => paragraph?.closeSpan();
    },
    'text:a': (attributes) => {
      const paragraph = current();
      paragraph?.openLink(attributes['xlink:href'] ?? '');
      return () => paragraph?.closeLink();
    },
    'text:s': (attributes) => {
      current()?.spaces(Number(attributes['text:c'] ?? 1) || 1);
      return undefined;
    },
    'text:tab': () => {
      current()?.spaces(1);
      return undefined;
    },
    'text:hidden-paragraph': (attributes) => {
      if (attributes['text:is-hidden'] === 'true') current()?.hide();
      return undefined;
    },
    'text:line-break': () => {
      current()?.lineBreak();
      return undefined;
    },
    'text:ruby-text': () => {
      current()?.text(' (');
      return () => current()?.text(')');
    },
  };
}
