import { type CadEntityTemplate, DxfSectionReaderBase, type Entity } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

const withoutHandle = new WeakSet<Entity>();

/** Whether an entity had no handle in a file that says what owns it, which all have since R13. */
export const lackedHandle = (entity: Entity): boolean => withoutHandle.has(entity);

/**
 * Entities without a handle, or with 0, were left out where they name what owns them: it looks for them by their handles.
 * They belong to what they stand in, as in R12.
 */
export const missingHandles = (): Undo =>
  replaceMethod<(this: unknown) => CadEntityTemplate | null>(
    DxfSectionReaderBase.prototype,
    'readEntity',
    (original) =>
      function () {
        const template = original.call(this);
        if (template === null || template.cadObject.handle !== 0 || template.ownerHandle === null) return template;
        template.ownerHandle = null;
        withoutHandle.add(template.cadObject);
        return template;
      },
  );
