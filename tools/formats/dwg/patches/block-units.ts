import { type CadBlockRecordTemplate, type DxfStreamReaderBase, DxfTablesSectionReader } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

interface TablesReader {
  readonly _reader: DxfStreamReaderBase;
}

const UNITS = 70;

/**
 * acad-ts mistakes the unit of a block from DXF for its flags: a block in millimetres (4) or metres (6) becomes an external reference, and
 * its content is not written to DWG.
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
