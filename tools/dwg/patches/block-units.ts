import { type CadBlockRecordTemplate, type DxfStreamReaderBase, DxfTablesSectionReader } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

interface TablesReader {
  readonly _reader: DxfStreamReaderBase;
}

const UNITS = 70;

/**
 * The unit of a block from DXF was mistaken for its flags: one in millimetres (4) or metres (6) became an external reference,
 * and what is in it was not written to DWG.
 */
export const blockUnits = (): Undo =>
  replaceMethod<(this: TablesReader, template: CadBlockRecordTemplate, map: unknown) => boolean>(
    DxfTablesSectionReader.prototype,
    '_readBlockRecord',
    (original) =>
      function (template, map) {
        if (this._reader.code !== UNITS) return original.call(this, template, map);
        template.cadObject.units = this._reader.valueAsShort;
        return true;
      },
  );
