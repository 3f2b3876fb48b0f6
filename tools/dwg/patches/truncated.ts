/** A DXF file ended before its end mark. */
export class TruncatedDrawing extends Error {
  override readonly name = 'TruncatedDrawing';
}
