import {
  ACadVersion,
  DxfBinaryReader,
  DxfBinaryReaderAC1009,
  DxfObjectsSectionReader,
  DxfReader,
  DxfSectionReaderBase,
  DxfStreamReaderBase,
  DxfTablesSectionReader,
  DxfTextReader,
} from '@node-projects/acad-ts';
import { unescapeUnicode } from '../text.ts';
import { replaceGetter, replaceMethod, type Undo } from './replace.ts';
import { TruncatedDrawing } from './truncated.ts';

/* Repairs of the DXF reader of acad-ts 3.2.0, one function each. */

interface StreamReader {
  encoding: string;
}

interface DocumentReader {
  readonly _version: ACadVersion;
  readonly fileStream: Uint8Array;
}

const SENTINEL_BYTES = 22;

/**
 * A binary DXF was mistaken for one of R12 where the byte behind the sentinel is not 0, but the first group is 0 in all
 * versions: the second byte tells, which is the end of the group code since R13, and text before.
 */
export const binaryR12 = (): Undo =>
  replaceMethod<(this: DocumentReader, binary: boolean, r12: boolean) => StreamReader>(
    DxfReader.prototype,
    '_createReader',
    (original) =>
      function (binary) {
        const { fileStream } = this;
        return original.call(
          this,
          binary,
          binary && fileStream[SENTINEL_BYTES] === 0 && fileStream[SENTINEL_BYTES + 1] !== 0,
        );
      },
  );

/** Text since 2007 is UTF-8; it was decoded by the code page that the file names all the same. */
export const utf8Since2007 = (): Undo =>
  replaceMethod<(this: DocumentReader, binary: boolean, r12: boolean) => StreamReader>(
    DxfReader.prototype,
    '_createReader',
    (original) =>
      function (binary, r12) {
        const reader = original.call(this, binary, r12);
        if (this._version >= ACadVersion.AC1021) {
          // The header section names a code page later.
          Object.defineProperty(reader, 'encoding', { get: () => 'utf-8', set: () => {} });
        }
        return reader;
      },
  );

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

/** Characters written as `\U+00E9` stayed so. A decoder was made for each string, which took a third of the time. */
export const unicodeEscapes = (): Undo =>
  replaceMethod<(this: StreamReader, bytes: Uint8Array) => string>(
    DxfStreamReaderBase.prototype,
    'decodeString',
    () =>
      function (bytes) {
        if (bytes.length === 0) return '';
        let decoder = decoders.get(this.encoding);
        if (decoder === undefined) {
          // The names that the reader uses are those of the encodings.
          decoder = new TextDecoder(this.encoding);
          decoders.set(this.encoding, decoder);
        }
        const text = decoder.decode(bytes);
        return text.includes('\\U+') ? unescapeUnicode(text) : text;
      },
  );

interface TextReader {
  readonly dxfCode: number;
  readonly _data: Uint8Array;
  _bytePos: number;
  valueRaw: string;
  decodeString(bytes: Uint8Array): string;
}

/** Group codes of what people write; other lines are names and numbers. */
const isText = (code: number): boolean => [1, 3, 4].includes(code) || (code >= 300 && code <= 309) || code === 1000;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * A text file that ended early was read on forever; and texts lost the spaces at their ends, also those between the
 * pieces that a long text is written in.
 */
export const textLines = (): Undo =>
  replaceMethod<(this: TextReader) => string>(
    DxfTextReader.prototype,
    'readStringLine',
    () =>
      function () {
        const { _data: data, _bytePos: start } = this;
        if (start >= data.length) throw new TruncatedDrawing();
        const found = data.indexOf(LINE_FEED, start);
        const end = found < 0 ? data.length : found;
        this._bytePos = end + 1;
        const line = this.decodeString(
          data.subarray(start, data[end - 1] === CARRIAGE_RETURN && end > start ? end - 1 : end),
        );
        this.valueRaw = isText(this.dxfCode) ? line : line.trim();
        return this.valueRaw;
      },
  );

interface BinaryReader {
  readonly _pos: number;
  readonly _data: Uint8Array;
}

/** A binary file that ended early ended in the error of a buffer, or was read on forever. */
export const binaryEnd = (): Undo => {
  const undoReads = [DxfBinaryReader.prototype, DxfBinaryReaderAC1009.prototype].map((prototype) =>
    replaceMethod<(this: BinaryReader) => number>(
      prototype,
      'readCode',
      (original) =>
        function () {
          if (this._pos >= this._data.length) throw new TruncatedDrawing();
          return original.call(this);
        },
    ),
  );
  const undoValues = replaceMethod<(this: unknown) => void>(
    DxfStreamReaderBase.prototype,
    'readNext',
    (original) =>
      function () {
        try {
          original.call(this);
        } catch (error) {
          throw error instanceof RangeError ? new TruncatedDrawing() : error;
        }
      },
  );
  return () => {
    for (const undo of [undoValues, ...undoReads]) undo();
  };
};

/**
 * Integers of 16 bits lost their sign, and with it layers that are off: their colour is negative (Autodesk's DXF reference,
 * LAYER).
 */
export const signedIntegers = (): Undo =>
  replaceGetter<DxfStreamReaderBase>(DxfStreamReaderBase.prototype, 'valueAsShort', function () {
    return (Number(this.value) << 16) >> 16;
  });

interface TablesReader {
  readonly _reader: DxfStreamReaderBase;
}

/** Readers of a table that are at its head. */
const atHead = new WeakSet<object>();

/** In files before R13, whose tables have no subclass, the first entry of each table lost its name. */
export const firstTableEntries = (): Undo => {
  const undoTable = replaceMethod<(this: TablesReader) => void>(
    DxfTablesSectionReader.prototype,
    '_readTable',
    (original) =>
      function () {
        atHead.add(this);
        original.call(this);
      },
  );
  const undoHead = replaceMethod<(this: TablesReader, template?: unknown) => unknown>(
    DxfSectionReaderBase.prototype,
    'readCommonObjectData',
    (original) =>
      function (...template) {
        const head = original.call(this, ...template);
        if (!atHead.delete(this)) return head;
        const reader = this._reader;
        // Behind the head stands the first entry, and the reader is about to go past it.
        if (reader.code === 0 && reader.valueAsString !== 'ENDTAB') skipOnce(reader);
        return head;
      },
  );
  return () => {
    undoHead();
    undoTable();
  };
};

/** An object without any group, as OpenSCAD writes one, took the next one with it, and with the end of its section the end of the file. */
export const emptyObjects = (): Undo =>
  replaceMethod<(this: TablesReader, template?: unknown) => unknown>(
    DxfSectionReaderBase.prototype,
    'readCommonObjectData',
    (original) =>
      function (...template) {
        const isEmpty = this instanceof DxfObjectsSectionReader && template.length === 0 && this._reader.code === 0;
        if (!isEmpty) return original.call(this, ...template);
        return { name: null, handle: 0, ownerHandle: null, xdictHandle: null, reactors: new Set() };
      },
  );

/** The next `readNext` stays where the reader is. */
function skipOnce(reader: DxfStreamReaderBase): void {
  reader.readNext = () => Reflect.deleteProperty(reader, 'readNext');
}
