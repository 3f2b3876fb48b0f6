import {
  Block,
  Color,
  type DxfClassMap,
  DxfMap,
  DxfPropertyBase,
  DxfStreamWriterBase,
  XYZ,
  XYZ_Zero,
} from '@node-projects/acad-ts';
import { decodeColor, encodeColor } from '../dxf-entities/colors.ts';
import type { Tags } from '../dxf-entities/tags.ts';
import { replaceMethod, type Undo } from './replace.ts';

/* Repairs of how acad-ts 3.2.0 assigns DXF values to the properties of its classes, one function each. */

/** A protected method of acad-ts's class for maps. */
interface MapMaker {
  addClassProperties(map: DxfClassMap, type: string): void;
}

type CreateMap = (type: string | { readonly name: string }, name?: string) => DxfMap;

/** Classes whose inherited properties are in no part of the DXF form: by extending class, the part that they belong to. */
const LOST_PROPERTIES: Readonly<Record<string, readonly [part: string, base: string]>> = {
  AttributeDefinition: ['AcDbAttributeDefinition', 'AttributeBase'],
  AttributeEntity: ['AcDbAttribute', 'AttributeBase'],
  RasterImage: ['AcDbRasterImage', 'CadWipeoutBase'],
  Wipeout: ['AcDbWipeout', 'CadWipeoutBase'],
  PdfUnderlay: ['AcDbUnderlayReference', 'UnderlayEntity'],
};

/** acad-ts does not read tags and flags of attributes, nor places and sizes of images, wipeouts and underlays. */
export const inheritedProperties = (): Undo => {
  DxfMap.clearCache();
  const undo = replaceMethod<CreateMap>(DxfMap, 'create', (original) => (type, name) => {
    const map = original.call(DxfMap, type, name);
    const lost = LOST_PROPERTIES[typeof type === 'string' ? type : type.name];
    const part = lost && map.subClasses.get(lost[0]);
    if (part !== undefined) (DxfMap as unknown as MapMaker).addClassProperties(part, lost?.[1] ?? '');
    return map;
  });
  return () => {
    DxfMap.clearCache();
    undo();
  };
};

interface Property {
  readonly _propertyName: string;
  getPropertyValue(object: object): unknown;
  setPropertyValue(object: object, value: unknown): void;
}

/** Names of properties that hold a colour or nothing. */
const COLOR_NAME = /color$/i;

/** acad-ts reads colours under codes other than 62, 70, 90 and 420 as numbers, and the 32 bits of multileaders as wrong colours. */
export const colorProperties = (): Undo =>
  replaceMethod<(this: Property, code: number, object: object, value: unknown) => void>(
    DxfPropertyBase.prototype,
    'setValue',
    (original) =>
      function (code, object, value) {
        const current = this.getPropertyValue(object);
        const isColor = current instanceof Color || (current === null && COLOR_NAME.test(this._propertyName));
        const color = isColor && typeof value === 'number' ? readColor(code, value, current ?? Color.byLayer) : null;
        if (color === null) original.call(this, code, object, value);
        else this.setPropertyValue(object, color);
      },
  );

function readColor(code: number, value: number, current: Color): Color | null {
  // A true colour takes precedence over an index, whichever comes first.
  if (code >= 60 && code <= 79) return current.isTrueColor ? current : new Color(value);
  if (code >= 420 && code <= 429) return Color.fromTrueColor(value & 0xffffff);
  return code >= 90 && code <= 99 ? decodeColor(value) : null;
}

/** acad-ts writes colours by layer and by number as colours by block. */
export const multiLeaderColors = (): Undo =>
  replaceMethod<(this: Tags, code: number, color: Color) => void>(
    DxfStreamWriterBase.prototype,
    'writeCmColor',
    (original) =>
      function (code, color) {
        if (code >= 90 && code <= 99) this.write(code, encodeColor(color));
        else original.call(this, code, color);
      },
  );

/** acad-ts does not decode line ends and tabs, `^J` in DXF, in texts that are plain properties, and escapes them again. */
export const controlCharacters = (): Undo =>
  replaceMethod<(this: Property, code: number, object: object, value: unknown) => void>(
    DxfPropertyBase.prototype,
    'setValue',
    (original) =>
      function (code, object, value) {
        original.call(this, code, object, typeof value === 'string' ? decodeCarets(value) : value);
      },
  );

/** Decodes `^J` to the control character 10, `^ ` to `^`. */
function decodeCarets(text: string): string {
  if (!text.includes('^')) return text;
  return text.replace(/\^([ IJM])/g, (_, letter: string) => ({ ' ': '^', I: '\t', J: '\n', M: '\r' })[letter] ?? '');
}

/** acad-ts gives all blocks the base point of the last one: they share one point, whose coordinates it sets. */
export const basePoints = (): Undo =>
  replaceMethod<(this: Property, code: number, object: object, value: unknown) => void>(
    DxfPropertyBase.prototype,
    'setValue',
    (original) =>
      function (code, object, value) {
        if (object instanceof Block && object.basePoint === XYZ_Zero) object.basePoint = new XYZ(0, 0, 0);
        original.call(this, code, object, value);
      },
  );
