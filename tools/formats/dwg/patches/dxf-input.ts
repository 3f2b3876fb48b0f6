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
 * acad-ts takes a binary DXF for R12 if the byte after the sentinel is not 0, but the first group is 0 in all versions. The second byte
 * differs: since R13 it is the end of the group code, before it is text.
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

/** Text since 2007 is UTF-8; acad-ts nevertheless decodes it by the code page that the file names. */
export const utf8Since2007 = (): Undo =>
  replaceMethod<(this: DocumentReader, binary: boolean, r12: boolean) => StreamReader>(
    DxfReader.prototype,
    '_createReader',
    (original) =>
      function (binary, r12) {
        const reader = original.call(this, binary, r12);
        if (this._version >= ACadVersion.AC1021) {
          // The header section sets a code page later.
          Object.defineProperty(reader, 'encoding', { get: () => 'utf-8', set: () => {} });
        }
        return reader;
      },
  );

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

/** acad-ts does not decode characters written as `\U+00E9`. It makes a decoder for each string, which takes a third of the time. */
export const unicodeEscapes = (): Undo =>
  replaceMethod<(this: StreamReader, bytes: Uint8Array) => string>(
    DxfStreamReaderBase.prototype,
    'decodeString',
    () =>
      function (bytes) {
        if (bytes.length === 0) return '';
        let decoder = decoders.get(this.encoding);
        if (decoder === undefined) {
          // The reader's names are those of the encodings.
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

/** Group codes of text written by people; other lines are names and numbers. */
const isText = (code: number): boolean => [1, 3, 4].includes(code) || (code >= 300 && code <= 309) || code === 1000;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * acad-ts reads a truncated text file forever, and strips spaces at the ends of texts, including those between the pieces of a long text.
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

/** acad-ts fails with a buffer error on a truncated binary file, or reads it forever. */
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
 * acad-ts loses the sign of 16-bit integers, and with it layers that are off: their colour is negative (Autodesk's DXF reference, LAYER).
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

/** acad-ts loses the name of the first entry of each table in files before R13, whose tables have no subclass. */
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
        // The first entry follows the head, and the reader is about to skip it.
        if (reader.code === 0 && reader.valueAsString !== 'ENDTAB') skipOnce(reader);
        return head;
      },
  );
  return () => {
    undoHead();
    undoTable();
  };
};

/** An object without any group, as OpenSCAD writes, swallows the next one, and at the end of its section the end of the file. */
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

/** Makes the next `readNext` stay at the current group. */
function skipOnce(reader: DxfStreamReaderBase): void {
  reader.readNext = () => Reflect.deleteProperty(reader, 'readNext');
}
