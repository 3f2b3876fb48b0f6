import {
  AttributeBase,
  AttributeDefinition,
  AttributeFlags,
  type BlockRecord,
  type CadDocument,
  Circle,
  Dimension,
  Ellipse,
  type Entity,
  Face3D,
  Hatch,
  Insert,
  Line,
  Point,
  Polyline,
  RasterImage,
  Ray,
  Solid,
  TextEntity,
  Viewport,
  Wipeout,
  XLine,
} from '@node-projects/acad-ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { typeOf } from '../entities.ts';
import { plain, point } from '../versions/geometry.ts';
import { blockCollector, contextFor } from '../versions/simplify/context.ts';
import { asOldPolyline, type Context, KEPT, simplified } from '../versions/simplify/simplify.ts';
import { mtextLines } from '../versions/simplify/texts.ts';
import { type Affine, movedTo, placed, planeOf, turned, turnedAndScaled, WORLD, within } from './affine.ts';
import { faceEdges, hatchPaths, imagePath, isFilled, solidPath } from './areas.ts';
import { circlePath, ellipsePath } from './curves.ts';
import { polylineShapes } from './polylines.ts';
import { Scene } from './scene.ts';
import { flat, type Path, type Shape, straight } from './shapes.ts';
import { type Inherited, isFrozen, isShown, penOf, type Style, styleOf } from './style.ts';
import { placeText } from './texts.ts';

/** Blocks within blocks; deeper ones show themselves. */
const MAX_DEPTH = 64;

const PAPER = '#ffffff';

/** Where an entity is drawn. */
interface Place {
  readonly to: Affine;
  /** Null: not in a block. */
  readonly inherited: Inherited | null;
  readonly depth: number;
}

const ON_SHEET: Place = { to: WORLD, inherited: null, depth: 0 };

/**
 * What there is to see of a layout or block from above, by the layers that are on paper.
 * Throws ConversionError `input_bomb`, `input_damaged` where blocks show themselves.
 */
export function drawBlock(document: CadDocument, block: BlockRecord): Scene {
  const drawing = new Drawing(document);
  drawing.block(block, ON_SHEET);
  return drawing.scene;
}

class Drawing {
  readonly scene = new Scene();
  readonly #context: Context;
  /** Of all dashes. */
  readonly #lineTypeScale: number;

  constructor(document: CadDocument) {
    // What R12 has is what is drawn here; the rest is made of it.
    this.#context = contextFor(document, 'R12', blockCollector(document).makeBlock);
    const scale = document.header?.lineTypeScale ?? 1;
    this.#lineTypeScale = scale > 0 ? scale : 1;
  }

  block(block: BlockRecord, place: Place): void {
    const entities = block.sortEntitiesTable === null ? block.entities : block.getSortedEntities();
    for (const entity of entities) this.#entity(entity, place);
  }

