import type { Entity } from '@node-projects/acad-ts';
import type { Point3 } from '../geometry.ts';
import { colorNumber, type Drawing } from './drawing.ts';

/* Parts that kinds of entities share. */

export const DEGREES = 180 / Math.PI;

/** Place of entities: on the sheet they are marked. */
export type Space = 'model' | 'paper' | 'block';

/** Writes the start of an entity. Only parts of other entities can lack a handle; they get a new one. */
export function writeCommon(drawing: Drawing, type: string, entity: Entity, space: Space): void {
  const { names, newHandle, out } = drawing;
  out.text(0, type);
  out.text(5, (entity.handle > 0 ? entity.handle : newHandle()).toString(16).toUpperCase());
  if (space === 'paper') out.number(67, 1);
  out.text(8, names.layers.of(entity.layer.name));
  const lineType = entity.lineType.name.toUpperCase();
  if (lineType !== 'BYLAYER') out.text(6, lineType === 'BYBLOCK' ? lineType : names.lineTypes.of(lineType));
  const color = colorNumber(entity.color);
  if (color !== 256) out.number(62, color);
}

/** Writes the extrusion of an entity if it is not the default. */
export function writeExtrusion({ out }: Drawing, normal: Point3): void {
  if (normal.x !== 0 || normal.y !== 0 || normal.z !== 1) out.point(210, normal);
}

export function writeThickness({ out }: Drawing, thickness: number): void {
  if (thickness !== 0) out.number(39, thickness);
}

/** Writes the end of an entity's vertices or attributes. */
export function writeSequenceEnd(drawing: Drawing, of: Entity, space: Space): void {
  const { names, newHandle, out } = drawing;
  out.text(0, 'SEQEND');
  out.text(5, newHandle().toString(16).toUpperCase());
  if (space === 'paper') out.number(67, 1);
  out.text(8, names.layers.of(of.layer.name));
}
