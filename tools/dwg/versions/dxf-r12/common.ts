import type { Entity } from '@node-projects/acad-ts';
import type { Point3 } from '../geometry.ts';
import { colorNumber, type Drawing } from './drawing.ts';

/* What kinds of entities have in common. */

export const DEGREES = 180 / Math.PI;

/** Where entities are: on the sheet they say so. */
export type Space = 'model' | 'paper' | 'block';

/** What all entities begin with. `handle`: only parts of others that had none get a new one. */
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

/** The extrusion of an entity that has one, where it is not the usual. */
export function writeExtrusion({ out }: Drawing, normal: Point3): void {
  if (normal.x !== 0 || normal.y !== 0 || normal.z !== 1) out.point(210, normal);
}

export function writeThickness({ out }: Drawing, thickness: number): void {
  if (thickness !== 0) out.number(39, thickness);
}

/** The end of the vertices or attributes of an entity. */
export function writeSequenceEnd(drawing: Drawing, of: Entity, space: Space): void {
  const { names, newHandle, out } = drawing;
  out.text(0, 'SEQEND');
  out.text(5, newHandle().toString(16).toUpperCase());
  if (space === 'paper') out.number(67, 1);
  out.text(8, names.layers.of(of.layer.name));
}
