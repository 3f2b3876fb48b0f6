import { Color } from '@node-projects/acad-ts';

/*
 * Multileaders store any kind of colour in 32 bits: Open Design Specification for .dwg files 5.4.1, 2.11. The highest byte is the kind of
 * colour, the others are the colour.
 */

const BY_LAYER = 0xc0;
const BY_BLOCK = 0xc1;
const TRUE = 0xc2;
const INDEX = 0xc3;

export function decodeColor(bits: number): Color {
  switch (bits >>> 24) {
    case BY_LAYER:
      return Color.byLayer;
    case BY_BLOCK:
      return Color.byBlock;
    case INDEX:
      return new Color(bits & 0xff);
    default:
      return Color.fromTrueColor(bits & 0xffffff);
  }
}

export function encodeColor(color: Color): number {
  if (color.isByLayer) return (BY_LAYER << 24) | 0;
  if (color.isByBlock) return (BY_BLOCK << 24) | 0;
  if (color.isTrueColor) return (TRUE << 24) | (color.r << 16) | (color.g << 8) | color.b;
  return (INDEX << 24) | color.index;
}
