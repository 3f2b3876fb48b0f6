import {
  type Mesh,
  type ModelerGeometry,
  PolyfaceMesh,
  PolygonMesh,
  type Polyline,
  Polyline2D,
  Vertex,
  Vertex2D,
  VertexFaceRecord,
} from '@node-projects/acad-ts';
import { degrees, type SectionWriter } from './tags.ts';

/** The version of the MESH entity that AutoCAD has always written. */
const MESH_VERSION = 2;

/** MESH: vertices, faces as counted lists of vertex numbers, edges with their creases. */
export function writeMesh({ _writer: tags }: SectionWriter, mesh: Mesh): void {
  tags.write(100, 'AcDbSubDMesh');
  tags.write(71, MESH_VERSION);
  tags.write(72, mesh.blendCrease);
  tags.write(91, mesh.subdivisionLevel);
  tags.write(92, mesh.vertices.length);
  for (const vertex of mesh.vertices) tags.writeVector(10, vertex);
  tags.write(
    93,
    mesh.faces.reduce((sum, face) => sum + 1 + face.length, 0),
  );
  for (const face of mesh.faces) for (const number of [face.length, ...face]) tags.write(90, number);
  tags.write(94, mesh.edges.length);
  for (const { start, end } of mesh.edges) {
    tags.write(90, start);
    tags.write(90, end);
  }
  tags.write(95, mesh.edges.length);
  for (const { crease } of mesh.edges) tags.write(140, crease ?? 0);
  // No properties of single faces, edges or vertices.
  tags.write(90, 0);
}

/** Writes the head of a POLYLINE of any kind, up to its vertices. */
export function writePolylineHead({ _writer: tags }: SectionWriter, polyline: Polyline): void {
  tags.write(100, polyline.subclassMarker);
  tags.write(66, 1);
  tags.write(10, 0);
  tags.write(20, 0);
  tags.write(30, polyline.elevation);
  tags.write(39, polyline.thickness);
  tags.write(70, polyline.flags);
  if (polyline instanceof Polyline2D) {
    tags.write(40, polyline.startWidth);
    tags.write(41, polyline.endWidth);
  }
  const [m, n] = meshSize(polyline);
  if (m > 0) tags.write(71, m);
  if (n > 0) tags.write(72, n);
  if (polyline instanceof PolygonMesh) {
    tags.write(73, polyline.mSmoothSurfaceDensity);
    tags.write(74, polyline.nSmoothSurfaceDensity);
  }
  tags.write(75, polyline.smoothSurface);
  tags.writeVector(210, polyline.normal);
}

/** Returns rows and columns of a polygon mesh, or the numbers of vertices and faces of a polyface mesh. */
function meshSize(polyline: Polyline): readonly [number, number] {
  if (polyline instanceof PolygonMesh) return [polyline.mVertexCount, polyline.nVertexCount];
  if (polyline instanceof PolyfaceMesh)
    return [[...polyline.vertices].filter((part) => part instanceof Vertex).length, polyline.faces.length];
  return [0, 0];
}

/** Returns the vertices of a polyline as in DXF, where the faces of a polyface mesh are also vertices. */
export function polylineParts(polyline: Polyline): Vertex[] {
  const parts = [...polyline.vertices, ...(polyline instanceof PolyfaceMesh ? polyline.faces : [])];
  return parts.filter((part) => part instanceof Vertex);
}

/** Writes the part of a VERTEX after the common properties, for a polyline of any kind. */
export function writeVertexBody({ _writer: tags }: SectionWriter, vertex: Vertex): void {
  if (vertex instanceof VertexFaceRecord) {
    tags.write(100, 'AcDbFaceRecord');
    tags.writeVector(10, vertex.location);
    tags.write(70, vertex.flags);
    for (const [offset, index] of [vertex.index1, vertex.index2, vertex.index3, vertex.index4].entries()) {
      if (index !== 0) tags.write(71 + offset, index);
    }
    return;
  }
  tags.write(100, 'AcDbVertex');
  tags.write(100, vertex.subclassMarker);
  tags.writeVector(10, vertex.location);
  if (vertex instanceof Vertex2D) {
    tags.write(40, vertex.startWidth);
    tags.write(41, vertex.endWidth);
    tags.write(42, vertex.bulge);
  }
  tags.write(70, vertex.flags);
  if (vertex instanceof Vertex2D) tags.write(50, degrees(vertex.curveTangent));
}

/** The version of ACIS data as text. */
export const ACIS_TEXT_VERSION = 1;

export function withTextVersion(geometry: ModelerGeometry, write: () => void): void {
  const version = geometry.modelerFormatVersion;
  geometry.modelerFormatVersion = ACIS_TEXT_VERSION;
  try {
    write();
  } finally {
    geometry.modelerFormatVersion = version;
  }
}
