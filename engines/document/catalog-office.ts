import type { OptionDefinitions } from '../../src/catalog/definition.ts';

/** Options for the parts of an office document that are meant for its authors, not for its readers. */
export const OFFICE_OPTIONS = {
  tracked_changes: {
    type: 'string',
    enum: ['accept', 'reject', 'show'],
    default: 'accept',
    description:
      'What becomes of the tracked changes of a text: accept makes what a reader of the final text sees; reject makes the text as it was before them; show keeps them as changes where the target can (doc, docx, odt, rtf), and elsewhere shows deleted and inserted text together. A warning says how many there are.',
    'x-group': 'clean',
  },
  hidden: {
    type: 'string',
    enum: ['exclude', 'include'],
    default: 'exclude',
    description:
      'What becomes of hidden sheets, rows and columns of a spreadsheet and of hidden slides: exclude leaves them out, or keeps them hidden where the target can hide (spreadsheets of spreadsheets, presentations of presentations); include shows them like all others. With exclude a warning says what is hidden.',
    'x-group': 'clean',
  },
} as const satisfies OptionDefinitions;
