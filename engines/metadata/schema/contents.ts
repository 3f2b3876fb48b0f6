import Type, { type Static } from 'typebox';
import { LIST_LIMITS } from '../limits.ts';
import { closed, count, flag, list, text } from './parts.ts';

const { Optional } = Type;

const counted = (description: string) => Optional(count(description));

/** A font of a document. */
const UsedFont = closed(
  {
    name: text(
      'Family, as an office document names it; in a PDF the name of the font, without the prefix of a subset.',
    ),
    shown_as: Optional(text('Family in which this installation shows it, if it is not installed here.')),
    embedded: Optional(flag('Whether it is in the PDF.')),
    pages: Optional(text('Pages of a PDF that have it: 1-3,7.')),
  },
  'A font.',
);

/** What documents, web pages and books have, whatever their format. What a format has no place for, or nobody can tell, is missing. */
export const ContentSection = closed(
  {
    tables: counted('Tables; sheets of a workbook are none.'),
    pictures: counted('Pictures, as often as they are shown; in a PDF each one once.'),
    charts: counted('Charts.'),
    diagrams: counted('Diagrams (SmartArt).'),
    recordings: counted('Sounds and films.'),
    text_boxes: counted('Text boxes.'),
    links: counted('Links to other places than the document.'),
    comments: counted('Comments of readers.'),
    notes: counted('Footnotes and endnotes.'),
    formulas: counted('Formulas; in a workbook cells with one.'),
    form_fields: counted('Fields to fill in.'),
    headers_and_footers: counted('Different headers and footers with text.'),
    tracked_changes: counted('Changes that are neither accepted nor rejected.'),
    embedded_files: counted('Embedded objects (OLE), and files that are attached to pages.'),
    merged_cells: counted('Groups of merged cells in sheets.'),
    hidden_sheets: counted('Hidden sheets.'),
    hidden_rows: counted('Hidden rows of sheets.'),
    hidden_columns: counted('Hidden columns of sheets.'),
    hidden_slides: counted('Hidden slides.'),
    slides_with_notes: counted('Slides with notes for the speaker.'),
    redaction_marks: counted('Marks for redaction that nobody has applied: what is below them is still there.'),
    fonts: Optional(
      list(
        UsedFont,
        LIST_LIMITS.fonts,
        'Fonts for Latin text that an office document names, and those that pages of a PDF have.',
      ),
    ),
  },
  'What is in a document, counted (option count_contents).',
);

export type ContentFacts = Static<typeof ContentSection>;

/** Name of a count. */
export type ContentName = Exclude<keyof ContentFacts, 'fonts'>;
