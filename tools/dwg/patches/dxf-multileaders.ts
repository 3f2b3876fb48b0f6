import { type CadMLeaderTemplate, DxfSectionReaderBase, type DxfStreamReaderBase } from '@node-projects/acad-ts';
import { readMultiLeader } from '../dxf-entities/read-multileader.ts';
import { replaceMethod, type Undo } from './replace.ts';

interface SectionReader {
  readonly _reader: DxfStreamReaderBase;
  readonly currentSubclass: string;
}

/**
 * Of multileaders from DXF the ends of the landings, the block that is shown, its attributes and the matrix were not read; what
 * names an attribute was mistaken for the block that the multileader is in, and drawings with one were refused.
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
