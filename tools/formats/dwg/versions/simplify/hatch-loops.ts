import {
  type Hatch,
  HatchBoundaryPathArc,
  type HatchBoundaryPathEdge,
  HatchBoundaryPathEllipse,
  HatchBoundaryPathLine,
  HatchBoundaryPathPolyline,
  HatchBoundaryPathSpline,
} from '@node-projects/acad-ts';
import { arcPoints, bulgePoints, hatchSplinePoints } from '../curves.ts';
import { distance, isFinitePoint, length, type Point3, point } from '../geometry.ts';

/** A straight piece of a boundary, in the plane of the hatch. */
export type Segment = readonly [Point3, Point3];

function polylinePoints(edge: HatchBoundaryPathPolyline): Point3[] {
  // The z of these vertices is their bulge.
  const first = edge.vertices[0];
  if (first === undefined) return [];
  const points = [point(first.x, first.y)];
  edge.vertices.forEach((vertex, index) => {
    const next = edge.vertices[index + 1] ?? first;
    points.push(...bulgePoints(point(vertex.x, vertex.y), point(next.x, next.y), vertex.z));
  });
  return points;
}

/** Angles of a clockwise edge are stored as if seen from below (Autodesk's DXF reference, HATCH boundary data). */
function turned(
  edge: HatchBoundaryPathArc | HatchBoundaryPathEllipse,
  ccw: (start: number, end: number) => Point3[],
): Point3[] {
  return edge.counterClockWise ? ccw(edge.startAngle, edge.endAngle) : ccw(-edge.endAngle, -edge.startAngle).reverse();
}

/** Converts an angle from the major axis, as in edges of hatches, to the parameter of the ellipse, radians. */
const parameterOf = (angle: number, ratio: number): number =>
  ratio > 0 ? Math.atan2(Math.sin(angle) / ratio, Math.cos(angle)) : angle;

function edgePoints(edge: HatchBoundaryPathEdge): Point3[] {
  if (edge instanceof HatchBoundaryPathPolyline) return polylinePoints(edge);
  if (edge instanceof HatchBoundaryPathLine) {
    return [point(edge.start.x, edge.start.y), point(edge.end.x, edge.end.y)];
  }
  if (edge instanceof HatchBoundaryPathArc) {
    const center = point(edge.center.x, edge.center.y);
    return turned(edge, (start, end) => arcPoints(center, point(edge.radius, 0), point(0, edge.radius), start, end));
  }
  if (edge instanceof HatchBoundaryPathEllipse) {
    const center = point(edge.center.x, edge.center.y);
    const major = point(edge.majorAxisEndPoint.x, edge.majorAxisEndPoint.y);
    const minor = point(-major.y * edge.minorToMajorRatio, major.x * edge.minorToMajorRatio);
    const parameter = (angle: number) => parameterOf(angle, edge.minorToMajorRatio);
    return turned(edge, (start, end) => arcPoints(center, major, minor, parameter(start), parameter(end)));
  }
  if (edge instanceof HatchBoundaryPathSpline) return hatchSplinePoints(edge);
  return [];
}

/** Returns the edges of each boundary of a hatch as points, in the plane of the hatch. */
export function boundaryEdges(hatch: Hatch): Point3[][][] {
  return hatch.paths.map((path) => path.edges.map(edgePoints).filter((points) => points.every(isFinitePoint)));
}

/** Returns all straight pieces of these boundaries. */
export function segmentsOf(boundaries: readonly (readonly (readonly Point3[])[])[]): Segment[] {
  return boundaries.flat().flatMap((points) => points.slice(1).map((to, index): Segment => [points[index] ?? to, to]));
}

/** Joins consecutive edges into lines of points; edges that do not meet stay separate lines. */
export function chained(edges: readonly (readonly Point3[])[]): Point3[][] {
  const lines: Point3[][] = [];
  for (const edge of edges) {
    const first = edge[0];
    const last = edge.at(-1);
    if (first === undefined || last === undefined) continue;
    const line = lines.at(-1);
    const end = line?.at(-1);
    const near = 1e-6 * (1 + length(first));
    if (line !== undefined && end !== undefined && distance(end, first) < near) line.push(...edge.slice(1));
    else if (line !== undefined && end !== undefined && distance(end, last) < near) {
      line.push(...[...edge].reverse().slice(1));
    } else lines.push([...edge]);
  }
  return lines;
}
