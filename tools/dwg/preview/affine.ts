import { axesOf, ORIGIN, type Point3, plus, point } from '../versions/geometry.ts';

/** Where a block's or a plane's own coordinates are in the world: its axes, and its origin. */
export interface Affine {
  readonly x: Point3;
  readonly y: Point3;
  readonly z: Point3;
  readonly origin: Point3;
}

export const WORLD: Affine = { x: point(1, 0), y: point(0, 1), z: point(0, 0, 1), origin: ORIGIN };

/** A direction, which has no place. */
export function turned({ x, y, z }: Affine, v: Point3): Point3 {
  return plus(plus(plus(ORIGIN, x, v.x), y, v.y), z, v.z);
}

export function placed(affine: Affine, p: Point3): Point3 {
  return plus(affine.origin, turned(affine, p));
}

/** `inner`, whose coordinates are those of `outer`. */
export function within(outer: Affine, inner: Affine): Affine {
  return {
    x: turned(outer, inner.x),
    y: turned(outer, inner.y),
    z: turned(outer, inner.z),
    origin: placed(outer, inner.origin),
  };
}

/** The plane of an entity with an extrusion direction. */
export const planeOf = (normal: Point3): Affine => ({ ...axesOf(normal), origin: ORIGIN });

/** Turned in its plane, radians, and made larger along its own axes. */
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
