import {
  PolyfaceMesh,
  PolygonMesh,
  type Polyline,
  Polyline2D,
  PolylineFlags,
  Vertex,
  VertexFlags,
} from '@node-projects/acad-ts';
import { bulgePoints } from '../versions/curves.ts';
import { distance, length, type Point3, plain, plus, point, unit } from '../versions/geometry.ts';
import { type Affine, placed, planeOf, within } from './affine.ts';
import { bulgePieces } from './curves.ts';
import { flat, type Path, type Pen, type Piece, type Shape, straight } from './shapes.ts';

/** Returns the vertices that are drawn, without those of a frame that only controls a curve. */
const drawn = (polyline: Polyline): Vertex[] =>
  [...polyline.vertices].filter(
    (vertex): vertex is Vertex =>
      vertex instanceof Vertex && (vertex.flags & VertexFlags.SplineFrameControlPoint) === 0,
  );

/** Returns the shapes of a POLYLINE of any kind. */
export function polylineShapes(polyline: Polyline, to: Affine, pen: Pen): Shape[] {
  const lines = (paths: readonly (Path | null)[]): Shape[] =>
    paths.flatMap((path) => (path === null ? [] : [{ kind: 'line', path, pen } as const]));
  if (polyline instanceof PolyfaceMesh) return lines(faceEdges(polyline, to));
  if (polyline instanceof PolygonMesh) return lines(meshLines(polyline, to));
  const vertices = drawn(polyline);
  if (!(polyline instanceof Polyline2D)) {
    return lines([
      straight(
        vertices.map((vertex) => placed(to, plain(vertex.location))),
        polyline.isClosed,
      ),
    ]);
  }
  return flatPolyline(polyline, vertices, within(to, planeOf(plain(polyline.normal))), pen);
}

/** A corner with the bulge and widths of the segment after it. */
interface Corner {
  readonly at: Point3;
  readonly bulge: number;
  readonly from: number;
  readonly to: number;
}

function flatPolyline(polyline: Polyline, vertices: readonly Vertex[], plane: Affine, pen: Pen): Shape[] {
  const corners = vertices.map(({ location, bulge, startWidth, endWidth }): Corner => {
    const at = point(location.x, location.y, polyline.elevation);
    return { at, bulge, from: startWidth || polyline.startWidth, to: endWidth || polyline.endWidth };
  });
  const [first] = corners;
  if (first === undefined || corners.length < 2) return [];
  const segments = corners.slice(0, polyline.isClosed ? undefined : -1).map((corner, index) => {
    const next = corners[index + 1] ?? first;
    return { ...corner, end: next.at };
  });
  const width = first.from;
  if (segments.every(({ from, to }) => from === width && to === width)) {
    const pieces = segments.flatMap(({ at, end, bulge }) => bulgePieces(plane, at, end, bulge));
    const path = { start: flat(placed(plane, first.at)), pieces, closed: polyline.isClosed };
    return [{ kind: 'line', path, pen: width > 0 ? { ...wide(pen), units: width * scaleOf(plane) } : pen }];
  }
  const paths = segments.flatMap((segment) => strip(segment, plane) ?? []);
  return [
    { kind: 'area', paths, look: pen },
    ...segments
      .filter(({ from, to }) => from === 0 && to === 0)
      .map(({ at, end, bulge }): Shape => {
        const path = { start: flat(placed(plane, at)), pieces: bulgePieces(plane, at, end, bulge), closed: false };
        return { kind: 'line', path, pen };
      }),
  ];
}

function wide(pen: Pen): Omit<Pen, 'millimetres'> {
  const { color, opacity, dashes } = pen;
  return { color, opacity, dashes };
}

/** Returns the factor by which a plane enlarges its content. */
const scaleOf = ({ x, y }: Affine): number => Math.sqrt(Math.abs(x.x * y.y - x.y * y.x));

/** Returns a segment of varying width as its outline; null if it has no width. */
function strip({ at, end, bulge, from, to }: Corner & { readonly end: Point3 }, plane: Affine): Path | null {
  if ((from === 0 && to === 0) || distance(at, end) === 0) return null;
  const middle = [at, ...bulgePoints(at, end, bulge)];
  const sides = [1, -1].map((side) =>
    middle.map((p, index) => {
      const along = unit(plus(middle[index + 1] ?? p, middle[index - 1] ?? p, -1), point(1, 0));
      const half = (from + ((to - from) * index) / (middle.length - 1)) / 2;
      return placed(plane, plus(p, point(-along.y, along.x), side * half));
    }),
  );
  return straight([...(sides[0] ?? []), ...(sides[1] ?? []).reverse()], true);
}

/** Returns the rows and columns of a mesh, as far as their vertices exist. */
function meshLines(mesh: PolygonMesh, to: Affine): (Path | null)[] {
  const [rows, columns] = [mesh.mVertexCount, mesh.nVertexCount];
  const points = drawn(mesh).map((vertex) => placed(to, plain(vertex.location)));
  if (!(rows > 0) || !(columns > 0) || rows * columns !== points.length) return [straight(points)];
  const closedAcross = (mesh.flags & PolylineFlags.ClosedPolygonMeshInN) !== 0;
  const at = (row: number, column: number) => points[row * columns + column] ?? point(0, 0);
  return [
    ...indices(rows).map((row) =>
      straight(
        indices(columns).map((column) => at(row, column)),
        closedAcross,
      ),
    ),
    ...indices(columns).map((column) =>
      straight(
        indices(rows).map((row) => at(row, column)),
        mesh.isClosed,
      ),
    ),
  ];
}

const indices = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Returns the edges of the faces; edges with a negative number are invisible. */
function faceEdges(mesh: PolyfaceMesh, to: Affine): Path[] {
  const points = drawn(mesh).map((vertex) => placed(to, plain(vertex.location)));
  return mesh.faces.flatMap(({ index1, index2, index3, index4 }) => {
    const corners = [index1, index2, index3, index4].filter((index) => index !== 0);
    return corners.flatMap((corner, index): Path[] => {
      const [from, end] = [points[Math.abs(corner) - 1], points[Math.abs(corners[index + 1] ?? corners[0] ?? 0) - 1]];
      if (corner < 0 || from === undefined || end === undefined || length(plus(end, from, -1)) === 0) return [];
      const pieces: Piece[] = [{ to: flat(end) }];
      return [{ start: flat(from), pieces, closed: false }];
    });
  });
}
