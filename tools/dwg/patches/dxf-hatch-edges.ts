import {
  DxfSectionReaderBase,
  type DxfStreamReaderBase,
  EdgeType,
  HatchBoundaryPathEllipse,
  XY,
} from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/* Repairs of how the DXF reader of acad-ts 3.2.0 reads the edges of hatches. */

interface SectionReader {
  readonly _reader: DxfStreamReaderBase;
}

/** The end of an ellipse's major axis got the coordinates of its centre. */
export const hatchEllipses = (): Undo =>
  replaceMethod<(this: SectionReader) => unknown>(
    DxfSectionReaderBase.prototype,
    '_readEdge',
    (original) =>
      function () {
        const isEllipse = this._reader.code === 72 && this._reader.valueAsInt === EdgeType.EllipticArc;
        return isEllipse ? readEllipse(this._reader) : original.call(this);
      },
  );

const RADIANS = Math.PI / 180;

/** From the kind of the edge to the tag behind its last. */
function readEllipse(reader: DxfStreamReaderBase): HatchBoundaryPathEllipse {
  const ellipse = new HatchBoundaryPathEllipse();
  const [center, axis] = [new XY(0, 0), new XY(0, 0)];
  ellipse.center = center;
  ellipse.majorAxisEndPoint = axis;
  for (reader.readNext(); ; reader.readNext()) {
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
        ellipse.minorToMajorRatio = reader.valueAsDouble;
        break;
      case 50:
        ellipse.startAngle = reader.valueAsDouble * RADIANS;
        break;
      case 51:
        ellipse.endAngle = reader.valueAsDouble * RADIANS;
        break;
      case 73:
        ellipse.counterClockWise = reader.valueAsBool;
        break;
      default:
        return ellipse;
    }
  }
}
