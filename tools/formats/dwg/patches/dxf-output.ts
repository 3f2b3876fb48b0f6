import {
  ACadVersion,
  type AttributeBase,
  type CadWipeoutBase,
  type DimensionAligned,
  type DimensionLinear,
  type DxfClassMap,
  DxfSectionWriterBase,
  DxfStreamWriterBase,
  type Entity,
  type Hatch,
  type Mesh,
  type ModelerGeometry,
  type MText,
  type MultiLeader,
  type Polyline,
  Seqend,
  type Spline,
  type TextEntity,
  Transparency,
  type Vertex,
  type Viewport,
  XY,
  XYZ,
} from '@node-projects/acad-ts';
import { isAttribute, writeAttribute } from '../dxf-entities/attributes.ts';
import { writeLinear, writeTextBackground } from '../dxf-entities/dimensions.ts';
import { writeImage } from '../dxf-entities/images.ts';
import { writeMultiLeader } from '../dxf-entities/multileader.ts';
import {
  polylineParts,
  withTextVersion,
  writeMesh,
  writePolylineHead,
  writeVertexBody,
} from '../dxf-entities/surfaces.ts';
import { degrees, type SectionWriter, type Tags } from '../dxf-entities/tags.ts';
import { writeViewport } from '../dxf-entities/viewport.ts';
import { replaceMethod, type Undo } from './replace.ts';

/*
 * Repairs of the DXF writer of acad-ts 3.2.0, one function each. The comment of each describes the error, and
 * test/tools/formats/dwg/patches.detail.ts demonstrates it.
 */

const SECTION = DxfSectionWriterBase.prototype;
type Writes<Item> = (this: SectionWriter, item: Item, map: unknown) => void;

/** Replaces the writer of one type of entity. */
function replaceWriter<Item>(name: string, write: (section: SectionWriter, item: Item) => void): Undo {
  return replaceMethod<Writes<Item>>(
    SECTION,
    name,
    () =>
      function (item) {
        write(this, item);
      },
  );
}

/** acad-ts writes points given to `write` as the text `[object Object]` (UCS of viewports and header variables). */
export const pointsAsPoints = (): Undo =>
  replaceMethod<(this: Tags, code: number, value: unknown, map?: DxfClassMap | null) => void>(
    DxfStreamWriterBase.prototype,
    'write',
    (original) =>
      function (code, value, map) {
        if (value instanceof XYZ || value instanceof XY) this.writeVector(code, value, map);
        else original.call(this, code, value, map);
      },
  );

/** acad-ts writes ATTDEF and ATTRIB as texts, without tag, prompt and flags. */
export const attributes = (): Undo =>
  replaceMethod<Writes<TextEntity>>(
    SECTION,
    '_writeTextEntity',
    (original) =>
      function (text, map) {
        if (isAttribute(text)) writeAttribute(this, text satisfies AttributeBase);
        else original.call(this, text, map);
      },
  );

/** acad-ts converts the twist of a viewport to degrees twice, omits half of its properties, and misplaces its number. */
export const viewports = (): Undo => replaceWriter<Viewport>('_writeViewport', writeViewport);

/** acad-ts writes a multileader under the name of the leader's part, and without most of its properties. */
export const multiLeaders = (): Undo => replaceWriter<MultiLeader>('_writeMultiLeader', writeMultiLeader);

/** acad-ts writes the level of subdivision in place of the version, and 0 in its own place. */
export const meshes = (): Undo => replaceWriter<Mesh>('_writeMesh', writeMesh);

/** acad-ts writes wipeouts under the name of the image's part, with open polygons. */
export const images = (): Undo => replaceWriter<CadWipeoutBase>('_writeCadImage', writeImage);

interface PolylineWriter extends SectionWriter {
  writeCommonObjectData(vertex: Vertex): void;
  writeCommonEntityData(vertex: Vertex): void;
  _writeSeqend(seqend: unknown, map: unknown): void;
}

/**
 * acad-ts omits the elevation, thickness, widths, smoothing and mesh size (m and n, or vertices and faces) of polylines, and all faces of
 * polyface meshes; it writes the angle of a vertex in radians.
 */
export const polylines = (): Undo =>
  replaceMethod<(this: PolylineWriter, polyline: Polyline, map: unknown) => void>(
    SECTION,
    '_writePolyline',
    () =>
      function (polyline, map) {
        writePolylineHead(this, polyline);
        for (const vertex of polylineParts(polyline)) {
          this._writer.write(0, 'VERTEX');
          this.writeCommonObjectData(vertex);
          this.writeCommonEntityData(vertex);
          writeVertexBody(this, vertex);
        }
        this._writeSeqend(polyline.vertices.seqend, map);
      },
  );

interface EntityWriter extends SectionWriter {
  _writeSeqend(seqend: Seqend, map: unknown): void;
}

