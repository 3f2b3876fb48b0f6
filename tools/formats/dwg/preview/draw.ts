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
  ModelerGeometry,
  MText,
  MultiLeader,
  Point,
  Polyline,
  RasterImage,
  Ray,
  Solid,
  SpaceLineTypeScaling,
  TableEntity,
  TextEntity,
  Viewport,
  Wipeout,
  XLine,
} from '@node-projects/acad-ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { typeOf } from '../entities.ts';
import { plain, point } from '../versions/geometry.ts';
import { blockCollector, contextFor } from '../versions/simplify/context.ts';
import { asOldPolyline, type Context, KEPT, simplified } from '../versions/simplify/simplify.ts';
import { type Affine, movedTo, placed, planeOf, turned, turnedAndScaled, WORLD, within } from './affine.ts';
import { faceEdges, hatchPaths, imagePath, isFilled, solidPath } from './areas.ts';
import { clipOf, clipRegion } from './clips.ts';
import { circlePath, ellipsePath } from './curves.ts';
import { dimensionEntities } from './dimensions.ts';
import { gradientOf } from './gradients.ts';
import { type Layers, without } from './layers.ts';
import { type Ink, labelShapes, mtextShapes } from './mtext.ts';
import { polylineShapes } from './polylines.ts';
import { Scene } from './scene.ts';
import { flat, type Path, type Pen, type Shape, straight } from './shapes.ts';
import { solidLines } from './solids/solids.ts';
import { type Inherited, type Plot, penOf, rgb, type Style, styleOf } from './style.ts';
import { placeText } from './texts.ts';
import { frameOf, modelIn, scaleOf, showsModel } from './viewports.ts';

/** Largest depth of nested blocks; deeper ones contain themselves. */
const MAX_DEPTH = 64;

/** How a drawing is drawn. */
export interface Drawn {
  readonly layers: Layers;
  readonly plot: Plot;
  /** Background, `#rrggbb`, which wipeouts show. */
  readonly paper: string;
}

/** Position and context in which an entity is drawn. */
interface Place {
  readonly to: Affine;
  /** Null outside of blocks. */
  readonly inherited: Inherited | null;
  readonly depth: number;
  readonly layers: Layers;
  /** Factor of dashes: those of the model are smaller in a viewport. */
  readonly dashes: number;
}

/**
 * Returns the shapes of a layout or block as seen from above, with the model in the viewports of a layout. Throws ConversionError
 * `input_bomb`, and `input_damaged` if blocks contain themselves.
 */
export function drawBlock(document: CadDocument, block: BlockRecord, drawn: Drawn): Scene {
  const drawing = new Drawing(document, drawn);
  drawing.block(block, { to: WORLD, inherited: null, depth: 0, layers: drawn.layers, dashes: 1 });
  return drawing.scene;
}

class Drawing {
  readonly scene = new Scene();
  readonly #document: CadDocument;
  readonly #drawn: Drawn;
  readonly #context: Context;
  /** Scale of all dashes. */
  readonly #lineTypeScale: number;

