import { describe, expect, test } from 'vitest';
import {
  areAlike,
  isPlain,
  LOOK_SIDE,
  type Look,
  type Opinion,
  verdictOn,
} from '../../../../engines/image/decode/second-opinion.ts';

type Cell = readonly [red: number, green: number, blue: number, alpha: number];

const look = (cell: (x: number, y: number) => Cell, width = 100, height = 80): Look => ({
  width,
  height,
  cells: Array.from({ length: LOOK_SIDE ** 2 }, (_, at) => cell(at % LOOK_SIDE, Math.floor(at / LOOK_SIDE))).flat(),
});

const slope = look((x, y) => [x * 16, y * 16, 128, 255]);
const swapped = look((x, y) => [128, y * 16, x * 16, 255]);
const black = look(() => [0, 0, 0, 255]);
const upTo = (rows: number): Look => look((x, y) => (y < rows ? [x * 16, y * 16, 128, 255] : [128, 128, 128, 255]));

const good = (of: Look): Opinion => ({ look: of, isWarned: false });
const warned = (of: Look): Opinion => ({ look: of, isWarned: true });

describe('two looks are alike', () => {
  test.each<[string, Look, Look, boolean]>([
    ['of the same picture', slope, slope, true],
    ['rounded otherwise', slope, look((x, y) => [x * 16 + 3, y * 16, 126, 255]), true],
    ['with other colours where nothing is seen', look(() => [0, 0, 0, 0]), look(() => [255, 200, 9, 0]), true],
    ['with red and blue swapped', slope, swapped, false],
    ['upside down', slope, look((x, y) => [x * 16, 240 - y * 16, 128, 255]), false],
    ['of another size', slope, { ...slope, height: 81 }, false],
    ['transparent instead of black', black, look(() => [0, 0, 0, 0]), false],
    ['with one cell that is quite different', black, look((x, y) => [x + y === 0 ? 255 : 0, 0, 0, 255]), false],
  ])('%s', (_, one, other, expected) => {
    expect(areAlike(one, other)).toBe(expected);
    expect(areAlike(other, one)).toBe(expected);
  });
});

test('a look is plain where all of it is the same', () => {
  expect(isPlain(black)).toBe(true);
  expect(isPlain(look(() => [9, 9, 9, 0]))).toBe(true);
  expect(isPlain(look((x, y) => [x * y === 225 ? 1 : 0, 0, 0, 255]))).toBe(false);
});

describe('the picture is taken of', () => {
  test.each<[string, Opinion, Opinion, ReturnType<typeof verdictOn>]>([
    ['the first where both see the same', good(slope), good(slope), 'first'],
    ['the first where both see one colour', good(black), good(black), 'first'],
    ['the second where the first sees one colour', good(black), good(slope), 'second'],
    ['the second where that warns of it', good(black), warned(upTo(3)), 'second'],
    ['the first where the second sees one colour', warned(upTo(3)), good(black), 'first'],
    ['the second where the first warns and sees less', warned(upTo(3)), good(slope), 'second'],
    ['the first where it warns and sees more', warned(upTo(9)), good(upTo(3)), 'first'],
    ['the first where the second warns', good(slope), warned(swapped), 'first'],
    ['the first, unsure, where both see something else', good(slope), good(swapped), 'unsure'],
  ])('%s', (_, first, second, expected) => expect(verdictOn(first, second)).toBe(expected));
});
