import type { Hatch } from '@node-projects/acad-ts';
import { length, plain, point, unit } from '../versions/geometry.ts';
import { type Affine, planeOf, turned, within } from './affine.ts';
import { boxAround, boxCorners, pathPoints } from './boxes.ts';
import type { Gradient, Path } from './shapes.ts';
import { type Plot, rgb } from './style.ts';

/** Names of AutoCAD's gradients that run from the middle to both sides. */
const MIRRORED = /CYLINDER$/i;
/** Names of gradients that run from the middle in all directions. */
const ROUND = /SPHERICAL$|^(INV)?CURVED$/i;
const INVERTED = /^INV/i;

/** Returns the gradient of a hatch, over the area that it covers; null if it has one colour. */
export function gradientOf(hatch: Hatch, paths: readonly Path[], to: Affine, plot: Plot): Gradient | null {
  const { enabled, colors, angle, name } = hatch.gradientColor;
  const [first, second] = colors.map(({ color }) => rgb(color, plot));
  const box = boxAround(paths.flatMap(pathPoints));
  if (!enabled || first === undefined || box === null) return null;
  const ends = INVERTED.test(name) ? [second ?? first, first] : [first, second ?? first];
  const middle = { x: (box.low.x + box.high.x) / 2, y: (box.low.y + box.high.y) / 2 };
  const isRound = ROUND.test(name);
  const plane = within(to, planeOf(plain(hatch.normal)));
  const along = unit(turned(plane, point(Math.cos(angle), Math.sin(angle))), point(1, 0));
  const half = isRound
    ? length(point(box.high.x - middle.x, box.high.y - middle.y))
    : Math.max(...boxCorners(box).map(({ x, y }) => (x - middle.x) * along.x + (y - middle.y) * along.y));
  const end = (times: number) => ({ x: middle.x + along.x * half * times, y: middle.y + along.y * half * times });
  // A sphere is lit in its middle, where its second colour is.
  const [one, other] = isRound ? ends.toReversed() : ends;
  const stops = MIRRORED.test(name) ? [one, other, one] : [one, other];
  return {
    from: isRound ? middle : end(-1),
    to: end(1),
    isRound,
    stops: stops.map((color, index) => ({ at: index / (stops.length - 1), color: color ?? first })),
  };
}
