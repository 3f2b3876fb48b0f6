import {
  AttachmentPointType,
  type Dimension,
  DimensionAligned,
  DimensionDiameter,
  DimensionLinear,
  DimensionRadius,
  type Entity,
  Line,
  MText,
  Solid,
} from '@node-projects/acad-ts';
import { cross, distance, dot, type Point3, plain, plus, point, unit } from '../versions/geometry.ts';
import { likewise, xyz } from '../versions/simplify/common.ts';

/** Sizes of a dimension's parts, drawing units. */
interface Sizes {
  readonly arrow: number;
  readonly text: number;
  readonly gap: number;
  /** Distance of an extension line from the measured point, and its length beyond the dimension line. */
  readonly offset: number;
  readonly extension: number;
}

/** Length of an arrowhead, as a multiple of half its width. */
const SLIM = 6;

/**
 * Returns the lines, arrowheads and text of a dimension without its own block, by its style; null for kinds other than linear and aligned
 * dimensions, radii and diameters.
 */
export function dimensionEntities(dimension: Dimension): Entity[] | null {
  const style = dimension.getActiveDimensionStyle();
  const scale = style.scaleFactor > 0 ? style.scaleFactor : 1;
  const sizes = {
    arrow: style.arrowSize * scale,
    text: style.textHeight * scale,
    gap: Math.abs(style.dimensionLineGap) * scale,
    offset: style.extensionLineOffset * scale,
    extension: style.extensionLineExtension * scale,
  };
  if (dimension instanceof DimensionAligned) return linear(dimension, sizes);
  if (dimension instanceof DimensionRadius) {
    const [center, onCircle] = [plain(dimension.definitionPoint), plain(dimension.angleVertex)];
    return measured(dimension, center, onCircle, sizes, [onCircle]);
  }
  if (dimension instanceof DimensionDiameter) {
    const [one, other] = [plain(dimension.definitionPoint), plain(dimension.angleVertex)];
    return measured(dimension, one, other, sizes, [one, other]);
  }
  return null;
}

function linear(dimension: DimensionAligned, sizes: Sizes): Entity[] {
  const [first, second] = [plain(dimension.firstPoint), plain(dimension.secondPoint)];
  const along =
    dimension instanceof DimensionLinear
      ? point(Math.cos(dimension.rotation), Math.sin(dimension.rotation))
      : unit(plus(second, first, -1), point(1, 0));
  const through = plain(dimension.definitionPoint);
  const onLine = (p: Point3) => plus(through, along, dot(plus(p, through, -1), along));
  const [from, to] = [onLine(first), onLine(second)];
  const witness = (measuredAt: Point3, end: Point3): Entity[] => {
    const way = unit(plus(end, measuredAt, -1), point(0, 0));
    return line(dimension, plus(measuredAt, way, sizes.offset), plus(end, way, sizes.extension));
  };
  return [...witness(first, from), ...witness(second, to), ...measured(dimension, from, to, sizes, [from, to])];
}

/** Returns a line between two points, with arrowheads at `tips`, and the text above its middle or where it was put. */
function measured(dimension: Dimension, from: Point3, to: Point3, sizes: Sizes, tips: readonly Point3[]): Entity[] {
  const middle = plus(from, plus(to, from, -1), 0.5);
  const arrows = tips.flatMap((tip) => arrowhead(dimension, tip, middle, sizes.arrow));
  return [...line(dimension, from, to), ...arrows, text(dimension, from, to, middle, sizes)];
}

function line(source: Dimension, from: Point3, to: Point3): Entity[] {
  return distance(from, to) > 0 ? [likewise(new Line(xyz(from), xyz(to)), source)] : [];
}

function arrowhead(source: Dimension, tip: Point3, inside: Point3, size: number): Entity[] {
  if (!(size > 0) || distance(tip, inside) === 0) return [];
  const back = unit(plus(inside, tip, -1));
  const side = unit(cross(plain(source.normal), back), point(0, 1));
  const base = plus(tip, back, size);
  const solid = likewise(new Solid(), source);
  solid.firstCorner = xyz(tip);
  solid.secondCorner = xyz(plus(base, side, size / SLIM));
  solid.thirdCorner = xyz(plus(base, side, -size / SLIM));
  solid.fourthCorner = solid.thirdCorner;
  return [solid];
}

function text(dimension: Dimension, from: Point3, to: Point3, middle: Point3, { text: height, gap }: Sizes): MText {
  const way = unit(plus(to, from, -1), point(1, 0));
  // Text is read from below or from the right.
  const along = way.x < -1e-9 || (Math.abs(way.x) <= 1e-9 && way.y < 0) ? point(-way.x, -way.y, -way.z) : way;
  const up = unit(cross(plain(dimension.normal), along), point(0, 1));
  const mtext = likewise(new MText(dimension.getMeasurementText()), dimension);
  mtext.height = height > 0 ? height : 1;
  mtext.attachmentPoint = AttachmentPointType.MiddleCenter;
  mtext.alignmentPoint = xyz(along);
  mtext.normal = dimension.normal;
  const given = plain(dimension.textMiddlePoint);
  const isGiven = dimension.isTextUserDefinedLocation && distance(given, point(0, 0)) > 0;
  mtext.insertPoint = xyz(isGiven ? given : plus(middle, up, gap + mtext.height / 2));
  return mtext;
}
