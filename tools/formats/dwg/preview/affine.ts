import { axesOf, ORIGIN, type Point3, plus, point } from '../versions/geometry.ts';

/** Axes and origin of a block's or a plane's own coordinates in the world. */
export interface Affine {
  readonly x: Point3;
  readonly y: Point3;
  readonly z: Point3;
  readonly origin: Point3;
}

export const WORLD: Affine = { x: point(1, 0), y: point(0, 1), z: point(0, 0, 1), origin: ORIGIN };

/** Maps a direction, which has no position. */
export function turned({ x, y, z }: Affine, v: Point3): Point3 {
  return plus(plus(plus(ORIGIN, x, v.x), y, v.y), z, v.z);
}

export function placed(affine: Affine, p: Point3): Point3 {
  return plus(affine.origin, turned(affine, p));
}

/** Maps the coordinates of `inner`, which are relative to `outer`. */
export function within(outer: Affine, inner: Affine): Affine {
  return {
    x: turned(outer, inner.x),
    y: turned(outer, inner.y),
    z: turned(outer, inner.z),
    origin: placed(outer, inner.origin),
  };
}

/** Returns the plane of an entity with an extrusion direction. */
export const planeOf = (normal: Point3): Affine => ({ ...axesOf(normal), origin: ORIGIN });

/** Rotates in the plane, by radians, and scales along its own axes. */
export function turnedAndScaled(angle: number, scale: Point3): Affine {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    x: point(cos * scale.x, sin * scale.x),
    y: point(-sin * scale.y, cos * scale.y),
    z: point(0, 0, scale.z),
    origin: ORIGIN,
  };
}

export const movedTo = (origin: Point3): Affine => ({ ...WORLD, origin });
