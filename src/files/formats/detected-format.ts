/** What the content of a file says it is. */
export interface DetectedFormat {
  /** Short lower-case name, the usual extension: `mp3`, `wav`, `zip`, `tar`, `pdf`. Of `tar.gz` it is the outer `gz`. */
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
