import {
  Block,
  Color,
  type DxfClassMap,
  DxfMap,
  DxfPropertyBase,
  DxfStreamReaderBase,
  Insert,
  XYZ,
} from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from '../patches/replace.ts';

/**
 * Attributes of block references are in the coordinates of what holds the reference (Autodesk's DXF reference, ATTRIB); acad-ts
 * takes them for those of the block and moves them once more when it reads them.
 */
export const placedAttributes = (): Undo =>
  replaceMethod<() => void>(Insert.prototype, 'applyAttributeTransform', () => () => {});

/** Colours of AutoCAD's palette in which acad-ts has a wrong digit, by number. */
const MISTAKEN: ReadonlyMap<number, readonly number[]> = new Map([
  [29, [38, 23, 19]],
  [91, [127, 255, 127]],
  [145, [63, 111, 127]],
  [192, [82, 0, 165]],
  [203, [145, 82, 165]],
]);

export const palette = (): Undo =>
  replaceMethod<(index: number) => number[]>(Color, 'getIndexRGB', (original) => (index) => [
    ...(MISTAKEN.get(index) ?? original.call(Color, index)),
  ]);

/** What is meant for classes that extend it. */
interface MapMaker {
  addClassProperties(map: DxfClassMap, type: string): void;
}

type CreateMap = (type: string | { readonly name: string }, name?: string) => DxfMap;

/** Flags, widths, elevation and extrusion of POLYLINEs of R12 were not read: closed ones were open. */
export const oldPolylines = (): Undo => {
  DxfMap.clearCache();
  const undo = replaceMethod<CreateMap>(DxfMap, 'create', (original) => (type, name) => {
    const map = original.call(DxfMap, type, name);
    const part = map.subClasses.get('AcDb2dPolyline');
    if (part !== undefined) (DxfMap as unknown as MapMaker).addClassProperties(part, 'Polyline');
    return map;
  });
  return () => {
    DxfMap.clearCache();
    undo();
  };
};

/** Integers of 16 bits lost their sign, and with it layers that are off: their colour is negative (Autodesk's DXF reference, LAYER). */
export const signedIntegers = (): Undo => {
  const owner = DxfStreamReaderBase.prototype;
  const original = Object.getOwnPropertyDescriptor(owner, 'valueAsShort');
  if (original?.get === undefined) throw new Error('acad-ts has no valueAsShort here to patch');
  Object.defineProperty(owner, 'valueAsShort', {
    ...original,
    get(this: DxfStreamReaderBase) {
      return (Number(this.value) << 16) >> 16;
    },
  });
  return () => Object.defineProperty(owner, 'valueAsShort', original);
};

/** All blocks of a DXF file had the same base point, that of the last one: one point belonged to all of them. */
export const basePoints = (): Undo =>
  replaceMethod<(this: DxfPropertyBase, code: number, object: object, value: unknown) => void>(
    DxfPropertyBase.prototype,
    'setValue',
    (original) =>
      function (code, object, value) {
        // 10 is the first coordinate.
        if (code === 10 && object instanceof Block) object.basePoint = new XYZ(0, 0, 0);
        original.call(this, code, object, value);
      },
  );

export const PREVIEW_PATCHES = { placedAttributes, palette, oldPolylines, signedIntegers, basePoints };

/** Repairs acad-ts for what is seen of a drawing; in the process that reads it. */
export function applyPreviewPatches(): Undo {
  const undos = Object.values(PREVIEW_PATCHES).map((apply) => apply());
  return () => {
    for (const undo of undos.reverse()) undo();
  };
}
