import {
  PolyfaceMesh,
  PolygonMesh,
  type Polyline,
  Polyline2D,
  Vertex,
  type VertexFaceRecord,
  VertexFlags,
} from '@node-projects/acad-ts';
import { DEGREES, type Space, writeCommon, writeExtrusion, writeSequenceEnd, writeThickness } from './common.ts';
import type { Drawing } from './drawing.ts';
import { writeExtendedData } from './extended-data.ts';

const FLAGS = { space: 8, mesh: 16, polyface: 64 } as const;

/** Returns the flags of a polyline, and additional flags of its vertices. */
function kinds(polyline: Polyline): { flags: number; vertexFlags: number } {
  if (polyline instanceof PolygonMesh) return { flags: FLAGS.mesh, vertexFlags: VertexFlags.PolygonMesh3D };
  if (polyline instanceof PolyfaceMesh) {
    return { flags: FLAGS.polyface, vertexFlags: VertexFlags.PolyfaceMeshVertex | VertexFlags.PolygonMesh3D };
  }
  if (polyline instanceof Polyline2D) return { flags: 0, vertexFlags: 0 };
  return { flags: FLAGS.space, vertexFlags: VertexFlags.PolylineVertex3D };
}

function writeCounts({ out }: Drawing, polyline: Polyline): void {
  if (polyline instanceof PolyfaceMesh) {
    out.number(71, polyline.vertices.length);
    out.number(72, polyline.faces.length);
  } else if (polyline instanceof PolygonMesh) {
    out.number(71, polyline.mVertexCount);
    out.number(72, polyline.nVertexCount);
    if (polyline.mSmoothSurfaceDensity !== 0) out.number(73, polyline.mSmoothSurfaceDensity);
    if (polyline.nSmoothSurfaceDensity !== 0) out.number(74, polyline.nSmoothSurfaceDensity);
  }
  if (polyline.smoothSurface !== 0) out.number(75, polyline.smoothSurface);
}

function writeVertex(drawing: Drawing, polyline: Polyline, vertex: Vertex, vertexFlags: number, space: Space): void {
  const { out } = drawing;
  writeCommon(drawing, 'VERTEX', vertex, space);
  out.point(10, vertex.location);
  if (vertexFlags === 0) {
    if (vertex.startWidth !== polyline.startWidth) out.number(40, vertex.startWidth);
    if (vertex.endWidth !== polyline.endWidth) out.number(41, vertex.endWidth);
    if (vertex.bulge !== 0) out.number(42, vertex.bulge);
    if (vertex.curveTangent !== 0) out.number(50, vertex.curveTangent * DEGREES);
  }
  const flags = vertex.flags | vertexFlags;
  if (flags !== 0) out.number(70, flags);
}

function writeFace(drawing: Drawing, face: VertexFaceRecord, space: Space): void {
  const { out } = drawing;
  writeCommon(drawing, 'VERTEX', face, space);
  out.point(10, { x: 0, y: 0, z: 0 });
  out.number(70, VertexFlags.PolyfaceMeshVertex);
  for (const [index, corner] of [face.index1, face.index2, face.index3, face.index4].entries()) {
    if (corner !== 0) out.number(71 + index, corner);
  }
}

/** Writes a POLYLINE of any kind with its vertices and their end. */
export function writePolyline(drawing: Drawing, polyline: Polyline, space: Space): void {
  const { out } = drawing;
  const { flags, vertexFlags } = kinds(polyline);
  writeCommon(drawing, 'POLYLINE', polyline, space);
  out.number(66, 1);
  out.point(10, { x: 0, y: 0, z: flags === 0 ? polyline.elevation : 0 });
  writeThickness(drawing, polyline.thickness);
  // Flags of other kinds are removed: the class determines the kind.
  const own = polyline.flags & ~(FLAGS.space | FLAGS.mesh | FLAGS.polyface);
  out.number(70, own | flags);
  if (polyline.startWidth !== 0) out.number(40, polyline.startWidth);
  if (polyline.endWidth !== 0) out.number(41, polyline.endWidth);
  writeCounts(drawing, polyline);
  writeExtrusion(drawing, polyline.normal);
  writeExtendedData(drawing, polyline);
  for (const vertex of polyline.vertices) {
    if (vertex instanceof Vertex) writeVertex(drawing, polyline, vertex, vertexFlags, space);
  }
  if (polyline instanceof PolyfaceMesh) for (const face of polyline.faces) writeFace(drawing, face, space);
  writeSequenceEnd(drawing, polyline, space);
}
