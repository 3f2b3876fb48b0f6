import {
  BlockRecord,
  CadBlockRecordTemplate,
  CadDocumentBuilder,
  DxfSectionReaderBase,
  type DxfStreamReaderBase,
  type Entity,
  Viewport,
} from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/* Repairs of how the DXF reader of acad-ts 3.2.0 treats entities on the sheet (paper space). */

interface SectionReader {
  readonly _reader: DxfStreamReaderBase;
}

interface Template {
  readonly cadObject: Entity;
}

const ON_SHEET = 67;
const STATUS = 68;

/** Entities that are marked as being on the sheet. */
const onSheet = new WeakSet<object>();

function noteSheet({ _reader: reader }: SectionReader, { cadObject }: Template): void {
  if (reader.code === ON_SHEET && reader.valueAsShort === 1) onSheet.add(cadObject);
}

interface Builder {
  readonly blockRecords: Iterable<BlockRecord> & { add(record: BlockRecord): void };
  /** Only for DXF files: entities that name no owner. */
  readonly modelSpaceEntities?: Set<Entity>;
  addTemplate(template: CadBlockRecordTemplate): void;
  tryGetObjectTemplate(handle: number): CadBlockRecordTemplate | null;
}

/** acad-ts puts entities of the sheet into the model in files before R13, whose entities do not name their block. */
export const sheetEntities = (): Undo => {
  const undo = [
    replaceMethod<(this: SectionReader, template: Template, ...others: never[]) => void>(
      DxfSectionReaderBase.prototype,
      'readCommonEntityCodes',
      (original) =>
        function (template, ...others) {
          noteSheet(this, template);
          original.call(this, template, ...others);
        },
    ),
    replaceMethod<(this: SectionReader, template: Template, ...others: never[]) => unknown>(
      DxfSectionReaderBase.prototype,
      '_readViewport',
      (original) =>
        function (template, ...others) {
          noteSheet(this, template);
          return original.call(this, template, ...others);
        },
    ),
    replaceMethod<(this: Builder) => void>(
      CadDocumentBuilder.prototype,
      'createMissingHandles',
      (original) =>
        function () {
          const moved = [...(this.modelSpaceEntities ?? [])].filter((entity) => onSheet.has(entity));
          const record = moved.length === 0 ? null : sheetOf(this);
          original.call(this);
          if (record === null) return;
          const sheet = this.tryGetObjectTemplate(record.handle);
          for (const entity of moved) {
            this.modelSpaceEntities?.delete(entity);
            sheet?.ownedObjectsHandlers.add(entity.handle);
          }
        },
    ),
  ];
  return () => {
    for (const each of undo) each();
  };
};

/** Returns the block of the sheet, which a file may lack. */
function sheetOf(builder: Builder): BlockRecord {
  const name = BlockRecord.paperSpaceName.toUpperCase();
  const found = [...builder.blockRecords].find((record) => record.name.toUpperCase() === name);
  if (found !== undefined) return found;
  const record = BlockRecord.paperSpace;
  builder.blockRecords.add(record);
  builder.addTemplate(new CadBlockRecordTemplate(record));
  return record;
}

/** acad-ts loses whether a viewport is on, and its place in the order of those that are. */
export const viewportStatus = (): Undo =>
  replaceMethod<(this: SectionReader, template: Template, ...others: never[]) => unknown>(
    DxfSectionReaderBase.prototype,
    '_readViewport',
    (original) =>
      function (template, ...others) {
        const { cadObject } = template;
        if (this._reader.code === STATUS && cadObject instanceof Viewport) {
          cadObject.activeStatus = this._reader.valueAsShort;
          statusKnown.add(cadObject);
        }
        return original.call(this, template, ...others);
      },
  );

const statusKnown = new WeakSet<Viewport>();

/** Returns group 68 of a viewport: as read, or its number if the file did not have it (DWG). `isOff`: as DWG says. */
export const viewportStatusOf = (viewport: Viewport, isOff: boolean): number =>
  statusKnown.has(viewport) ? viewport.activeStatus : isOff ? 0 : viewport.id;
