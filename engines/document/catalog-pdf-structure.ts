import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import {
  conflict,
  type GivenOptions,
  has,
  itemsOf,
  missingOption,
  noEffect,
  type OptionRule,
} from '../../src/catalog/rules.ts';
import { hasNoAttachments } from './pdf-a-levels.ts';

/** Name of the invoice in a PDF (Factur-X 1.0, 6.2.2). */
export const INVOICE_FILE = 'factur-x.xml';

/** Options for what a PDF has besides its pages. */
export const STRUCTURE_OPTIONS = {
  bookmarks: {
    type: 'array',
    maxItems: 10_000,
    description:
      'Bookmarks (outline) of the result, before it is split. They replace those of the document, or of an input that filename names.',
    items: {
      type: 'object',
      required: ['title', 'page'],
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 1000, description: 'Text of the bookmark.' },
        page: {
          type: 'integer',
          minimum: 1,
          maximum: 1_000_000,
          description: 'Page that it leads to: of the result, or with filename of that input as it is before merge.',
        },
        children: {
          type: 'array',
          description: 'Bookmarks below it, of the same form but without filename; at most 50 levels.',
        },
        filename: {
          type: 'string',
          maxLength: 1000,
          description: 'With merge: file name of the input to which the bookmark belongs.',
        },
      },
    },
    example: [{ title: 'Introduction', page: 1 }],
  },
  embed: {
    type: 'array',
    maxItems: 1000,
    description:
      'Inputs to attach to the result, by their file names; they are not converted. Each is also an associated file of the document.',
    items: {
      type: 'object',
      required: ['filename'],
      properties: {
        filename: { type: 'string', minLength: 1, maxLength: 1000, description: 'File name of the input.' },
        name: {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          description: 'Name in the PDF, without folders. Left out: the file name.',
        },
        relationship: {
          type: 'string',
          enum: [
            ...(['source', 'data', 'alternative', 'supplement'] as const),
            ...(['encrypted_payload', 'form_data', 'schema', 'unspecified'] as const),
          ],
          description: 'How the file is related to the document (ISO 32000-2, 7.11.3). Left out: unspecified.',
        },
        mime_type: {
          type: 'string',
          maxLength: 127,
          description: 'Media type of the file, such as text/xml. Left out: that of its content.',
        },
        description: { type: 'string', maxLength: 1000, description: 'Text that viewers show with the file.' },
      },
    },
    example: [{ filename: 'data.csv', relationship: 'data' }],
  },
} as const satisfies OptionDefinitions;

/** Options for electronic invoices. */
export const INVOICE_OPTIONS = {
  factur_x: {
    type: 'string',
    enum: ['minimum', 'basic_wl', 'basic', 'en16931', 'extended', 'xrechnung'],
    description: `Makes an electronic invoice (Factur-X, ZUGFeRD) of this profile: the embedded file ${INVOICE_FILE} is the invoice as XML. Needs pdf_a 3b. Rules of EN 16931 that the XML breaks are named in a warning.`,
    example: 'en16931',
  },
  factur_x_document: {
    type: 'string',
    enum: ['invoice', 'order', 'order_response', 'order_change'],
    description: 'With factur_x: kind of the document. Left out: invoice.',
  },
  factur_x_version: {
    type: 'string',
    minLength: 1,
    maxLength: 10,
    pattern: '^[ -~]+$',
    format: 'printable-ascii',
    description: 'With factur_x: version of the XML format that is stated. Left out: 1.0.',
    example: '1.0',
  },
} as const satisfies OptionDefinitions;

const OF_FACTUR_X = ['factur_x_document', 'factur_x_version'] as const;

const namesInvoice = ({ embed }: GivenOptions): boolean =>
  itemsOf(embed).some(({ filename, name }) => (name ?? filename) === INVOICE_FILE);

export const STRUCTURE_RULES: readonly OptionRule[] = [
  {
    options: ['bookmarks', 'remove_bookmarks'],
    text: 'bookmarks and remove_bookmarks exclude each other: bookmarks replaces all others.',
    check: (given) =>
      has(given, 'bookmarks') && given.remove_bookmarks === true
        ? [conflict(['bookmarks', 'remove_bookmarks'], 'bookmarks replaces all others already')]
        : [],
  },
  {
    options: ['bookmarks', 'merge'],
    text: 'Bookmarks with filename need merge.',
    check: (given) =>
      itemsOf(given.bookmarks).some((item) => has(item, 'filename')) && given.merge !== true
        ? [missingOption('merge', 'a bookmark with filename belongs to one of several inputs')]
        : [],
  },
  {
    options: ['embed', 'pdf_a'],
    text: 'embed does not go with parts 1 and 2 of pdf_a: only PDF/A-3 may have attached files of any kind.',
    check: (given) =>
      itemsOf(given.embed).length > 0 && hasNoAttachments(given.pdf_a)
        ? [conflict(['embed', 'pdf_a'], `PDF/A-${given.pdf_a} has no attached files; choose pdf_a 3b`)]
        : [],
  },
  {
    options: ['factur_x', 'embed', 'pdf_a'],
    text: `factur_x needs pdf_a 3a, 3b or 3u, and an embedded file named ${INVOICE_FILE}.`,
    check: (given) => {
      if (!has(given, 'factur_x')) return [];
      const isPdfA3 = has(given, 'pdf_a') && !hasNoAttachments(given.pdf_a);
      return [
        ...(isPdfA3 ? [] : [missingOption('pdf_a', 'an electronic invoice is PDF/A-3; give pdf_a 3b')]),
        ...(namesInvoice(given)
          ? []
          : [missingOption('embed', `an electronic invoice embeds the invoice under the name ${INVOICE_FILE}`)]),
      ];
    },
  },
  {
    options: ['factur_x', ...OF_FACTUR_X],
    text: `${OF_FACTUR_X.join(' and ')} are used only with factur_x.`,
    check: (given) =>
      has(given, 'factur_x')
        ? []
        : OF_FACTUR_X.filter((option) => has(given, option)).map((option) =>
            noEffect(option, 'it is used only with factur_x'),
          ),
  },
];
