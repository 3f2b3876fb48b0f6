import { DwgStreamReaderBase } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/* Repairs of the DWG reader of acad-ts 3.2.0. */

interface StreamReader {
  readonly _stream: Uint8Array;
  readonly _position: number;
}

/** The reader looks a few bytes beyond the end even of valid objects. */
const SLACK_BYTES = 1024;

/** Beyond its bytes a stream returned zeros, as many as a damaged count said, and allocated as much memory as a damaged length said. */
export const boundedStreams = (): Undo => {
  const undo = [
    replaceMethod<(this: StreamReader, length: number) => Uint8Array>(
      DwgStreamReaderBase.prototype,
      'readBytes',
      (original) =>
        function (length) {
          refuseOutside(this, length);
          return original.call(this, length);
        },
    ),
    ...['readByte', 'advanceByte'].map((name) =>
      replaceMethod<(this: StreamReader) => unknown>(
        DwgStreamReaderBase.prototype,
        name,
        (original) =>
          function () {
            if (!(this._position >= 0 && this._position <= this._stream.length)) refuseOutside(this, 1);
            return original.call(this);
          },
      ),
    ),
  ];
  return () => {
    for (const each of undo) each();
  };
};

function refuseOutside({ _stream, _position }: StreamReader, length: number): void {
  if (!(_position >= 0 && _position + length <= _stream.length + SLACK_BYTES)) {
    throw new RangeError('reading outside of a section');
  }
}
