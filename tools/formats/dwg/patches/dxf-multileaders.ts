import { type CadMLeaderTemplate, DxfSectionReaderBase, type DxfStreamReaderBase } from '@node-projects/acad-ts';
import { readMultiLeader } from '../dxf-entities/read-multileader.ts';
import { replaceMethod, type Undo } from './replace.ts';

interface SectionReader {
  readonly _reader: DxfStreamReaderBase;
  readonly currentSubclass: string;
}

/**
 * acad-ts does not read the ends of the landings, the block content, its attributes and the matrix of multileaders from DXF. It mistakes
 * the reference of an attribute for the block that contains the multileader, and rejects drawings with one.
 */
export const multiLeaderInput = (): Undo =>
  replaceMethod<(this: SectionReader, template: CadMLeaderTemplate, map: unknown) => boolean>(
    DxfSectionReaderBase.prototype,
    '_readMLeader',
    () =>
      function (template) {
        return readMultiLeader(this._reader, template, this.currentSubclass);
      },
  );
