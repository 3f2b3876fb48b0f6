import { DxfSectionWriterBase, type Entity, type ExtendedDataDictionary } from '@node-projects/acad-ts';
import type { SectionWriter } from '../dxf-entities/tags.ts';
import { replaceMethod, type Undo } from './replace.ts';

interface EntityWriter extends SectionWriter {
  writeCommonObjectData(entity: Entity): void;
  writeCommonEntityData(entity: Entity): void;
  writeExtendedData(data: ExtendedDataDictionary): void;
}

/**
 * Makes the DXF writer write whole entities of a class of which it writes only the name.
 * @param writeBody writes everything besides the common properties
 */
export function writeWhole<Kind extends Entity, Writer>(
  kind: new () => Kind,
  writeBody: (writer: Writer, entity: Kind) => void,
): Undo {
  return replaceMethod<(this: EntityWriter & Writer, entity: Entity) => void>(
    DxfSectionWriterBase.prototype,
    'writeEntity',
    (original) =>
      function (entity) {
        if (!(entity instanceof kind)) {
          original.call(this, entity);
          return;
        }
        this._writer.write(0, entity.objectName);
        this.writeCommonObjectData(entity);
        this.writeCommonEntityData(entity);
        writeBody(this, entity);
        this.writeExtendedData(entity.extendedData);
      },
  );
}