/** acad-ts writes the end of attributes twice. */
export const seqends = (): Undo =>
  replaceMethod<(this: EntityWriter, entity: Entity) => void>(
    SECTION,
    'writeEntity',
    (original) =>
      function (entity) {
        if (entity instanceof Seqend) this._writeSeqend(entity, null);
        else original.call(this, entity);
      },
  );

interface DimensionWriter extends SectionWriter {
  _writeDimensionAligned(dimension: DimensionAligned, map: unknown): void;
}

/** acad-ts writes the part that a linear dimension shares with an aligned one twice, and its angle after the end of that part. */
export const linearDimensions = (): Undo =>
  replaceMethod<(this: DimensionWriter, dimension: DimensionLinear, map: unknown) => void>(
    SECTION,
    '_writeDimensionLinear',
    () =>
      function (dimension) {
        writeLinear(this, dimension);
      },
  );

/** acad-ts writes the angles of a hatch pattern's lines in radians. */
export const hatchAngles = (): Undo =>
  replaceMethod<Writes<Hatch>>(
    SECTION,
    '_writeHatch',
    (original) =>
      function (hatch, map) {
        const angles = hatch.pattern.lines.map(({ angle }) => angle);
        for (const line of hatch.pattern.lines) line.angle = degrees(line.angle);
        try {
          original.call(this, hatch, map);
        } finally {
          for (const [index, line] of hatch.pattern.lines.entries()) line.angle = angles[index] ?? 0;
        }
      },
  );

/** acad-ts marks ACIS data in text as binary if it was read from a DWG. */
export const solids = (): Undo =>
  replaceMethod<(this: SectionWriter, geometry: ModelerGeometry) => void>(
    SECTION,
    '_writeModelerGeometry',
    (original) =>
      function (geometry) {
        withTextVersion(geometry, () => original.call(this, geometry));
      },
  );

/** acad-ts writes tangents that a spline does not have as vectors without length. */
export const splineTangents = (): Undo =>
  replaceMethod<Writes<Spline>>(
    SECTION,
    '_writeSpline',
    (original) =>
      function (spline, map) {
        const { startTangent, endTangent } = spline;
        // The writer checks whether there are any.
        if (isZero(startTangent)) Reflect.set(spline, 'startTangent', null);
        if (isZero(endTangent)) Reflect.set(spline, 'endTangent', null);
        try {
          original.call(this, spline, map);
        } finally {
          spline.startTangent = startTangent;
          spline.endTangent = endTangent;
        }
      },
  );

const isZero = (vector: XYZ | null): boolean => vector === null || (vector.x === 0 && vector.y === 0 && vector.z === 0);

/** acad-ts writes no true colour for the background of an MTEXT; if its colour is one, it writes the index -1. */
export const textBackgrounds = (): Undo =>
  replaceMethod<Writes<MText>>(
    SECTION,
    '_writeMText',
    (original) =>
      function (text, map) {
        const flags = text.backgroundFillFlags;
        text.backgroundFillFlags = 0;
        try {
          original.call(this, text, map);
        } finally {
          text.backgroundFillFlags = flags;
        }
        if (flags !== 0 && this.version >= ACadVersion.AC1018) writeTextBackground(this._writer, text);
      },
  );

/**
 * acad-ts writes no index next to a true colour, which readers before 2004 need. It writes true colours and transparencies to files before
 * 2004, and lineweights to those before 2000, which do not have these codes.
 */
export const commonProperties = (): Undo =>
  replaceMethod<(this: SectionWriter, entity: Entity) => void>(
    SECTION,
    'writeCommonEntityData',
    () =>
      function (entity) {
        writeCommon(this, entity);
      },
  );

function writeCommon({ _writer: tags, version }: SectionWriter, entity: Entity): void {
  const has2004 = version >= ACadVersion.AC1018;
  const color = entity.bookColor?.color ?? entity.color;
  const layout = entity.owner !== null && 'layout' in entity.owner ? entity.owner.layout : null;
  tags.write(100, 'AcDbEntity');
  if (layout !== null && typeof layout === 'object' && 'isPaperSpace' in layout && layout.isPaperSpace)
    tags.write(67, 1);
  tags.write(8, entity.layer?.name ?? '0');
  tags.write(6, entity.lineType?.name ?? 'ByLayer');
  tags.write(62, color.getApproxIndex());
  if (has2004 && color.isTrueColor) tags.writeTrueColor(420, color);
  if (has2004 && entity.bookColor !== null) tags.write(430, entity.bookColor.name);
  if (has2004 && entity.transparency.value >= 0) tags.write(440, Transparency.toAlphaValue(entity.transparency));
  tags.write(48, entity.lineTypeScale);
  tags.write(60, entity.isInvisible ? 1 : 0);
  if (version >= ACadVersion.AC1015) tags.write(370, entity.lineWeight);
}
