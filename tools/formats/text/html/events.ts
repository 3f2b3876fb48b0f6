/** Attributes with lower-case names; the first of several with one name counts. */
export type Attributes = ReadonlyMap<string, string>;

/** Content of a document, in order. Every element that opens also closes, and elements do not overlap. */
export interface HtmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Receives text with resolved entities, possibly in several pieces. */
  text(text: string): void;
}
