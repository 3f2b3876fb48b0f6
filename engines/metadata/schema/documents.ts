import Type from 'typebox';
import { LIST_LIMITS } from '../limits.ts';
import { closed, count, date, flag, list, number, text } from './parts.ts';

const { Optional } = Type;

const PageSize = closed(
  {
    width: number('Points, a 72nd of an inch.'),
    height: number('Points, a 72nd of an inch.'),
    rotation_degrees: Type.Integer({ description: 'How far the page is turned when it is shown.' }),
  },
  'Size of a page before it is turned.',
);

export const Font = closed(
  {
    name: text('Name, without the prefix of a subset.'),
    type: text('Type 1, TrueType, CID TrueType and their like.'),
    embedded: flag('Whether it is in the file.'),
    subset: flag('Whether only the characters in use are.'),
  },
  'A font.',
);

const Attachment = closed(
  {
    name: text('File name.'),
    description: Optional(text('Description.')),
    content_type: Optional(text('Media type, as the PDF says.')),
    size_bytes: Optional(count('Length, as the PDF says.')),
    relationship: Optional(text('What it is to the document: Source, Data, Alternative, Supplement and others.')),
    page: Optional(Type.Integer({ minimum: 1, description: 'Page with the annotation that has it.' })),
    created: Optional(date('When it was created.')),
    modified: Optional(date('When it was last changed.')),
  },
  'An attached file.',
);

const Field = closed(
  {
    name: text('Full name.'),
    type: Type.Enum(['button', 'checkbox', 'radio', 'choice', 'text', 'signature', 'other'], { description: 'Kind.' }),
  },
  'A field of a form.',
);

const Bookmark = closed(
  {
    title: text('Text.'),
    level: Type.Integer({ minimum: 1, description: '1 at the top; one more than the bookmark that it is below.' }),
    page: Optional(Type.Integer({ minimum: 1, description: 'Page that it leads to; missing if it leads to none.' })),
  },
  'A bookmark.',
);

const Signature = closed(
  {
    signer: Optional(text('Common name in the certificate.')),
    signer_name: Optional(text('Distinguished name in the certificate.')),
    signed: Optional(date('When it was signed, as the signature says.')),
    hash_algorithm: Optional(text('SHA-256.')),
    type: Optional(text('adbe.pkcs7.detached.')),
    covers_whole_file: Optional(flag('Whether nothing was added after it.')),
    valid: Optional(
      flag('Whether the signed bytes are unchanged. Nobody is asked whether the certificate can be trusted.'),
    ),
  },
  'A digital signature.',
);

export const PdfFacts = closed(
  {
    version: text('Version of PDF.'),
    conformance: Optional(
      Type.Array(text('PDF/A-2b, PDF/UA-1, PDF/X-4.'), {
        maxItems: 10,
        description: 'Standards that the file claims to follow.',
      }),
    ),
    pages: Optional(count('Pages.')),
    page_sizes_points: Optional(list(PageSize, LIST_LIMITS.pages, 'Sizes of the pages, in their order.')),
    tagged: Optional(flag('Whether its structure is tagged.')),
    linearized: Optional(flag('Whether it is written for reading over a network.')),
    javascript: Optional(flag('Whether it holds JavaScript.')),
    form: Optional(Type.Enum(['none', 'AcroForm', 'XFA'], { description: 'What kind of form it has.' })),
    form_fields: Optional(list(Field, LIST_LIMITS.fields, 'Fields of the form.')),
    fonts: Optional(list(Font, LIST_LIMITS.fonts, 'Fonts that pages use.')),
    attachments: Optional(list(Attachment, LIST_LIMITS.attachments, 'Attached files.')),
    outline: Optional(list(Bookmark, LIST_LIMITS.bookmarks, 'Bookmarks, each before those below it.')),
    signatures: Optional(list(Signature, LIST_LIMITS.signatures, 'Digital signatures.')),
  },
  'A PDF.',
);

export const OfficeFacts = closed(
  {
    application_version: Optional(text('Version of the program that wrote it.')),
    template: Optional(text('Template that it was made from.')),
    pages: Optional(count('Pages, as the file says.')),
    words: Optional(count('Words, as the file says.')),
    characters: Optional(count('Characters without spaces, as the file says.')),
    characters_with_spaces: Optional(count('Characters, as the file says.')),
    paragraphs: Optional(count('Paragraphs, as the file says.')),
    lines: Optional(count('Lines, as the file says.')),
    tables: Optional(count('Tables, as the file says.')),
    pictures: Optional(count('Pictures: in Office Open XML the files of its media folder, else as the file says.')),
    sheets: Optional(list(text('Name.'), LIST_LIMITS.sheets, 'Sheets of a workbook, by name.')),
    slides: Optional(count('Slides.')),
    hidden_slides: Optional(count('Hidden slides, as the file says.')),
    macros: Optional(flag('Whether it holds macros.')),
    digitally_signed: Optional(flag('Whether it holds a digital signature.')),
  },
  'An office document.',
);

export const TextFacts = closed(
  {
    encoding: Optional(text('utf-8, utf-16le, windows-1252; of a plain text.')),
    encoding_certain: Optional(flag('False: a guess that may be wrong.')),
    byte_order_mark: Optional(flag('Whether the file begins with one.')),
    line_endings: Optional(Type.Enum(['lf', 'crlf', 'cr', 'mixed', 'none'], { description: 'How lines end.' })),
    characters: count('Unicode characters, line ends among them.'),
    words: count('Words: what stands between white space, as wc counts.'),
    lines: count('Lines; a last one without a line end counts.'),
  },
  'Text: of a plain text itself, else of the text that the category document makes of the file (option text_statistics).',
);
