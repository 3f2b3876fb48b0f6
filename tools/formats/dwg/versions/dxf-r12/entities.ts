import {
  Arc,
  AttributeBase,
  AttributeDefinition,
  Circle,
  Dimension,
  type Entity,
  Face3D,
  Insert,
  Line,
  Point,
  Polyline,
  Solid,
  TextEntity,
  TextHorizontalAlignment,
  TextMirrorFlag,
  Viewport,
} from '@node-projects/acad-ts';
import { DEGREES, type Space, writeCommon, writeExtrusion, writeSequenceEnd, writeThickness } from './common.ts';
import { writeDimension } from './dimensions.ts';
import { blockName, type Drawing } from './drawing.ts';
import { writeExtendedData } from './extended-data.ts';
import { asR12Text } from './names.ts';
import { writePolyline } from './polylines.ts';
import { writeViewport } from './viewports.ts';

function writeTextBody(drawing: Drawing, text: TextEntity, verticalCode: 73 | 74): void {
  const { names, out } = drawing;
  writeThickness(drawing, text.thickness);
  out.point(10, text.insertPoint);
  out.number(40, text.height > 0 ? text.height : 1);
  out.text(1, asR12Text(text.value));
  if (text.rotation !== 0) out.number(50, text.rotation * DEGREES);
  if (text.widthFactor !== 1 && text.widthFactor > 0) out.number(41, text.widthFactor);
  if (text.obliqueAngle !== 0) out.number(51, text.obliqueAngle * DEGREES);
  out.text(7, names.textStyles.of(text.style.name));
  const mirror = text.mirror & (TextMirrorFlag.Backward | TextMirrorFlag.UpsideDown);
  if (mirror !== 0) out.number(71, mirror);
  if (text.horizontalAlignment !== 0) out.number(72, text.horizontalAlignment);
  if (text.verticalAlignment !== 0) out.number(verticalCode, text.verticalAlignment);
  if (text.horizontalAlignment !== TextHorizontalAlignment.Left || text.verticalAlignment !== 0) {
    // The DXF reader leaves it unset if an aligned text has none.
    out.point(11, text.alignmentPoint ?? text.insertPoint);
  }
  writeExtrusion(drawing, text.normal);
}

/** Returns a tag without spaces and, for R12, with at most 31 letters. */
function tag(attribute: AttributeBase): string {
  const text = asR12Text(attribute.tag).toUpperCase().replace(/\s/g, '_').slice(0, 31);
  return text === '' ? '_' : text;
}

function writeAttribute(drawing: Drawing, attribute: AttributeBase): void {
  const { out } = drawing;
  writeTextBody(drawing, attribute, 74);
  if (attribute instanceof AttributeDefinition) out.text(3, asR12Text(attribute.prompt).slice(0, 255));
  out.text(2, tag(attribute));
  // Invisible, constant, verified, preset: R12 has no others.
  out.number(70, attribute.flags & 15);
}

function writeInsert(drawing: Drawing, insert: Insert, space: Space): void {
  const { out } = drawing;
  if (insert.block === null) return;
  // The DXF reader includes their SEQEND.
  const attributes = [...insert.attributes].filter((attribute) => attribute instanceof AttributeBase);
  writeCommon(drawing, 'INSERT', insert, space);
  if (attributes.length > 0) out.number(66, 1);
  out.text(2, blockName(drawing, insert.block));
  out.point(10, insert.insertPoint);
  if (insert.xScale !== 1) out.number(41, insert.xScale);
  if (insert.yScale !== 1) out.number(42, insert.yScale);
  if (insert.zScale !== 1) out.number(43, insert.zScale);
  if (insert.rotation !== 0) out.number(50, insert.rotation * DEGREES);
  if (insert.isMultiple) {
    out.number(70, insert.columnCount);
    out.number(71, insert.rowCount);
    out.number(44, insert.columnSpacing);
    out.number(45, insert.rowSpacing);
  }
  writeExtrusion(drawing, insert.normal);
  writeExtendedData(drawing, insert);
  for (const attribute of attributes) {
    writeCommon(drawing, 'ATTRIB', attribute, space);
    writeAttribute(drawing, attribute);
    writeExtendedData(drawing, attribute);
  }
  if (attributes.length > 0) writeSequenceEnd(drawing, insert, space);
}

function writeSimple(drawing: Drawing, entity: Entity): boolean {
  const { out } = drawing;
  if (entity instanceof Line) {
    out.point(10, entity.startPoint);
    out.point(11, entity.endPoint);
    writeThickness(drawing, entity.thickness);
    writeExtrusion(drawing, entity.normal);
  } else if (entity instanceof Point) {
    out.point(10, entity.location);
    writeThickness(drawing, entity.thickness);
    if (entity.rotation !== 0) out.number(50, entity.rotation * DEGREES);
    writeExtrusion(drawing, entity.normal);
  } else if (entity instanceof Circle) {
    out.point(10, entity.center);
    out.number(40, entity.radius);
    writeThickness(drawing, entity.thickness);
    if (entity instanceof Arc) {
      out.number(50, entity.startAngle * DEGREES);
      out.number(51, entity.endAngle * DEGREES);
    }
    writeExtrusion(drawing, entity.normal);
  } else if (entity instanceof Solid || entity instanceof Face3D) {
    out.point(10, entity.firstCorner);
    out.point(11, entity.secondCorner);
    out.point(12, entity.thirdCorner);
    out.point(13, entity.fourthCorner);
    if (entity instanceof Face3D) {
      if (entity.flags !== 0) out.number(70, entity.flags);
    } else {
      writeThickness(drawing, entity.thickness);
      writeExtrusion(drawing, entity.normal);
    }
  } else return false;
  return true;
}

/** Entities that are written under their own DXF name by `writeSimple`. */
const SIMPLE = [Line, Point, Circle, Solid, Face3D];

/** Writes an entity that R12 supports; returns false for others. */
export function writeEntity(drawing: Drawing, entity: Entity, space: Space): boolean {
  if (entity instanceof Insert) writeInsert(drawing, entity, space);
  else if (entity instanceof Polyline) writePolyline(drawing, entity, space);
  else if (entity instanceof Viewport) writeViewport(drawing, entity, space);
  else if (entity instanceof Dimension) {
    writeCommon(drawing, 'DIMENSION', entity, space);
    writeDimension(drawing, entity);
    writeExtendedData(drawing, entity);
  } else if (entity instanceof AttributeBase) {
    writeCommon(drawing, entity.objectName, entity, space);
    writeAttribute(drawing, entity);
    writeExtendedData(drawing, entity);
  } else if (entity instanceof TextEntity) {
    writeCommon(drawing, 'TEXT', entity, space);
    writeTextBody(drawing, entity, 73);
    writeExtendedData(drawing, entity);
  } else if (SIMPLE.some((type) => entity instanceof type)) {
    writeCommon(drawing, entity.objectName, entity, space);
    writeSimple(drawing, entity);
    writeExtendedData(drawing, entity);
  } else return false;
  return true;
}
