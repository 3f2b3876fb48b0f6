import type { CategoryCatalog } from '../../src/catalog/definition.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';
import { has, noEffect } from '../../src/catalog/rules.ts';

export const catalog = {
  category: 'metadata',
  timeLimitSeconds: 10 * 60,
  targets: {
    json: {
      id: 841,
      options: {
        checksums: {
          type: 'boolean',
          default: true,
          description: 'Whether to compute the MD5 and SHA-256 of the input, which reads the whole file.',
        },
        text_statistics: {
          type: 'boolean',
          default: false,
          description:
            'Also counts characters, words and lines of PDFs, office documents, web pages and books, which are converted to text for that. Plain texts are always counted.',
        },
        count_contents: {
          type: 'boolean',
          default: false,
          description:
            'Also counts what is in documents, web pages and books: tables, pictures, links, comments, notes, formulas, hidden sheets and slides, and more.',
        },
        keys_format: {
          type: 'string',
          enum: [
            'original',
            'capital_first',
            'snake_lowercase',
            'snake_uppercase',
            'lowercase_nospaces',
            'lowercase_with_spaces',
            'uppercase_nospaces',
            'uppercase_with_spaces',
          ],
          description:
            'Makes a flat document, one member for each tag of the file as ExifTool shows it, and names them so: original (MIMEType), capital_first (Mime Type), snake_lowercase (mime_type), lowercase_nospaces (mimetype), and so on. With output_mode alone: snake_lowercase. With neither, the document has sections.',
        },
        output_mode: {
          type: 'string',
          enum: ['basic', 'expert'],
          description:
            'Makes a flat document, as keys_format does, with the value of each tag (basic), or with an object of its value, its name in snake_lowercase (key_formatted), and whether metadata/metadata can set it (editable; expert). With keys_format alone: basic.',
        },
        type: {
          type: 'string',
          enum: ['document', 'image', 'video', 'audio'],
          description:
            'Kind of file that is expected; document stands for all other kinds, too. A file of another kind is read as what it is, with a warning.',
        },
        ...COMMON_OPTIONS,
      },
    },
    metadata: { id: 842, options: COMMON_OPTIONS },
  },
  rules: [
    {
      options: ['keys_format', 'output_mode', 'checksums', 'text_statistics', 'count_contents'],
      text: 'A flat document (keys_format, output_mode) has no checksums, no text_statistics and no count_contents.',
      check: (given) =>
        has(given, 'keys_format') || has(given, 'output_mode')
          ? ['checksums', 'text_statistics', 'count_contents']
              .filter((option) => given[option] === true)
              .map((option) => noEffect(option, 'the document is flat'))
          : [],
    },
  ],
} as const satisfies CategoryCatalog;
