import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { conflict, type OptionRule } from '../../src/catalog/rules.ts';
import { hasNoAttachments } from './pdf-a-levels.ts';

/** Options for mails that become a PDF, and for PDFs with attached files. */
export const MAIL_OPTIONS = {
  attachments: {
    type: 'string',
    enum: ['list', 'embed', 'append'],
    default: 'list',
    description:
      'What to do with the files attached to a mail: list names them below its text; embed also attaches them to the PDF; append also adds what can become pages as pages, and names the rest in a warning. Of a PDF with attached files, append adds their pages too, each with a bookmark; of a portfolio they are all there is.',
    'x-inputs': ['document'],
    example: 'append',
  },
} as const satisfies OptionDefinitions;

export const MAIL_RULES: readonly OptionRule[] = [
  {
    options: ['attachments', 'pdf_a'],
    text: 'attachments embed does not go with parts 1 and 2 of pdf_a: only PDF/A-3 may have attached files of any kind.',
    check: (given) =>
      given.attachments === 'embed' && hasNoAttachments(given.pdf_a)
        ? [conflict(['attachments', 'pdf_a'], `PDF/A-${given.pdf_a} has no attached files; choose pdf_a 3b`)]
        : [],
  },
];
