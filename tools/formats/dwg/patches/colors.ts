import { Color } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/** acad-ts takes the first palette colour that is not brighter for the nearest one: red for nearly all colours. */
export const nearestColors = (): Undo =>
  replaceMethod<(red: number, green: number, blue: number) => number>(Color, 'approxIndex', () => nearestIndex);

/** Returns the colour from 1 to 255 with the least distance in RGB. */
function nearestIndex(red: number, green: number, blue: number): number {
  let nearest = 7;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index <= 255; index++) {
    const [r = 0, g = 0, b = 0] = Color.getIndexRGB(index);
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) {
      nearest = index;
      least = distance;
    }
  }
  return nearest;
}

/** Colours of AutoCAD's palette with a wrong digit in acad-ts, by number. */
const MISTAKEN: ReadonlyMap<number, readonly number[]> = new Map([
  [29, [38, 23, 19]],
  [91, [127, 255, 127]],
  [145, [63, 111, 127]],
  [192, [82, 0, 165]],
  [203, [145, 82, 165]],
]);

/** Five colours of the palette have a wrong red, green or blue. */
export const palette = (): Undo =>
  replaceMethod<(index: number) => number[]>(Color, 'getIndexRGB', (original) => (index) => [
    ...(MISTAKEN.get(index) ?? original.call(Color, index)),
  ]);
