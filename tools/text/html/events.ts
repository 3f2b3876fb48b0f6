/** Names are in lower case; the first of several attributes of one name counts. */
export type Attributes = ReadonlyMap<string, string>;

/** What a document consists of, in order. Every element that opens also closes, and they do not overlap. */
export interface HtmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Entities are resolved. One run of text may come in pieces. */
  text(text: string): void;
}
