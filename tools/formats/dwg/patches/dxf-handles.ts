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

/** Whether an entity had no handle although its file names owners, as all files have since R13. */
export const lackedHandle = (entity: Entity): boolean => withoutHandle.has(entity);

/**
 * acad-ts drops entities without a handle, or with handle 0, if they name their owner: it looks for them by handle. They belong to the
 * block that contains them, as in R12.
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
  /** Only for DXF files: entities whose owner had not been read before them. */
  readonly orphanTemplates?: readonly CadEntityTemplate[];
  readonly modelSpaceEntities?: Set<Entity>;
  tryGetObjectTemplate(handle: number | null): unknown;
}

/** acad-ts drops entities whose owner is not in the file, for example if it has only entities. They go into the model. */
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
