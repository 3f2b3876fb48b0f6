import { ConversionError } from '../../../../src/task/errors.ts';
import { type Box, boxAround, boxOf, commonBox, pathPoints } from './boxes.ts';
import { isFinitePath, type Path, type PlacedText, type Shape } from './shapes.ts';

/** Pieces of lines, letters and block references of one picture: some 100 MB of SVG. */
const MAX_PARTS = 2_000_000;

/** Shapes found so far. */
export class Scene {
  readonly shapes: Shape[] = [];
  /** Entities that are not drawn, or only as a frame: number by type. */
  readonly missing = new Map<string, number>();
  /** Target of shapes: `shapes`, or those of the innermost clipping region. */
  #into: Shape[] = this.shapes;
  /** Box of that region; null for everything. */
  #window: Box | null = null;
  #parts = 0;

  /** Counts work, so that deeply nested blocks come to an end. Throws ConversionError `input_bomb`. */
  count(parts: number): void {
    this.#parts += parts;
    if (this.#parts <= MAX_PARTS) return;
    const message = `The drawing has more than ${MAX_PARTS / 1e6} million lines, with its blocks wherever they are shown; no picture is made of it.`;
    throw new ConversionError('input_bomb', message, { details: { limit: MAX_PARTS } });
  }

  /** Drops shapes whose position is not a number, or which are outside the clipping region. */
  add(shape: Shape): void {
    this.count(partsOf(shape));
    if (hasPlace(shape) && this.#isInside(shape)) this.#into.push(shape);
  }

  /** Clips what `draw` adds to a region; adds nothing if the region has no position. */
  clip(region: readonly Path[], draw: () => void): void {
    const own = region.every(isFinitePath) ? boxAround(region.flatMap(pathPoints)) : null;
    const [into, window] = [this.#into, this.#window];
    const inner = own === null || window === null ? own : commonBox(own, window);
    if (inner === null) return;
    const shapes: Shape[] = [];
    [this.#into, this.#window] = [shapes, inner];
    try {
      draw();
    } finally {
      [this.#into, this.#window] = [into, window];
    }
    if (shapes.length > 0) into.push({ kind: 'clipped', region, shapes });
  }

  leaveOut(type: string): void {
    this.missing.set(type, (this.missing.get(type) ?? 0) + 1);
  }

  #isInside(shape: Shape): boolean {
    if (this.#window === null || shape.kind === 'endless') return true;
    const box = boxOf([shape]);
    return box !== null && commonBox(box, this.#window) !== null;
  }
}

const length = (paths: readonly Path[]): number => paths.reduce((sum, { pieces }) => sum + pieces.length, 1);

function partsOf(shape: Shape): number {
  if (shape.kind === 'line') return length([shape.path]);
  if (shape.kind === 'area') return length(shape.paths);
  return shape.kind === 'text' ? shape.text.value.length : 1;
}

const isFiniteText = ({ at, along, up }: PlacedText): boolean =>
  [at, along, up].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));

function hasPlace(shape: Shape): boolean {
  switch (shape.kind) {
    case 'line':
      return isFinitePath(shape.path);
    case 'area':
      return shape.paths.every(isFinitePath);
    case 'dot':
      return Number.isFinite(shape.at.x) && Number.isFinite(shape.at.y);
    case 'endless':
      return [shape.from, shape.along].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
    case 'text':
      return isFiniteText(shape.text);
    case 'clipped':
      return shape.region.every(isFinitePath);
  }
}
