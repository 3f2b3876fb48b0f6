import { extname } from 'node:path';
import type { OptionValues } from '../task/types.ts';

/*
 * What files of a format never have, whatever they are made of. So a count of it is 0 after a conversion, although nothing is found there
 * to count.
 */

const NOT_IN_PAGES = ['tracked_changes', 'hidden_sheets', 'hidden_rows', 'hidden_columns', 'hidden_slides'] as const;

const NOT_IN_MARKUP = [
  ...NOT_IN_PAGES,
  ...(['charts', 'diagrams', 'text_boxes', 'comments', 'embedded_files', 'slides_with_notes'] as const),
  ...(['attachments', 'signatures', 'redaction_marks'] as const),
] as const;

const NOT_IN_MARKDOWN = [...NOT_IN_MARKUP, 'headers_and_footers', 'merged_cells', 'bookmarks', 'covers'] as const;

const NOT_IN_TEXT = [
  ...NOT_IN_MARKDOWN,
  ...(['tables', 'pictures', 'recordings', 'links', 'formulas', 'form_fields'] as const),
] as const;

const NOT_IN_PICTURES = [
  ...NOT_IN_PAGES,
  ...(['comments', 'embedded_files', 'slides_with_notes', 'attachments', 'signatures', 'redaction_marks'] as const),
  ...(['links', 'form_fields', 'bookmarks', 'recordings'] as const),
  ...(['audio_tracks', 'subtitle_tracks', 'chapters'] as const),
] as const;

const NOT_IN_SOUND = ['video_tracks', 'subtitle_tracks'] as const;

const BY_KIND: Readonly<Record<string, readonly string[]>> = { image: NOT_IN_PICTURES, audio: NOT_IN_SOUND };

/** Endings of texts in markup languages that documents become. */
export const MARKUP_ENDINGS = ['adoc', 'ipynb', 'org', 'rst', 'tex', 'textile', 'wiki'] as const;

/** By format, or of texts by the ending of the name. */
const NEVER_IN: Readonly<Record<string, readonly string[]>> = {
  pdf: [...NOT_IN_PAGES, 'slides_with_notes'],
  html: NOT_IN_MARKUP,
  epub: NOT_IN_MARKUP,
  md: NOT_IN_MARKDOWN,
  txt: NOT_IN_TEXT,
  csv: NOT_IN_TEXT,
  ...Object.fromEntries(MARKUP_ENDINGS.map((ending) => [ending, NOT_IN_MARKUP])),
};

/** Options that put something into the result in another form, in which it cannot be counted. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  slides_with_notes: ['export_notes_pages', 'export_only_notes_pages'],
};

/** Returns the names of counts that are 0 in a file, because files like it never have such things. @param options of the conversion */
export function neverIn({ format, kind, filename }: Target, options: OptionValues): readonly string[] {
  const ending = extname(filename).slice(1).toLowerCase();
  const name = format === 'txt' && Object.hasOwn(NEVER_IN, ending) ? ending : format;
  const never = NEVER_IN[name] ?? BY_KIND[kind] ?? [];
  return never.filter((each) => !SHOWN_BY[each]?.some((option) => options[option] === true));
}

/** A file, as far as its format and name decide what can be in it. */
export interface Target {
  readonly format: string;
  readonly kind: string;
  readonly filename: string;
}
