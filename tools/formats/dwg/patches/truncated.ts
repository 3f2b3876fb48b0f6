/** Thrown if a DXF file ends before its end mark. */
export class TruncatedDrawing extends Error {
  override readonly name = 'TruncatedDrawing';
}
