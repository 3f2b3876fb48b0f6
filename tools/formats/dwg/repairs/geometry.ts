import { type CadDocument, Ellipse, type Entity, XYZ } from '@node-projects/acad-ts';
import { entitiesOf } from '../entities.ts';
import { countRepair, type Repairs } from './count.ts';

/** Largest sine of the angle between an axis and its plane that is not an error: numbers in files are rounded. */
const ROUNDED = 1e-6;

/** acad-ts writes neither entities whose extrusion has length 0 nor ellipses whose axis is not in their plane. */
export function repairPlanes(document: CadDocument, repairs: Repairs): void {
  for (const entity of entitiesOf(document)) {
    if (hasNormal(entity) && entity.normal.getLength() <= Number.EPSILON) {
      entity.normal = new XYZ(0, 0, 1);
      countRepair(repairs, 'extrusion without length');
    }
    if (entity instanceof Ellipse) {
      layIntoPlane(entity, repairs);
      exchangeAxes(entity, repairs);
    }
  }
}

function hasNormal(entity: Entity): entity is Entity & { normal: XYZ } {
  return 'normal' in entity && entity.normal instanceof XYZ;
}

function layIntoPlane(ellipse: Ellipse, repairs: Repairs): void {
  const { majorAxisEndPoint: axis, normal } = ellipse;
  const length = normal.getLength();
  const [nx, ny, nz] = [normal.x / length, normal.y / length, normal.z / length];
  const height = axis.x * nx + axis.y * ny + axis.z * nz;
  if (height === 0 || Math.abs(height) >= axis.getLength()) return;
  if (Math.abs(height) > ROUNDED * axis.getLength()) countRepair(repairs, 'ellipse that leaves its plane');
  ellipse.majorAxisEndPoint = new XYZ(axis.x - height * nx, axis.y - height * ny, axis.z - height * nz);
}

/** Swaps axes so that the longer one of an ellipse is its first (Autodesk's DXF reference, ELLIPSE), from which parameters count. */
function exchangeAxes(ellipse: Ellipse, repairs: Repairs): void {
  const { radiusRatio, minorAxisEndpoint, isFullEllipse } = ellipse;
  if (radiusRatio <= 1) return;
  countRepair(repairs, 'ellipse whose longer axis is the second');
  ellipse.majorAxisEndPoint = minorAxisEndpoint;
  ellipse.radiusRatio = 1 / radiusRatio;
  if (isFullEllipse) return;
  ellipse.startParameter -= Math.PI / 2;
  ellipse.endParameter -= Math.PI / 2;
}
