import {
  ACadVersion,
  type CadTemplate,
  DwgObjectReader,
  DxfSectionReaderBase,
  DxfSectionWriterBase,
  type DxfStreamReaderBase,
  MText,
} from '@node-projects/acad-ts';
import type { SectionWriter } from '../dxf-entities/tags.ts';
import { readColumns, writeColumns } from '../dxf-entities/text-columns.ts';
import { replaceMethod, type Undo } from './replace.ts';

/* Repairs of how acad-ts 3.2.0 reads and writes the columns of MTEXT since 2018, one function each. */

/** acad-ts does not read the height of columns from DXF. */
export const columnInput = (): Undo =>
  replaceMethod<(this: { readonly _reader: DxfStreamReaderBase }, text: MText) => void>(
    DxfSectionReaderBase.prototype,
    '_readColumnData',
    () =>
      function (text) {
        readColumns(this._reader, text);
      },
  );

/** acad-ts does not write columns to DXF: the text becomes one long column. */
export const columnOutput = (): Undo =>
  replaceMethod<(this: SectionWriter, text: MText, map: unknown) => void>(
    DxfSectionWriterBase.prototype,
    '_writeMText',
    (original) =>
      function (text, map) {
        original.call(this, text, map);
        if (this.version >= ACadVersion.AC1032 && text.hasColumns) writeColumns(this._writer, text);
      },
  );

interface StreamReader {
  readBitLong(): number;
  readBitDouble(): number;
  read3BitDouble(): unknown;
}

/** acad-ts reads the number of columns of an MTEXT, and their total size, from DWG and discards them. */
export const columnSizes = (): Undo =>
  replaceMethod<(this: { readonly _objectReader: StreamReader }, ...rest: never[]) => CadTemplate>(
    DwgObjectReader.prototype,
    '_readMText',
    (original) =>
      function (...rest) {
        const { _objectReader: reader } = this;
        const numbers = notedNumbers(reader);
        try {
          const template = original.apply(this, rest);
          const { cadObject: text } = template as { readonly cadObject?: unknown };
          if (text instanceof MText && text.hasColumns) takeSizes(text, numbers);
          return template;
        } finally {
          for (const name of ['readBitLong', 'readBitDouble', 'read3BitDouble']) Reflect.deleteProperty(reader, name);
        }
      },
  );

/** Values read from a stream: the last whole number, and the real numbers since the last point. */
interface Noted {
  count: number;
  readonly sizes: number[];
}

function notedNumbers(reader: StreamReader): Noted {
  const noted: Noted = { count: 0, sizes: [] };
  const { readBitLong, readBitDouble, read3BitDouble } = reader;
  reader.readBitLong = () => {
    noted.count = readBitLong.call(reader);
    return noted.count;
  };
  reader.readBitDouble = () => {
    const value = readBitDouble.call(reader);
    noted.sizes.push(value);
    return value;
  };
  reader.read3BitDouble = () => {
    const place = read3BitDouble.call(reader);
    noted.sizes.length = 0;
    return place;
  };
  return noted;
}

/** Takes the sizes after the position of the text (Open Design Specification for .dwg files 5.4.1, MTEXT, since 2018). */
function takeSizes(text: MText, { count, sizes }: Noted): void {
  const [width = 0, height = 0, allWidth = 0, allHeight = 0] = sizes;
  text.rectangleWidth = width;
  text.rectangleHeight = height;
  text.horizontalWidth = allWidth;
  text.verticalHeight = allHeight;
  if (text.columnData !== null) text.columnData.columnCount = count;
}
