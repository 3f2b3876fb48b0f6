import type { CadWipeoutBase, Face3D, Hatch, Solid } from '@node-projects/acad-ts';
import { distance, plain, plus, point } from '../versions/geometry.ts';
import { boundaryEdges, chained } from '../versions/simplify/hatch-loops.ts';
import { type Affine, placed, planeOf, within } from './affine.ts';
import { type Path, straight } from './shapes.ts';

export const isFilled = (hatch: Hatch): boolean => hatch.isSolid || hatch.pattern.name.toUpperCase() === 'SOLID';

/** Returns the boundaries of a HATCH. */
export function hatchPaths(hatch: Hatch, to: Affine): Path[] {
  const plane = within(to, planeOf(plain(hatch.normal)));
  return boundaryEdges(hatch)
    .flatMap(chained)
    .flatMap(
      (points) =>
        straight(
          points.map(({ x, y }) => placed(plane, point(x, y, hatch.elevation))),
          true,
        ) ?? [],
    );
}

/** Returns the outline of a SOLID or TRACE, whose third and fourth corner are stored crosswise. */
export function solidPath(solid: Solid, to: Affine): Path | null {
  const plane = within(to, planeOf(plain(solid.normal)));
  const { firstCorner, secondCorner, thirdCorner, fourthCorner } = solid;
  const corners = [firstCorner, secondCorner, fourthCorner, thirdCorner].map(plain);
  return straight(
    corners.map((corner) => placed(plane, corner)),
    true,
  );
}

/** Returns the visible edges of a 3DFACE. */
export function faceEdges(face: Face3D, to: Affine): Path[] {
  const corners = [face.firstCorner, face.secondCorner, face.thirdCorner, face.fourthCorner].map(plain);
  return corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    const isHidden = (face.flags & (1 << index)) !== 0;
    if (isHidden || distance(corner, next) === 0) return [];
    return straight([placed(to, corner), placed(to, next)]) ?? [];
  });
}

/** Returns the area of a picture or wipeout: its clipping boundary (Autodesk's DXF reference, IMAGE, 14), else all of it. */
export function imagePath(image: CadWipeoutBase, to: Affine): Path | null {
  const { clipBoundaryVertices: vertices, size } = image;
  const [origin, u, v] = [image.insertPoint, image.uVector, image.vVector].map(plain) as [
    ReturnType<typeof plain>,
    ReturnType<typeof plain>,
    ReturnType<typeof plain>,
  ];
  const [one, other] = vertices;
  const isBox = vertices.length === 2 && one !== undefined && other !== undefined;
  const corners = isBox
    ? [point(one.x, one.y), point(other.x, one.y), point(other.x, other.y), point(one.x, other.y)]
    : vertices.length > 2
      ? vertices.map(({ x, y }) => point(x, y))
      : [point(-0.5, -0.5), point(size.x - 0.5, -0.5), point(size.x - 0.5, size.y - 0.5), point(-0.5, size.y - 0.5)];
  // Pixels are counted from their centres, and from the top.
  const at = corners.map(({ x, y }) => plus(plus(origin, u, x + 0.5), v, size.y - 0.5 - y));
  return straight(
    at.map((corner) => placed(to, corner)),
    true,
  );
}
