import {
  type Entity,
  Face3D,
  Insert,
  InvisibleEdgeFlags,
  Line,
  type Mesh,
  type RasterImage,
  type Ray,
  type XLine,
} from '@node-projects/acad-ts';
import { isFinitePoint, type Point3, plain, plus, unit } from '../geometry.ts';
import { type BlockMaker, likewise, worldPolylines, xyz } from './common.ts';

/** Returns parts of a face with at most four corners, fanned out from its first one, with the edges that are cuts. */
function parts(corners: readonly Point3[]): { corners: readonly Point3[]; hidden: InvisibleEdgeFlags }[] {
  if (corners.length <= 4) return [{ corners, hidden: InvisibleEdgeFlags.None }];
  const [first] = corners;
  return corners.slice(1, -1).map((corner, index) => {
    const next = corners[index + 2];
    const last = index === corners.length - 3;
    const hidden = (index === 0 ? 0 : InvisibleEdgeFlags.First) | (last ? 0 : InvisibleEdgeFlags.Third);
    return { corners: [first, corner, next].filter((p) => p !== undefined), hidden };
  });
}

/** Returns the faces of a MESH before smoothing, as 3DFACEs in an anonymous block. */
export function meshEntities(mesh: Mesh, makeBlock: BlockMaker): Entity[] {
  const faces = mesh.faces.flatMap((indices) => {
    const corners = indices.flatMap((index) => mesh.vertices[index] ?? []).map(plain);
    if (corners.length < 3 || !corners.every(isFinitePoint)) return [];
    return parts(corners).flatMap((part) => {
      const [a, b, c] = part.corners;
      if (a === undefined || b === undefined || c === undefined) return [];
      const face = likewise(new Face3D(), mesh);
      face.firstCorner = xyz(a);
      face.secondCorner = xyz(b);
      face.thirdCorner = xyz(c);
      face.fourthCorner = xyz(part.corners[3] ?? c);
      face.flags = part.hidden;
      return [face];
    });
  });
  if (faces.length === 0) return [];
  const insert = likewise(new Insert(), mesh);
  insert.block = makeBlock(faces);
  return [insert];
}

/** Returns a RAY or XLINE, which have no end, as a LINE that extends out of the drawing (`reach`: drawing units). */
export function endlessLine(source: Ray | XLine, from: Point3, both: boolean, reach: number): Entity[] {
  const direction = unit(plain(source.direction), { x: 1, y: 0, z: 0 });
  const line = new Line(xyz(both ? plus(from, direction, -reach) : from), xyz(plus(from, direction, reach)));
  return [likewise(line, source)];
}

/** Returns the frame of an IMAGE at its place. */
export function imageFrame(image: RasterImage): Entity[] {
  const origin = plain(image.insertPoint);
  const right = plus(origin, plain(image.uVector), image.size.x);
  const up = plus(origin, plain(image.vVector), image.size.y);
  const far = plus(right, plus(up, origin, -1));
  return [origin, right, far, up].every(isFinitePoint) ? worldPolylines(image, [origin, right, far, up], true) : [];
}