  #entity(entity: Entity, place: Place): void {
    this.scene.count(1);
    const style = styleOf(entity, place.inherited);
    if (entity instanceof Insert) {
      if (!entity.isInvisible && !isFrozen(style.layer)) this.#insert(entity, style, place);
      return;
    }
    if (!isShown(entity, style) || entity instanceof Viewport) return;
    const shapes = this.#shapesOf(entity, style, place);
    if (shapes !== null) {
      for (const shape of shapes) this.scene.add(shape);
      return;
    }
    const polyline = asOldPolyline(entity, 'R12');
    if (polyline !== null) {
      this.#entity(polyline, place);
      return;
    }
    this.#simpler(entity, place);
  }

  /** By simpler entities, where it has no shapes of its own. */
  #simpler(entity: Entity, place: Place): void {
    const found = simplified(entity, this.#context);
    const entities = found === KEPT ? [] : found.entities;
    if (entities.length === 0) this.scene.leaveOut(typeOf(entity));
    for (const each of entities) this.#entity(each, place);
  }

  /** Null: it has to be made of others. */
  #shapesOf(entity: Entity, style: Style, place: Place): readonly Shape[] | null {
    const { to } = place;
    const pen = () => penOf(style, this.#lineTypeScale);
    const lines = (paths: readonly (Path | null)[]): Shape[] =>
      paths.flatMap((path) => (path === null ? [] : [{ kind: 'line', path, pen: pen() } as const]));
    if (entity instanceof Line)
      return lines([straight([entity.startPoint, entity.endPoint].map((p) => placed(to, p)))]);
    if (entity instanceof Circle) return lines([circlePath(entity, to)]);
    if (entity instanceof Ellipse) return lines([ellipsePath(entity, to)]);
    if (entity instanceof Polyline) return polylineShapes(entity, to, pen());
    if (entity instanceof Face3D) return lines(faceEdges(entity, to));
    if (entity instanceof Point) return [{ kind: 'dot', at: flat(placed(to, entity.location)), look: style }];
    if (entity instanceof Solid) return area([solidPath(entity, to)], style);
    if (entity instanceof Hatch && isFilled(entity)) return area(hatchPaths(entity, to), style);
    if (entity instanceof Wipeout) return area([imagePath(entity, to)], { ...style, color: PAPER, opacity: 1 });
    if (entity instanceof RasterImage) {
      this.scene.leaveOut(typeOf(entity));
      return lines([imagePath(entity, to)]);
    }
    if (entity instanceof XLine || entity instanceof Ray) {
      const from = entity instanceof XLine ? entity.firstPoint : entity.startPoint;
      const [start, along] = [flat(placed(to, from)), flat(turned(to, plain(entity.direction)))];
      return [{ kind: 'endless', from: start, along, both: entity instanceof XLine, pen: pen() }];
    }
    if (entity instanceof Dimension) return this.#dimension(entity, style, place);
    if (entity instanceof AttributeBase) return this.#attribute(entity, style, place);
    return entity instanceof TextEntity ? textShapes(entity, style, to) : null;
  }

  /** The block with its lines, which most programs store; else as acad-ts would draw it. */
  #dimension(dimension: Dimension, style: Style, place: Place): [] | null {
    const isDrawn = (block: BlockRecord | null): block is BlockRecord =>
      block !== null && [...block.entities].length > 0;
    if (!isDrawn(dimension.block)) dimension.updateBlock();
    const { block, insertionPoint } = dimension;
    if (!isDrawn(block)) return null;
    this.#inside(block, style, { ...place, to: within(place.to, movedTo(plain(insertionPoint))) });
    return [];
  }

  /** In a block a definition stands for the attributes of its references; alone it shows its name. */
  #attribute(attribute: AttributeBase, style: Style, { to, inherited }: Place): readonly Shape[] {
    if ((attribute.flags & AttributeFlags.Hidden) !== 0) return [];
    if (
      attribute instanceof AttributeDefinition &&
      inherited !== null &&
      (attribute.flags & AttributeFlags.Constant) === 0
    )
      return [];
    if (attribute.mText !== null && !(attribute instanceof AttributeDefinition))
      return mtextLines(attribute.mText).flatMap((line) => textShapes(line, style, to));
    return textShapes(attribute, style, to, attribute instanceof AttributeDefinition ? attribute.tag : attribute.value);
  }

  #insert(insert: Insert, style: Style, place: Place): void {
    const { block } = insert;
    if (block === null || (block.isUnloaded && [...block.entities].length === 0)) {
      this.scene.leaveOut(typeOf(insert));
      return;
    }
    const base = plain(block.blockEntity.basePoint);
    const scale = point(insert.xScale, insert.yScale, insert.zScale);
    const plane = within(place.to, planeOf(plain(insert.normal)));
    const turn = within(
      within(plane, movedTo(plain(insert.insertPoint))),
      turnedAndScaled(insert.rotation, point(1, 1, 1)),
    );
    const content = within(turnedAndScaled(0, scale), movedTo(point(-base.x, -base.y, -base.z)));
    for (let row = 0; row < Math.max(1, insert.rowCount); row += 1) {
      for (let column = 0; column < Math.max(1, insert.columnCount); column += 1) {
        this.scene.count(1);
        const cell = movedTo(point(column * insert.columnSpacing, row * insert.rowSpacing));
        this.#inside(block, style, { ...place, to: within(within(turn, cell), content) });
      }
    }
    for (const attribute of insert.attributes) {
      if (attribute instanceof AttributeBase) this.#entity(attribute, { ...place, inherited: style });
    }
  }

  #inside(block: BlockRecord, style: Inherited, { to, depth }: Place): void {
    if (depth >= MAX_DEPTH)
      throw new ConversionError('input_damaged', 'Blocks of the drawing hold each other without end.');
    this.block(block, { to, inherited: style, depth: depth + 1 });
  }
}

const area = (paths: readonly (Path | null)[], look: Style): Shape[] => [
  { kind: 'area', paths: paths.filter((path) => path !== null), look },
];

function textShapes(text: TextEntity, style: Style, to: Affine, value = text.value): Shape[] {
  const placedText = placeText(text, value, to);
  return placedText === null ? [] : [{ kind: 'text', text: placedText, look: style }];
}
