import {
  ACadVersion,
  CadEntityTemplate,
  CadPolyLineTemplate,
  CadVertexTemplate,
  DxfClassMap,
  type DxfMap,
  DxfSectionReaderBase,
  type DxfStreamReaderBase,
  type Entity,
  PolyfaceMesh,
  PolygonMesh,
  PolygonMeshVertex,
  type Polyline,
  Polyline2D,
  Polyline3D,
  PolylineFlags,
  Seqend,
  type Vertex,
  Vertex2D,
  Vertex3D,
  VertexFaceMesh,
  VertexFaceRecord,
  VertexFlags,
} from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/* Repairs of how the DXF reader of acad-ts 3.2.0 reads POLYLINE, one function each. */

type ReadCode<Template> = (template: Template, map: DxfMap) => boolean;

interface SectionReader {
  readonly _reader: DxfStreamReaderBase;
  readonly _builder: { readonly version: ACadVersion; addTemplate(template: CadEntityTemplate): void };
  readEntityCodes<Template>(template: Template, read: ReadCode<Template>, type: abstract new () => Entity): Template;
  _readLegacyPolyline(): CadPolyLineTemplate;
  _readPolylineCodes(template: CadPolyLineTemplate, map: DxfMap): boolean;
  _readVertex(template: CadVertexTemplate, map: DxfMap): boolean;
  _readEntitySubclassMap: ReadCode<CadEntityTemplate>;
}

/** A protected method of acad-ts; it needs the builder only for messages. */
interface VertexOwner {
  addVertices(builder: unknown, ...vertices: Vertex[]): void;
}

/** Groups 71 to 74: sizes of a mesh, or the corners of a face as vertex numbers. */
type Numbers = [first: number, second: number, third: number, fourth: number];

const FIRST_NUMBER = 71;

/** Stores the value if the reader is at one of the groups. */
function takeNumber(reader: DxfStreamReaderBase, numbers: Numbers): boolean {
  const at = reader.code - FIRST_NUMBER;
  if (at < 0 || at >= numbers.length) return false;
  numbers[at] = reader.valueAsShort;
  return true;
}

/**
 * acad-ts discards POLYLINEs before R12, and turns their vertices into entities: it looks for the subclasses that entities have since R13
 * (Autodesk's DXF reference, group 100).
 */
export const oldestPolylines = (): Undo =>
  replaceMethod<(this: SectionReader) => CadPolyLineTemplate | null>(
    DxfSectionReaderBase.prototype,
    '_readPolyline',
    (original) =>
      function () {
        return this._builder.version < ACadVersion.AC1012 ? this._readLegacyPolyline() : original.call(this);
      },
  );

/**
 * acad-ts reads neither flags, widths, elevation nor extrusion of POLYLINEs before R13, so that closed ones are open; 3D polylines and
 * meshes become flat polylines, and faces become vertices at the origin. Flags determine their kind (Autodesk's DXF reference, POLYLINE and
 * VERTEX).
 */
export const oldPolylines = (): Undo =>
  replaceMethod<(this: SectionReader) => CadPolyLineTemplate>(
    DxfSectionReaderBase.prototype,
    '_readLegacyPolyline',
    () =>
      function () {
        const template = readHead(this);
        while (isAt(this._reader, 'VERTEX')) addVertex(this, template, readVertex(this, template.cadObject));
        while (isAt(this._reader, 'SEQEND')) {
          const seqend = new Seqend();
          this.readEntityCodes(new CadEntityTemplate(seqend), this._readEntitySubclassMap.bind(this), Seqend);
          if (!isPolyline(template.cadObject)) continue;
          seqend.owner = template.cadObject;
          template.cadObject.vertices.seqend = seqend;
        }
        return template;
      },
  );

const isAt = (reader: DxfStreamReaderBase, name: string): boolean => reader.code === 0 && reader.valueAsString === name;

function isPolyline(object: unknown): object is Polyline {
  return [Polyline2D, Polyline3D, PolygonMesh, PolyfaceMesh].some((type) => object instanceof type);
}

