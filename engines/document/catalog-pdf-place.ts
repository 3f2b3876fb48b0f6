/** A length of a place on a page, for the option `unit` beside it. */
export const PLACE_LENGTH = {
  type: 'number',
  minimum: 0,
  maximum: 14400,
  'x-unit': 'mm',
  'x-unit-option': 'unit',
  example: 20,
} as const;

/** @param what `the area` */
export const placeUnit = <What extends string>(what: What) =>
  ({
    type: 'string',
    enum: ['mm', 'cm', 'in', 'pt'],
    description: `Unit of ${what}: millimetres (default), centimetres, inches or points (1/72 inch).`,
  }) as const;
