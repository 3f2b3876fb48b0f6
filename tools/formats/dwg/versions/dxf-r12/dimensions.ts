import {
  type Dimension,
  DimensionAligned,
  DimensionAngular2Line,
  DimensionAngular3Pt,
  DimensionDiameter,
  DimensionLinear,
  DimensionOrdinate,
  DimensionRadius,
} from '@node-projects/acad-ts';
import { DEGREES, writeExtrusion } from './common.ts';
import { blockName, type Drawing } from './drawing.ts';
import { asR12Text } from './names.ts';

/** Flags of dimensions in R12: the kind, 64: ordinate along x, 128: text was moved. 32 (its own block) came later. */
const FLAGS_OF_R12 = 7 | 64 | 128;

function writePoints({ out }: Drawing, dimension: Dimension): void {
  if (dimension instanceof DimensionAligned) {
    out.point(13, dimension.firstPoint);
    out.point(14, dimension.secondPoint);
    if (dimension instanceof DimensionLinear && dimension.rotation !== 0) out.number(50, dimension.rotation * DEGREES);
    if (dimension.extLineRotation !== 0) out.number(52, dimension.extLineRotation * DEGREES);
  } else if (dimension instanceof DimensionAngular2Line) {
    out.point(13, dimension.firstPoint);
    out.point(14, dimension.secondPoint);
    out.point(15, dimension.angleVertex);
    out.point(16, dimension.dimensionArc);
  } else if (dimension instanceof DimensionAngular3Pt) {
    out.point(13, dimension.firstPoint);
    out.point(14, dimension.secondPoint);
    out.point(15, dimension.angleVertex);
  } else if (dimension instanceof DimensionRadius || dimension instanceof DimensionDiameter) {
    out.point(15, dimension.angleVertex);
    out.number(40, dimension.leaderLength);
  } else if (dimension instanceof DimensionOrdinate) {
    out.point(13, dimension.featureLocation);
    out.point(14, dimension.leaderEndpoint);
  }
}

/** Writes the groups of a DIMENSION after the common ones. */
export function writeDimension(drawing: Drawing, dimension: Dimension): void {
  const { names, out } = drawing;
  if (dimension.block !== null) out.text(2, blockName(drawing, dimension.block));
  out.text(3, names.dimensionStyles.of(dimension.style.name));
  out.point(10, dimension.definitionPoint);
  out.point(11, dimension.textMiddlePoint);
  out.number(70, dimension.flags & FLAGS_OF_R12);
  if (dimension.text !== '') out.text(1, asR12Text(dimension.text).slice(0, 255));
  if (dimension.textRotation !== 0) out.number(53, dimension.textRotation * DEGREES);
  if (dimension.horizontalDirection !== 0) out.number(51, dimension.horizontalDirection * DEGREES);
  writePoints(drawing, dimension);
  writeExtrusion(drawing, dimension.normal);
}
