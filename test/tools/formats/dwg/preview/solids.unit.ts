import { expect, test } from 'vitest';
import { modelLines } from '../../../../../tools/formats/dwg/preview/solids/edges.ts';
import { textRecords } from '../../../../../tools/formats/dwg/preview/solids/records.ts';

const HEADER = '400 3 1 0\n16 Autodesk AutoCAD 19 ASM 217 NT 0\n1 9.9e-7 1e-10\n';
const POINTS = ['vertex $-1 $0 $3 #', 'vertex $-1 $0 $4 #', 'point $-1 1 0 0 #', 'point $-1 0 1 0 #'];
const model = (...curve: string[]): string =>
  [`${HEADER}edge $-1 $1 $2 $-1 $5 forward #`, ...POINTS, ...curve].join('\n');

test('an edge that is a part of a circle', () => {
  const [line = []] = modelLines(textRecords(model('ellipse-curve $-1 0 0 0 0 0 1 1 0 0 1 I I #')));
  expect(line.length).toBeGreaterThan(5);
  for (const { x, y } of line) expect(Math.hypot(x, y)).toBeCloseTo(1, 6);
  expect([line.at(0)?.x, line.at(-1)?.y]).toEqual([expect.closeTo(1), expect.closeTo(1)]);
});

test('an edge that is a B-spline', () => {
  const curve = 'intcurve-curve $-1 forward { exactcur nubs 2 open 2 0 2 1 2 1 0 0 1 1 0 0 1 0 0 } I I #';
  const [line = []] = modelLines(textRecords(model(curve)));
  expect(line.length).toBeGreaterThan(5);
  expect(Math.max(...line.map(({ x, y }) => x + y))).toBeCloseTo(1.5, 2);
});

test.each([
  ['knots without end', 'intcurve-curve $-1 forward { exactcur nubs 2 open 2 0 999999999 1 999999999 } I I #'],
  ['a curve that is none', 'intcurve-curve $-1 forward { exactcur nubs } #'],
  ['numbers that are none', 'ellipse-curve $-1 x y z #'],
])('%s end in time', (_, curve) => {
  const lines = modelLines(textRecords(model(curve)));
  expect(lines.length).toBeLessThanOrEqual(1);
});

test('what is no model has no lines', () => {
  expect(modelLines(textRecords('edge'))).toEqual([]);
  expect(modelLines(textRecords('\n\n\n'))).toEqual([]);
});
