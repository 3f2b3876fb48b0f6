/** Format of a file according to its content. */
export interface DetectedFormat {
  /** Short lower-case name, the usual extension: `mp3`, `wav`, `zip`, `tar`, `pdf`. For `tar.gz` it is the outer `gz`. */
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
