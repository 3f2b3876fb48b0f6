import {
  ACadVersion,
  DxfSectionReaderBase,
  DxfSectionWriterBase,
  type DxfStreamReaderBase,
  type Hatch,
  type HatchBoundaryPathEdge,
  HatchBoundaryPathEllipse,
  HatchBoundaryPathSpline,
  type HatchPattern,
  HatchPatternLine,
  XY,
} from '@node-projects/acad-ts';
import type { SectionWriter } from '../dxf-entities/tags.ts';
import { replaceMethod, type Undo } from './replace.ts';

/* Repairs of how acad-ts 3.2.0 reads and writes hatches in DXF files, one function each. */

interface SectionReader {
  readonly _reader: DxfStreamReaderBase;
}

/**
 * acad-ts skips the tag after the last line of a pattern: the number of seed points, and so the points, or the size of a pixel. A count
 * larger than the number of lines adds empty lines.
 */
export const hatchPatterns = (): Undo =>
  replaceMethod<(this: SectionReader, pattern: HatchPattern, count: number) => void>(
    DxfSectionReaderBase.prototype,
    '_readPattern',
    () =>
      function (pattern, count) {
        this._reader.readNext();
        for (let index = 0; index < count && this._reader.code === 53; index++) {
          pattern.lines.push(readPatternLine(this._reader));
        }
      },
  );

/** Reads from the line's angle to the tag after its dashes. */
function readPatternLine(reader: DxfStreamReaderBase): HatchPatternLine {
  const line = new HatchPatternLine();
  const [base, offset] = [new XY(0, 0), new XY(0, 0)];
  line.angle = reader.valueAsAngle;
  line.basePoint = base;
  line.offset = offset;
  for (reader.readNext(); ; reader.readNext()) {
    switch (reader.code) {
      case 43:
        base.x = reader.valueAsDouble;
        break;
      case 44:
        base.y = reader.valueAsDouble;
        break;
      case 45:
        offset.x = reader.valueAsDouble;
        break;
      case 46:
        offset.y = reader.valueAsDouble;
        break;
      case 49:
        line.dashLengths.push(reader.valueAsDouble);
        break;
      case 79:
        break;
      default:
        return line;
    }
  }
}

/** acad-ts does not read how islands are hatched. */
export const hatchStyles = (): Undo =>
  replaceMethod<(this: SectionReader, template: { readonly cadObject: Hatch }, map: unknown) => boolean>(
    DxfSectionReaderBase.prototype,
    'readHatch',
    (original) =>
      function (template, map) {
        if (this._reader.code === 75) template.cadObject.style = this._reader.valueAsShort;
        return original.call(this, template, map);
      },
  );

const ELLIPTIC_ARC = 3;

/** acad-ts replaces each coordinate of an elliptic edge's long axis by one of the centre. */
export const ellipticEdges = (): Undo =>
  replaceMethod<(this: SectionReader) => HatchBoundaryPathEdge | null>(
    DxfSectionReaderBase.prototype,
    '_readEdge',
    (original) =>
      function () {
        const { _reader: reader } = this;
        if (reader.code !== 72 || reader.valueAsInt !== ELLIPTIC_ARC) return original.call(this);
        reader.readNext();
        return readEllipse(reader);
      },
  );

/** Reads from the centre to the tag after the direction. */
function readEllipse(reader: DxfStreamReaderBase): HatchBoundaryPathEllipse {
  const edge = new HatchBoundaryPathEllipse();
  const [center, axis] = [new XY(0, 0), new XY(0, 0)];
  edge.center = center;
  edge.majorAxisEndPoint = axis;
  for (; ; reader.readNext()) {
    switch (reader.code) {
      case 10:
        center.x = reader.valueAsDouble;
        break;
      case 20:
        center.y = reader.valueAsDouble;
        break;
      case 11:
        axis.x = reader.valueAsDouble;
        break;
      case 21:
        axis.y = reader.valueAsDouble;
        break;
      case 40:
        edge.minorToMajorRatio = reader.valueAsDouble;
        break;
      case 50:
        edge.startAngle = reader.valueAsAngle;
        break;
      case 51:
        edge.endAngle = reader.valueAsAngle;
        break;
      case 73:
        edge.counterClockWise = reader.valueAsBool;
        break;
      default:
        return edge;
    }
  }
}

/**
 * acad-ts writes tangents of splines even without the fit points that they belong to. It omits the number of those points if it is 0, and
 * writes it to files before 2010, which have neither (Autodesk's DXF reference, boundary path data).
 */
export const splineEdges = (): Undo =>
  replaceMethod<(this: SectionWriter, edge: HatchBoundaryPathEdge) => void>(
    DxfSectionWriterBase.prototype,
    '_writeBoundaryEdge',
    (original) =>
      function (edge) {
        if (edge instanceof HatchBoundaryPathSpline) writeSpline(this, edge);
        else original.call(this, edge);
      },
  );

function writeSpline({ _writer: tags, version }: SectionWriter, edge: HatchBoundaryPathSpline): void {
  tags.write(72, 4);
  tags.write(94, edge.degree);
  tags.write(73, edge.isRational ? 1 : 0);
  tags.write(74, edge.isPeriodic ? 1 : 0);
  tags.write(95, edge.knots.length);
  tags.write(96, edge.controlPoints.length);
  for (const knot of edge.knots) tags.write(40, knot);
  for (const { x, y, z: weight } of edge.controlPoints) {
    tags.writeVector(10, new XY(x, y));
    if (edge.isRational) tags.write(42, weight);
  }
  if (version < ACadVersion.AC1024) return;
  tags.write(97, edge.fitPoints.length);
  for (const place of edge.fitPoints) tags.writeVector(11, place);
  if (edge.fitPoints.length === 0) return;
  tags.writeVector(12, edge.startTangent);
  tags.writeVector(13, edge.endTangent);
}
