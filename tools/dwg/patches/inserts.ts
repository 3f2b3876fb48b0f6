import { CadInsertTemplate, type Insert } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

interface InsertTemplate {
  readonly cadObject: Insert;
}

/**
 * Attributes of block references are in the coordinates of what holds the reference (Autodesk's DXF reference, ATTRIB); acad-ts
 * took them for those of the block and moved them once more where it read them by their handles (DWG). Its writers write them as
 * they are.
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
          // Of the class again: attributes that are made of their definitions have to be moved.
          Reflect.deleteProperty(cadObject, 'applyAttributeTransform');
        }
      },
  );
