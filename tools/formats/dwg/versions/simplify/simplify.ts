import {
  type Dimension,
  DimensionArc,
  Ellipse,
  type Entity,
  Hatch,
  Insert,
  Leader,
  LwPolyline,
  LwPolylineFlags,
  Mesh,
  MLine,
  ModelerGeometry,
  MText,
  MultiLeader,
  Ole2Frame,
  PolylineFlags,
  ProxyEntity,
  RasterImage,
  Ray,
  Shape,
  Spline,
  TableEntity,
  TextEntity,
  Tolerance,
  UnderlayEntity,
  UnknownEntity,
  Wipeout,
  XLine,
} from '@node-projects/acad-ts';
import { ellipsePoints, splinePoints } from '../curves.ts';
import { plain } from '../geometry.ts';
import {
  approximated,
  type BlockMaker,
  DROPPED,
  likewise,
  planarPolyline,
  type Replacement,
  worldPolylines,
} from './common.ts';
import { hatchEntities } from './hatches.ts';
import { leaderEntities, mlineEntities, multiLeaderEntities } from './leaders.ts';
import { endlessLine, imageFrame, meshEntities } from './surfaces.ts';
import { mtextLines, splitText, toleranceLines } from './texts.ts';

/** Releases with fewer kinds of entities than AutoCAD 2000. */
export type OldRelease = 'R12' | 'R13' | 'R14';

export interface Context {
  readonly release: OldRelease;
  readonly makeBlock: BlockMaker;
  /** Length of an endless line, in drawing units. */
  readonly reach: number;
}

/** Result for an entity that the release supports. */
export const KEPT = 'kept';

function lwPolyline(source: LwPolyline): Entity {
  const points = source.vertices.map((vertex) => ({
    x: vertex.location.x,
    y: vertex.location.y,
    bulge: vertex.bulge,
    startWidth: vertex.startWidth || source.constantWidth,
    endWidth: vertex.endWidth || source.constantWidth,
  }));
  const shape = { closed: source.isClosed, elevation: source.elevation, normal: plain(source.normal) };
  const polyline = planarPolyline(source, points, shape);
  polyline.thickness = source.thickness;
  polyline.startWidth = source.constantWidth;
  polyline.endWidth = source.constantWidth;
  if ((source.flags & LwPolylineFlags.Plinegen) !== 0) polyline.flags |= PolylineFlags.ContinuousLinetypePattern;
  return polyline;
}

function blockOf(source: Dimension | TableEntity): Entity[] {
  if (source.block === null) return [];
  const insert = likewise(new Insert(), source);
  insert.block = source.block;
  insert.normal = source.normal;
  if (source instanceof TableEntity) {
    insert.insertPoint = source.insertPoint;
    insert.rotation = source.rotation;
  }
  return [insert];
}

/** Returns the version of the ACIS kernel that wrote a solid, 106 for 1.6; null if it is not stored as text. */
function acisVersion(solid: ModelerGeometry): number | null {
  const text = solid.isBinaryAcisData ? null : solid.getAcisText();
  const version = Number(text?.trimStart().split(/\s/, 1)[0]);
  return Number.isInteger(version) && version > 0 ? version : null;
}

/** The newest ACIS version that a release reads: R13 came with 1.6, R14 with 2.0. */
const NEWEST_ACIS = { R12: 0, R13: 106, R14: 200 } as const;

/** Replaces what R14 (and every earlier release) lacks. */
function forR14(entity: Entity, { makeBlock, release }: Context): Replacement | typeof KEPT {
  if (entity instanceof MultiLeader) return approximated(multiLeaderEntities(entity));
  if (entity instanceof TableEntity || entity instanceof DimensionArc) return approximated(blockOf(entity));
  if (entity instanceof Mesh) return approximated(meshEntities(entity, makeBlock));
  if (entity instanceof UnderlayEntity || entity instanceof Wipeout) return DROPPED;
  if (entity instanceof ProxyEntity || entity instanceof UnknownEntity) return DROPPED;
  if (entity instanceof Insert && entity.block === null) return DROPPED;
  if (entity instanceof ModelerGeometry) {
    const version = acisVersion(entity);
    return version !== null && version <= NEWEST_ACIS[release] ? KEPT : DROPPED;
  }
  return KEPT;
}

/** Replaces what R13 lacks in addition. */
function forR13(entity: Entity, context: Context): Replacement | typeof KEPT {
  if (entity instanceof Hatch) return approximated(hatchEntities(entity, context.makeBlock));
  if (entity instanceof RasterImage) return approximated(imageFrame(entity));
  if (entity instanceof Ole2Frame) return DROPPED;
  return forR14(entity, context);
}

/** Replaces what R12 lacks in addition. */
function forR12(entity: Entity, context: Context): Replacement | typeof KEPT {
  if (entity instanceof Spline) return approximated(worldPolylines(entity, splinePoints(entity)));
  if (entity instanceof Ellipse) {
    const points = ellipsePoints(entity);
    return approximated(
      worldPolylines(entity, entity.isFullEllipse ? points.slice(0, -1) : points, entity.isFullEllipse),
    );
  }
  if (entity instanceof MText) return approximated(mtextLines(entity));
  if (entity instanceof MLine) return approximated(mlineEntities(entity));
  if (entity instanceof Leader) return approximated(leaderEntities(entity));
  if (entity instanceof Tolerance) return approximated(toleranceLines(entity));
  if (entity instanceof XLine) return approximated(endlessLine(entity, plain(entity.firstPoint), true, context.reach));
  if (entity instanceof Ray) return approximated(endlessLine(entity, plain(entity.startPoint), false, context.reach));
  // Its DXF form has the shape's name, which only the shape file knows.
  if (entity instanceof Shape) return DROPPED;
  if (entity.constructor === TextEntity) {
    const lines = splitText(entity as TextEntity);
    if (lines !== null) return approximated(lines);
  }
  return forR13(entity, context);
}

/**
 * Returns the replacement of an entity in a drawing of an old release, or `KEPT`. An LWPOLYLINE before R14 is not replaced here:
 * `asOldPolyline` returns the same line, without loss.
 */
export function simplified(entity: Entity, context: Context): Replacement | typeof KEPT {
  if (context.release === 'R12') return forR12(entity, context);
  return context.release === 'R13' ? forR13(entity, context) : forR14(entity, context);
}

/** Returns an LWPOLYLINE, which came with R14, as the earlier POLYLINE; null for anything else. */
export function asOldPolyline(entity: Entity, release: OldRelease): Entity | null {
  return release !== 'R14' && entity instanceof LwPolyline ? lwPolyline(entity) : null;
}
