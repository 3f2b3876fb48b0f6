import { CadInsertTemplate, type Insert } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

interface InsertTemplate {
  readonly cadObject: Insert;
}

/**
 * Attributes of block references use the coordinates of the block that contains the reference (Autodesk's DXF reference, ATTRIB). acad-ts
 * takes them for coordinates of the referenced block and moves them again if it reads them by handle (DWG). Its writers write them
 * unchanged.
 */
export const placedAttributes = (): Undo =>
  replaceMethod<(this: InsertTemplate, builder: unknown) => void>(
    CadInsertTemplate.prototype,
    '_build',
    (original) =>
      function (builder) {
        const { cadObject } = this;
        cadObject.applyAttributeTransform = () => {};
        try {
          original.call(this, builder);
        } finally {
          // Restores the method of the class: attributes made from their definitions have to be moved.
          Reflect.deleteProperty(cadObject, 'applyAttributeTransform');
        }
      },
  );
