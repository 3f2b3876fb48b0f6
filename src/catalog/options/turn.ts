/** Rotates a picture; each category defines the angles. */
export const ROTATE = {
  type: 'integer',
  description: 'Turns the picture clockwise, in degrees.',
  'x-order': 100,
  'x-unit': '°',
  example: 90,
} as const;

export const FLIP = {
  type: 'string',
  enum: ['horizontal', 'vertical', 'both'],
  description: 'Mirrors the picture: left and right, top and bottom, or both. After rotate.',
  'x-group': 'size',
  example: 'horizontal',
} as const;
