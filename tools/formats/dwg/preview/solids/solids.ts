import type { ModelerGeometry } from '@node-projects/acad-ts';
import { isFinitePoint, type Point3, plain } from '../../versions/geometry.ts';
import { modelLines } from './edges.ts';
import { binaryRecords, isBinaryModel, textRecords } from './records.ts';

/**
 * Returns the lines of a solid, region or body, in world coordinates: those that the drawing stores for display, else the edges of its
 * model. Empty if its model is not in the drawing or cannot be read.
 */
export function solidLines(solid: ModelerGeometry): Point3[][] {
  const stored = solid.wires.map(({ points }) => points.map(plain));
  const lines = stored.some((points) => points.length > 1) ? stored : modelLines(recordsOf(solid));
  return lines.filter((points) => points.length > 1 && points.every(isFinitePoint));
}

function recordsOf(solid: ModelerGeometry) {
  const data = solid.acisData;
  if (data.length === 0) return [];
  return isBinaryModel(data) ? binaryRecords(data) : textRecords(Buffer.from(data).toString('latin1'));
}
