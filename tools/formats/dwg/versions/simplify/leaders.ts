import {
  type Entity,
  Insert,
  type Leader,
  LeaderPathType,
  type MLine,
  MLineFlags,
  type MultiLeader,
  MultiLeaderPathType,
  Solid,
} from '@node-projects/acad-ts';
import { throughPoints } from '../curves.ts';
import { axesOf, distance, fromWorld, type Point3, plain, plus, unit } from '../geometry.ts';
import { likewise, worldPolylines, xyz } from './common.ts';
import { type TextBlock, textLines } from './texts.ts';

/** Returns the lines of an MLINE, one per element; if there are none, the line through its vertices. */
export function mlineEntities(mline: MLine): Entity[] {
  const closed = (mline.flags & MLineFlags.Closed) !== 0;
  const elements = Math.max(0, ...mline.vertices.map((vertex) => vertex.segments.length));
  if (elements === 0) {
    return worldPolylines(
      mline,
      mline.vertices.map((vertex) => plain(vertex.position)),
      closed,
    );
  }
  return Array.from({ length: elements }, (_, element) =>
    // The first parameter of an element is its distance from the vertex along the miter.
    mline.vertices.map((vertex) =>
      plus(plain(vertex.position), plain(vertex.miter), vertex.segments[element]?.parameters[0] ?? 0),
    ),
  ).flatMap((points) => worldPolylines(mline, points, closed));
}

/** Returns the filled arrowhead at the first of these points (world coordinates), as a SOLID. */
function arrowhead(source: Entity, points: readonly Point3[], size: number, normal: Point3): Entity[] {
  const [tip, next] = points;
  if (tip === undefined || next === undefined || !(size > 0) || distance(tip, next) < size) return [];
  const axes = axesOf(normal);
  const at = fromWorld(axes, tip);
  const back = unit(plus(fromWorld(axes, next), at, -1));
  const side = { x: -back.y, y: back.x, z: 0 };
  const end = plus(at, back, size);
  const solid = likewise(new Solid(), source);
  solid.firstCorner = xyz(at);
  solid.secondCorner = xyz(plus(end, side, size / 6));
  solid.thirdCorner = xyz(plus(end, side, -size / 6));
  solid.fourthCorner = solid.thirdCorner;
  solid.normal = xyz(normal);
  return [solid];
}

/** Returns the line of a LEADER and its arrowhead; its text is a separate entity. */
export function leaderEntities(leader: Leader): Entity[] {
  const corners = leader.vertices.map(plain);
  const curved = leader.pathType === LeaderPathType.Spline && corners.length > 2;
  const points = curved ? throughPoints(corners, false) : corners;
  const { arrowSize, scaleFactor } = leader.style;
  const size = leader.arrowHeadEnabled ? arrowSize * (scaleFactor > 0 ? scaleFactor : 1) : 0;
  return [...worldPolylines(leader, points), ...arrowhead(leader, corners, size, plain(leader.normal))];
}

function multiLeaderLines(leader: MultiLeader): Entity[] {
  const context = leader.contextData;
  return context.leaderRoots.flatMap((root) => {
    const landing = plain(root.connectionPoint);
    const size = context.arrowheadSize;
    const visible = leader.pathType !== MultiLeaderPathType.Invisible;
    const lines = root.lines.flatMap((line) => {
      const corners = [...line.points.map(plain), landing];
      const curved = leader.pathType === MultiLeaderPathType.Spline && corners.length > 2;
      const points = curved ? throughPoints(corners, false) : corners;
      return visible
        ? [...worldPolylines(leader, points), ...arrowhead(leader, corners, size, { x: 0, y: 0, z: 1 })]
        : [];
    });
    const dogleg = plus(landing, unit(plain(root.direction), { x: 1, y: 0, z: 0 }), root.landingDistance);
    const hasDogleg = visible && leader.enableDogleg && root.landingDistance > 0;
    return hasDogleg ? [...lines, ...worldPolylines(leader, [landing, dogleg])] : lines;
  });
}

/** Returns the text of a MULTILEADER; null if it has none. */
export function labelOf({ contextData: context }: MultiLeader): TextBlock | null {
  if (!context.hasTextContents || context.textLabel === '') return null;
  return {
    value: context.textLabel,
    height: context.textHeight,
    // 1 left, 2 centre, 3 right, at the top: like the attachment of an MTEXT.
    attachment: context.textAttachmentPoint,
    at: plain(context.textLocation),
    direction: plain(context.direction),
    normal: plain(context.textNormal),
    width: context.boundaryWidth,
    spacing: context.lineSpacingFactor,
    style: context.textStyle,
  };
}

/** Returns the lines, arrowheads and text or block of a MULTILEADER. */
export function multiLeaderEntities(leader: MultiLeader): Entity[] {
  const context = leader.contextData;
  const entities = multiLeaderLines(leader);
  const label = labelOf(leader);
  if (label !== null) entities.push(...textLines(leader, label));
  const block = context.blockContent;
  if (context.hasContentsBlock && block !== null) {
    const insert = likewise(new Insert(), leader);
    insert.block = block;
    insert.normal = context.blockContentNormal;
    insert.insertPoint = xyz(fromWorld(axesOf(plain(insert.normal)), plain(context.blockContentLocation)));
    insert.rotation = context.blockContentRotation;
    insert.xScale = context.blockContentScale.x || 1;
    insert.yScale = context.blockContentScale.y || 1;
    insert.zScale = context.blockContentScale.z || 1;
    entities.push(insert);
  }
  return entities;
}
