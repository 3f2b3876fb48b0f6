import { CadObject, TableEntry } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/**
 * acad-ts drops layers, blocks and styles with a name of more than 31 letters from files of 2000, which allows 255 (Autodesk's DXF
 * reference, $EXTNAMES), and those with a forbidden sign from all files: `|` is in each name of an external reference. References to them
 * stay. Names that a release cannot hold are changed before writing: ../versions/short-names.ts.
 */
export const entryNames = (): Undo =>
  replaceMethod<TableEntry['validate']>(
    TableEntry.prototype,
    'validate',
    () =>
      function (this: TableEntry, format, version) {
        return CadObject.prototype.validate.call(this, format, version);
      },
  );
