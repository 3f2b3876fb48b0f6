import { type CadWipeoutBase, DxfSectionReaderBase, type DxfStreamReaderBase } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

interface SectionReader {
  readonly _reader: DxfStreamReaderBase;
}

/** acad-ts does not read from DXF whether an image or wipeout is clipped by a rectangle or a polygon. */
export const imageClips = (): Undo =>
  replaceMethod<(this: SectionReader, template: { readonly cadObject: CadWipeoutBase }, map: unknown) => boolean>(
    DxfSectionReaderBase.prototype,
    '_readWipeoutBase',
    (original) =>
      function (template, map) {
        if (this._reader.code === 71) template.cadObject.clipType = this._reader.valueAsShort;
        return original.call(this, template, map);
      },
  );
