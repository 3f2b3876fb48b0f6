import { boxValue, readBox } from '../objects/box.ts';
import { type Box, isIdentity, type Matrix, mapBox, mapPoint } from '../objects/matrix.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isArray, isRef, type Ref, type Value } from '../objects/values.ts';

/** Keys with alternating x and y, or arrays of them (ISO 32000-1, 12.5.6). */
const POINTS = ['/QuadPoints', '/Vertices', '/L', '/CL', '/InkList'];

/** Returns the annotation moved by `matrix`. Its appearance follows its rectangle. */
export function movedAnnotation(objects: PdfObjects, annotation: Dict, matrix: Matrix): Dict {
  const moved: Record<string, Value> = { ...annotation };
  const box = readBox(objects, annotation['/Rect']);
  if (box !== null) moved['/Rect'] = boxValue(mapBox(matrix, box));
  for (const key of POINTS) {
    const points = objects.array(annotation[key]);
    if (points !== null) moved[key] = movedPoints(objects, points, matrix);
  }
  return moved;
}

function movedPoints(objects: PdfObjects, points: readonly Value[], matrix: Matrix): Value {
  const first = objects.resolve(points[0]);
  if (isArray(first)) return points.map((path) => movedPoints(objects, objects.items(path), matrix));
  const numbers = points.map((number) => objects.number(number) ?? 0);
  return numbers.map((_, index) => {
    const even = index - (index % 2);
    const point = mapPoint(matrix, { x: numbers[even] ?? 0, y: numbers[even + 1] ?? 0 });
    return index === even ? point.x : point.y;
  });
}

/** Moves all annotations of pages, and those that several pages share only once. */
export class AnnotationMover {
  readonly #objects: PdfObjects;
  readonly #moved = new Set<Ref>();

  constructor(objects: PdfObjects) {
    this.#objects = objects;
  }

  /** Returns the moved /Annots of a page. */
  move(annotations: Value | undefined, matrix: Matrix): Value | undefined {
    const list = this.#objects.array(annotations);
    return list === null || isIdentity(matrix) ? annotations : list.map((annotation) => this.#move(annotation, matrix));
  }

  #move(annotation: Value, matrix: Matrix): Value {
    const dict = this.#objects.dict(annotation);
    if (dict === null) return annotation;
    if (!isRef(annotation)) return movedAnnotation(this.#objects, dict, matrix);
    if (!this.#moved.has(annotation)) {
      this.#moved.add(annotation);
      this.#objects.set(annotation, movedAnnotation(this.#objects, dict, matrix));
    }
    return annotation;
  }
}

export const annotationsOf = (objects: PdfObjects, page: Dict): readonly Value[] => objects.items(page['/Annots']);

/** Whether the annotation is a form field, which fields refer to. */
export const isWidget = (annotation: Dict): boolean => annotation['/Subtype'] === '/Widget';

export const annotationBox = (objects: PdfObjects, annotation: Dict): Box | null =>
  readBox(objects, annotation['/Rect']);
