import { expect, test } from 'vitest';
import { gridsOf } from '../../../../tools/formats/pdf-text/tables/graphics/grids.ts';
import type { Rule } from '../../../../tools/formats/pdf-text/tables/graphics/items.ts';

const across = (y: number, x0: number, x1: number): Rule => ({
  direction: 'across',
  x0,
  x1,
  y0: y,
  y1: y,
  width: 1,
  color: '000000',
});
const down = (x: number, y0: number, y1: number): Rule => ({
  direction: 'down',
  x0: x,
  x1: x,
  y0,
  y1,
  width: 1,
  color: '000000',
});
const frame = (x0: number, y0: number, x1: number, y1: number): Rule[] => [
  across(y0, x0, x1),
  across(y1, x0, x1),
  down(x0, y0, y1),
  down(x1, y0, y1),
];

test('lines that meet are one table; cells without a line between them are merged', () => {
  const [grid, ...others] = gridsOf([...frame(0, 0, 200, 60), across(30, 0, 200), down(100, 30, 60)]);
  expect(others).toEqual([]);
  expect(grid?.cells.map(({ row, column, rows, columns }) => [row, column, rows, columns])).toEqual([
    [0, 0, 1, 2],
    [1, 0, 1, 1],
    [1, 1, 1, 1],
  ]);
});

test('a cell over two rows beside two cells', () => {
  const [grid] = gridsOf([...frame(0, 0, 200, 60), down(100, 0, 60), across(30, 100, 200)]);
  expect(grid?.cells.map(({ row, column, rows }) => [row, column, rows])).toEqual([
    [0, 0, 2],
    [0, 1, 1],
    [1, 1, 1],
  ]);
});

test('a box and lines that do not meet are no table', () => {
  expect(gridsOf(frame(0, 0, 200, 60))).toEqual([]);
  expect(gridsOf([across(0, 0, 100), across(50, 0, 100), down(300, 0, 50), down(400, 0, 50)])).toEqual([]);
});

test('columns and rows at open sides, where lines end together, belong to the table', () => {
  const lines = [across(30, 0, 300), across(60, 0, 300), across(90, 0, 300), down(100, 0, 90), down(200, 0, 90)];
  const [grid] = gridsOf(lines);
  expect(grid?.xs).toEqual([0, 100, 200, 300]);
  expect(grid?.ys).toEqual([0, 30, 60, 90]);
  expect(grid?.cells).toHaveLength(9);
});

test('a single line that reaches further, as a heading has, opens no side', () => {
  const [grid] = gridsOf([...frame(0, 0, 200, 60), down(100, 0, 60), across(0, 0, 400)]);
  expect(grid?.xs).toEqual([0, 100, 200]);
});

test('of tables within each other the inner one counts', () => {
  const inner = [...frame(40, 40, 160, 100), down(100, 40, 100)];
  const outer = [...frame(0, 0, 400, 200), down(200, 0, 200)];
  expect(gridsOf([...outer, ...inner]).map(({ x0, x1 }) => [x0, x1])).toEqual([[40, 160]]);
});
