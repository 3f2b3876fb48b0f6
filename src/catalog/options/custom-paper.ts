import type { OptionDefinitions } from '../definition.ts';

const LENGTH = { type: 'string', pattern: '^(?=.*[1-9])[0-9]{1,6}(?:\\.[0-9]+)?$', format: 'length' } as const;

const side = (name: string, other: string) =>
  ({
    ...LENGTH,
    description: `${name} of the pages in custom_page_size_unit; four decimal digits are best for inches. Needs the ${other} too.`,
    'x-group': 'paper',
    'x-unit': 'mm',
    'x-unit-option': 'custom_page_size_unit',
  }) as const;

/** A paper of any size, in place of a named one. */
export const CUSTOM_PAPER_OPTIONS = {
  custom_page_size_width: { ...side('Width', 'height'), example: '210' },
  custom_page_size_height: { ...side('Height', 'width'), example: '297' },
  custom_page_size_unit: {
    type: 'string',
    enum: ['mm', 'in'],
    description: 'Unit of the custom page size: millimetres (default) or inches.',
    'x-group': 'paper',
  },
} as const satisfies OptionDefinitions;
