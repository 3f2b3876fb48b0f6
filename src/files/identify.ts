/** What the content of a file says it is. */
export interface DetectedFormat {
  /** Short lower-case name, the usual extension: `mp3`, `wav`, `zip`, `tar`, `pdf`. */
  readonly name: string;
  readonly kind: FormatKind;
  /** Media type: `audio/mpeg`. */
  readonly contentType: string;
}

export type FormatKind =
  | 'archive'
  | 'audio'
  | 'video'
  | 'image'
  | 'document'
  | 'ebook'
  | 'cad'
  | 'text'
  | 'font'
  | 'program'
  | 'other';

/** First thin version: knows nothing. */
export async function identify(_path: string): Promise<DetectedFormat | null> {
  return null;
}
