import { type Viewport, ViewportStatusFlags } from '@node-projects/acad-ts';
import { axesOf, dot, type Point3, plain, plus, point } from '../versions/geometry.ts';
import { type Affine, placed } from './affine.ts';
import { type Path, straight } from './shapes.ts';

/** Whether a viewport of a layout shows the model: the first one of a layout is the sheet itself. */
export const showsModel = (viewport: Viewport): boolean =>
  !viewport.representsPaper &&
  viewport.activeStatus !== 0 &&
  (viewport.status & ViewportStatusFlags.ViewportOff) === 0 &&
  viewport.height > 0 &&
  viewport.width > 0 &&
  viewport.viewHeight > 0;

/** Returns the scale at which a viewport shows the model. */
export const scaleOf = ({ height, viewHeight }: Viewport): number => height / viewHeight;

/**
 * Returns how a viewport shows the model: seen in the direction of its view, rotated by its twist, with its view's centre in its middle
 * (Autodesk's DXF reference, VIEWPORT). Perspective is ignored.
 */
export function modelIn(viewport: Viewport): Affine {
  const { viewDirection, viewTarget, viewCenter, twistAngle, center } = viewport;
  const scale = scaleOf(viewport);
  const axes = axesOf(plain(viewDirection));
  const [cos, sin] = [Math.cos(twistAngle) * scale, Math.sin(twistAngle) * scale];
  const shown = (v: Point3): Point3 => {
    const [x, y] = [dot(v, axes.x), dot(v, axes.y)];
    return point(x * cos - y * sin, x * sin + y * cos, dot(v, axes.z) * scale);
  };
  const target = shown(plain(viewTarget));
  const origin = point(center.x - viewCenter.x * scale - target.x, center.y - viewCenter.y * scale - target.y);
  return { x: shown(point(1, 0)), y: shown(point(0, 1)), z: shown(point(0, 0, 1)), origin };
}

/** Returns the rectangle of a viewport on its sheet. */
export function frameOf({ center, width, height }: Viewport, to: Affine): Path | null {
  const middle = plain(center);
  const corners = [point(-1, -1), point(1, -1), point(1, 1), point(-1, 1)];
  return straight(
    corners.map(({ x, y }) => placed(to, plus(middle, point((x * width) / 2, (y * height) / 2)))),
    true,
  );
}