  constructor(document: CadDocument, drawn: Drawn) {
    this.#document = document;
    this.#drawn = drawn;
    // Entities of R12 are drawn here; others are made of them.
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
    const style = styleOf(entity, place.inherited, this.#drawn.plot);
    if (entity.isInvisible || place.layers.isFrozen(style.layer)) return;
    // A table is drawn as its block, unscaled: what acad-ts takes for its scale are sizes of its cells.
    if (entity instanceof Insert && !(entity instanceof TableEntity)) {
      this.#insert(entity, style, place);
      return;
    }
    if (entity instanceof Viewport && showsModel(entity)) this.#model(entity, place);
    if (!place.layers.isShown(style.layer)) return;
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

  /** Draws an entity without shapes as simpler entities. */
  #simpler(entity: Entity, place: Place): void {
    const found = simplified(entity, this.#context);
    const entities = found === KEPT ? [] : found.entities;
    if (entities.length === 0) this.scene.leaveOut(typeOf(entity));
    for (const each of entities) this.#entity(each, place);
  }

  /** Returns null if the entity must be made of others. */
  #shapesOf(entity: Entity, style: Style, place: Place): readonly Shape[] | null {
    const { to } = place;
    const pen = () => this.#seen(penOf(style, this.#lineTypeScale * place.dashes));
    const lines = (paths: readonly (Path | null)[]): Shape[] =>
      paths.flatMap((path) => (path === null ? [] : [{ kind: 'line', path, pen: pen() } as const]));
    if (entity instanceof Line)
      return lines([straight([entity.startPoint, entity.endPoint].map((p) => placed(to, p)))]);
    if (entity instanceof Circle) return lines([circlePath(entity, to)]);
    if (entity instanceof Ellipse) return lines([ellipsePath(entity, to)]);
    if (entity instanceof Polyline) return polylineShapes(entity, to, pen());
    if (entity instanceof Face3D) return lines(faceEdges(entity, to));
    if (entity instanceof Point)
      return [{ kind: 'dot', at: flat(placed(to, entity.location)), look: this.#seen(style) }];
    if (entity instanceof Solid) return area([solidPath(entity, to)], style);
    if (entity instanceof Hatch && isFilled(entity)) return this.#filled(entity, style, to);
    if (entity instanceof Wipeout)
      return area([imagePath(entity, to)], { ...style, color: this.#drawn.paper, opacity: 1 });
    if (entity instanceof Viewport) return showsModel(entity) ? lines(this.#outline(entity, place)) : [];
    if (entity instanceof RasterImage) {
      this.scene.leaveOut(typeOf(entity));
      return lines([imagePath(entity, to)]);
    }
    if (entity instanceof XLine || entity instanceof Ray) {
      const from = entity instanceof XLine ? entity.firstPoint : entity.startPoint;
      const [start, along] = [flat(placed(to, from)), flat(turned(to, plain(entity.direction)))];
      return [{ kind: 'endless', from: start, along, both: entity instanceof XLine, pen: pen() }];
    }
    if (entity instanceof ModelerGeometry) {
      const found = solidLines(entity);
      return found.length === 0 ? null : lines(found.map((points) => straight(points.map((p) => placed(to, p)))));
    }
    if (entity instanceof MText) return mtextShapes(entity, to, this.#ink(style, pen()));
    if (entity instanceof MultiLeader) return this.#multiLeader(entity, place, this.#ink(style, pen()));
    if (entity instanceof Dimension) return this.#dimension(entity, style, place);
    if (entity instanceof AttributeBase) return this.#attribute(entity, style, place);
    return entity instanceof TextEntity ? textShapes(entity, this.#seen(style), to) : null;
  }

  /** Lines and letters in the colour of the paper would be invisible, so they get another; areas in it hide what is under them. */
  #seen<Colored extends { readonly color: string }>(drawn: Colored): Colored {
    const { paper, plot } = this.#drawn;
    return drawn.color === paper ? { ...drawn, color: plot.foreground } : drawn;
  }

  #ink(style: Style, pen: Pen): Ink {
    const { plot, paper } = this.#drawn;
    const solid = { ...pen, dashes: null };
    return {
      look: this.#seen(style),
      pen: solid,
      paper,
      color: (color) => (color.isByBlock || color.isByLayer ? null : this.#seen({ color: rgb(color, plot) }).color),
    };
  }

  /** Returns its lines and block as simpler entities, and its text with its formats. */
  #multiLeader(leader: MultiLeader, place: Place, ink: Ink): Shape[] {
    const found = simplified(leader, this.#context);
    const entities = (found === KEPT ? [] : found.entities).filter((entity) => !(entity instanceof TextEntity));
    for (const each of entities) this.#entity(each, place);
    const label = labelShapes(leader, place.to, ink);
    if (entities.length === 0 && label.length === 0) this.scene.leaveOut(typeOf(leader));
    return label;
  }

  #filled(hatch: Hatch, style: Style, to: Affine): Shape[] {
    const paths = hatchPaths(hatch, to);
    const gradient = gradientOf(hatch, paths, to, this.#drawn.plot);
    return [{ kind: 'area', paths, look: style, ...(gradient !== null && { gradient }) }];
  }

  /** Draws the model as a viewport of a sheet shows it. */
  #model(viewport: Viewport, place: Place): void {
    const model = this.#document.modelSpace;
    if (place.depth > 0 || model === null || model === undefined) return;
    const layers = without(place.layers, viewport.frozenLayers);
    // $PSLTSCALE: dashes have the same length as on the sheet, whatever the scale of the viewport.
    const isOfSheet = this.#document.header?.paperSpaceLineTypeScaling === SpaceLineTypeScaling.Normal;
    const dashes = isOfSheet ? 1 : scaleOf(viewport);
    const to = within(place.to, modelIn(viewport));
    this.scene.clip(this.#outline(viewport, place), () => {
      this.block(model, { to, inherited: null, depth: place.depth + 1, layers, dashes });
    });
  }

  /** Returns the clip of a viewport: another entity, or its rectangle. */
  #outline(viewport: Viewport, place: Place): Path[] {
    const { boundary } = viewport;
    const shapes =
      boundary === null
        ? null
        : this.#shapesOf(asOldPolyline(boundary, 'R12') ?? boundary, styleOf(boundary, null, this.#drawn.plot), place);
    const paths = (shapes ?? []).flatMap((shape) => (shape.kind === 'line' ? [shape.path] : []));
    const frame = frameOf(viewport, place.to);
    return paths.length > 0 || frame === null ? paths : [frame];
  }

  /** Draws the block with the dimension's lines, which most programs store; else by its style, or as acad-ts would draw it. */
  #dimension(dimension: Dimension, style: Style, place: Place): [] | null {
    const isDrawn = (block: BlockRecord | null): block is BlockRecord =>
      block !== null && [...block.entities].length > 0;
    if (!isDrawn(dimension.block)) {
      const entities = dimensionEntities(dimension);
      for (const each of entities ?? []) this.#entity(each, place);
      if (entities !== null) return [];
      dimension.updateBlock();
    }
    const { block, insertionPoint } = dimension;
    if (!isDrawn(block)) return null;
    this.#inside(block, style, { ...place, to: within(place.to, movedTo(plain(insertionPoint))) });
    return [];
  }

  /** In a block, a definition stands for the attributes of its references; alone it shows its name. */
  #attribute(attribute: AttributeBase, style: Style, { to, inherited }: Place): readonly Shape[] {
    if ((attribute.flags & AttributeFlags.Hidden) !== 0) return [];
    if (
      attribute instanceof AttributeDefinition &&
      inherited !== null &&
      (attribute.flags & AttributeFlags.Constant) === 0
    )
      return [];
    if (attribute.mText !== null && !(attribute instanceof AttributeDefinition))
      return mtextShapes(attribute.mText, to, this.#ink(style, this.#seen(penOf(style, this.#lineTypeScale))));
    return textShapes(
      attribute,
      this.#seen(style),
      to,
      attribute instanceof AttributeDefinition ? attribute.tag : attribute.value,
    );
  }

  #insert(insert: Insert, style: Style, place: Place): void {
    const { block } = insert;
    if (block === null || (block.isUnloaded && [...block.entities].length === 0)) {
      this.scene.leaveOut(typeOf(insert));
      return;
    }
    const base = plain(block.blockEntity.basePoint);
    const scale = point(insert.xScale, insert.yScale, insert.zScale);
    const plane = planeOf(plain(insert.normal));
    const turn = within(
      within(plane, movedTo(plain(insert.insertPoint))),
      turnedAndScaled(insert.rotation, point(1, 1, 1)),
    );
    const content = within(turnedAndScaled(0, scale), movedTo(point(-base.x, -base.y, -base.z)));
    const clip = clipOf(insert);
    for (let row = 0; row < Math.max(1, insert.rowCount); row += 1) {
      for (let column = 0; column < Math.max(1, insert.columnCount); column += 1) {
        this.scene.count(1);
        const cell = point(column * insert.columnSpacing, row * insert.rowSpacing);
        const to = within(within(place.to, within(turn, movedTo(cell))), content);
        const draw = () => this.#inside(block, style, { ...place, to });
        if (clip === null) draw();
        else this.scene.clip(clipRegion(clip, to), draw);
        // Attributes have world coordinates: those of the first cell.
        const moved = { ...place, to: within(place.to, movedTo(turned(turn, cell))), inherited: style };
        for (const attribute of insert.attributes) {
          if (attribute instanceof AttributeBase) this.#entity(attribute, moved);
        }
      }
    }
  }

  #inside(block: BlockRecord, style: Inherited, place: Place): void {
    if (place.depth >= MAX_DEPTH)
      throw new ConversionError('input_damaged', 'Blocks of the drawing contain each other recursively.');
    this.block(block, { ...place, inherited: style, depth: place.depth + 1 });
  }
}

const area = (paths: readonly (Path | null)[], look: Style): Shape[] => [
  { kind: 'area', paths: paths.filter((path) => path !== null), look },
];

function textShapes(text: TextEntity, style: Style, to: Affine, value = text.value): Shape[] {
  const placedText = placeText(text, value, to);
  return placedText === null ? [] : [{ kind: 'text', text: placedText, look: style }];
}
