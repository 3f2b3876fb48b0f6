import {
  CadDocumentBuilder,
  type CadEntityTemplate,
  DxfSectionReaderBase,
  Entity,
  Seqend,
  Vertex,
} from '@node-projects/acad-ts';
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

interface Builder {
  /** Only of DXF files: those whose owner had not been read before them. */
  readonly orphanTemplates?: readonly CadEntityTemplate[];
  readonly modelSpaceEntities?: Set<Entity>;
  tryGetObjectTemplate(handle: number | null): unknown;
}

/** Entities whose owner the file does not have, as where it has entities alone, were left out. They are in the model. */
export const missingOwners = (): Undo =>
  replaceMethod<(this: Builder) => void>(
    CadDocumentBuilder.prototype,
    'createMissingHandles',
    (original) =>
      function () {
        for (const { cadObject, ownerHandle } of this.orphanTemplates ?? []) {
          const isPart = cadObject instanceof Vertex || cadObject instanceof Seqend;
          if (cadObject instanceof Entity && !isPart && !this.tryGetObjectTemplate(ownerHandle))
            this.modelSpaceEntities?.add(cadObject);
        }
        original.call(this);
      },
  );
