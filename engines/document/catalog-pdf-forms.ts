import type { OptionDefinitions } from '../../src/catalog/definition.ts';

/** Options for forms. */
export const FORM_OPTIONS = {
  fill: {
    type: 'object',
    description:
      'Values for the fields of the form, by their names: text; for check boxes true and false; for radio buttons, choices and lists an export value or label, or a list of them. operation/form-fields lists names and values. With fill_from, these are added to each PDF.',
    'x-group': 'other',
    example: { name: 'Ada Lovelace', newsletter: true },
  },
  fill_from: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    description:
      'File name of the input with values for the fields of the form: JSON, CSV with the names of the fields in its first row, FDF or XFDF. Each row of a CSV, and each object of a JSON list, makes a PDF; with merge they are joined.',
    'x-group': 'other',
    example: 'values.csv',
  },
} as const satisfies OptionDefinitions;