/** Reads everything before the first vertex, into the right kind of polyline. */
function readHead(section: SectionReader): CadPolyLineTemplate {
  const flat = new Polyline2D();
  const template = new CadPolyLineTemplate();
  template.setPolyLineObject(flat);
  const numbers: Numbers = [0, 0, 0, 0];
  // Includes the properties that all kinds have.
  const properties = DxfClassMap.create(Polyline2D);
  const read: ReadCode<CadPolyLineTemplate> = (each, map) => {
    map.subClasses.set(flat.subclassMarker, properties);
    return takeNumber(section._reader, numbers) || section._readPolylineCodes(each, map);
  };
  section.readEntityCodes(template, read, Polyline2D);
  const polyline = kindOf(flat.flags, numbers);
  if (polyline === null) return template;
  template.setPolyLineObject(polyline);
  const { flags, elevation, thickness, normal, smoothSurface } = flat;
  Object.assign(polyline, { flags, elevation, thickness, normal, smoothSurface });
  return template;
}

/** Returns null for a flat polyline. */
function kindOf(flags: number, [m, n, mDensity, nDensity]: Numbers): Polyline | null {
  if ((flags & PolylineFlags.PolyfaceMesh) !== 0) return new PolyfaceMesh();
  if ((flags & PolylineFlags.PolygonMesh) !== 0) {
    const sizes = {
      mVertexCount: m,
      nVertexCount: n,
      mSmoothSurfaceDensity: mDensity,
      nSmoothSurfaceDensity: nDensity,
    };
    return Object.assign(new PolygonMesh(), sizes);
  }
  return (flags & PolylineFlags.Polyline3D) !== 0 ? new Polyline3D() : null;
}

function readVertex(section: SectionReader, polyline: unknown): CadVertexTemplate {
  const template = new CadVertexTemplate(new Vertex2D());
  takeWidths(template.vertex, polyline);
  const corners: Numbers = [0, 0, 0, 0];
  const read: ReadCode<CadVertexTemplate> = (each, map) =>
    takeNumber(section._reader, corners) || section._readVertex(each, map);
  section.readEntityCodes(template, read, Vertex2D);
  const vertex = vertexFor(polyline, template.vertex.flags, corners);
  if (vertex !== null) template.setVertexObject(vertex);
  return template;
}

/** Returns null for a vertex of a flat polyline. */
function vertexFor(polyline: unknown, flags: number, corners: Numbers): Vertex | null {
  if (polyline instanceof Polyline3D) return new Vertex3D();
  if (polyline instanceof PolygonMesh) return new PolygonMeshVertex();
  if (!(polyline instanceof PolyfaceMesh)) return null;
  // A face is a vertex of the polyface mesh but not of a polygon mesh.
  const isPlace = (flags & VertexFlags.PolygonMesh3D) !== 0;
  if (isPlace) return new VertexFaceMesh();
  const [index1, index2, index3, index4] = corners;
  return Object.assign(new VertexFaceRecord(), { index1, index2, index3, index4 });
}

/** Entities before R13 may have no handles by which vertices could be found. */
function addVertex(section: SectionReader, template: CadPolyLineTemplate, read: CadVertexTemplate): void {
  const { vertex } = read;
  if (vertex.handle === 0) {
    (template as unknown as VertexOwner).addVertices(section._builder, vertex);
  } else {
    template.ownedObjectsHandlers.add(vertex.handle);
    section._builder.addTemplate(read);
  }
}

/** Current polyline of a section. */
const polylineOf = new WeakMap<object, CadPolyLineTemplate>();

/** Vertices without a width get that of their polyline (Autodesk's DXF reference, POLYLINE); acad-ts gives them none. */
export const vertexWidths = (): Undo => {
  const undo = [
    replaceMethod<(this: SectionReader, template: CadPolyLineTemplate, map: DxfMap) => boolean>(
      DxfSectionReaderBase.prototype,
      '_readPolylineCodes',
      (original) =>
        function (template, map) {
          polylineOf.set(this, template);
          return original.call(this, template, map);
        },
    ),
    replaceMethod<(this: SectionReader, template: CadVertexTemplate, map: DxfMap) => boolean>(
      DxfSectionReaderBase.prototype,
      '_readVertex',
      (original) =>
        function (template, map) {
          const before = template.vertex;
          const isRead = original.call(this, template, map);
          // The name of its class replaces the vertex before any of its other groups is read.
          if (template.vertex !== before) takeWidths(template.vertex, polylineOf.get(this)?.cadObject);
          return isRead;
        },
    ),
  ];
  return () => {
    for (const each of undo) each();
  };
};

function takeWidths(vertex: Vertex, polyline: unknown): void {
  if (!(polyline instanceof Polyline2D && vertex instanceof Vertex2D)) return;
  vertex.startWidth = polyline.startWidth;
  vertex.endWidth = polyline.endWidth;
}
