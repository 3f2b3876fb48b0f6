import { CadObject, TableEntry } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/**
 * Layers, blocks and styles with a name of more than 31 letters were left out of files of 2000, which have up to 255 (Autodesk's
 * DXF reference, $EXTNAMES), and those with a sign that is not allowed out of all: `|` is in each name of an external
 * reference. What refers to them stayed. What a release cannot hold is renamed before it is written: ../versions/short-names.ts.
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
