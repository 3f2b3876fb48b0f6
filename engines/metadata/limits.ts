/** Maximum items of each list in the document, which also has the count of all. */
export const LIST_LIMITS = {
  /** Members of an archive. */
  members: 1000,
  /** Pages of a PDF whose sizes are listed. */
  pages: 1000,
  /** Fonts, form fields, signatures, attachments, bookmarks of a PDF. */
  fonts: 500,
  fields: 500,
  signatures: 100,
  attachments: 500,
  bookmarks: 1000,
  /** Chapters of a book or a recording. */
  chapters: 1000,
  /** Streams of a recording. */
  streams: 100,
  /** Sheets of a workbook. */
  sheets: 1000,
  /** Mails of a mailbox. */
  mails: 1000,
  /** Layers and layouts of a drawing. */
  layers: 1000,
  layouts: 500,
  /** Authors, keywords, identifiers and so on. */
  names: 200,
} as const;

/** Maximum tags of one kind (Exif, IPTC, XMP, tags of a recording, custom properties of a document). */
export const MAX_TAGS = 500;

/** Maximum characters of a text; a longer one is cut and ends in `…`. */
export const MAX_TEXT = 4000;
