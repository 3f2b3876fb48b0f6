import type { OptionDefinitions } from '../../src/catalog/definition.ts';

/** Options for forms. */
export const FORM_OPTIONS = {
  fill: {
    type: 'object',
    description:
      'Values of form fields by field name: a text; true or false for a check box; an export value or label for radio buttons, choices and lists, or a list of several where the field allows it. operation/form-fields lists the fields. With fill_from, these go into every PDF.',
    example: { name: 'Ada Lovelace', newsletter: true },
  },
  fill_from: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    description:
      'File name of the input with the values of form fields: JSON, FDF, XFDF, or CSV with field names in its first row. Each row of a CSV, and each object of a JSON list, makes a PDF; merge joins them.',
    example: 'values.csv',
  },
} as const satisfies OptionDefinitions;
