import { DwgObjectWriter, type Layout, type XY } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

interface StreamWriter {
  write2RawDouble(point: XY): void;
}

interface ObjectWriter {
  readonly _writer: StreamWriter;
}

/** acad-ts writes the lower left limits of a layout twice, instead of the upper right ones after them. */
export const layoutLimits = (): Undo =>
  replaceMethod<(this: ObjectWriter, layout: Layout) => void>(
    DwgObjectWriter.prototype,
    '_writeLayout',
    (original) =>
      function (layout) {
        const { _writer: writer } = this;
        const limits = [layout.minLimits, layout.maxLimits];
        writer.write2RawDouble = (point) => {
          const write = Object.getPrototypeOf(writer).write2RawDouble as StreamWriter['write2RawDouble'];
          write.call(writer, limits.shift() ?? point);
        };
        try {
          original.call(this, layout);
        } finally {
          Reflect.deleteProperty(writer, 'write2RawDouble');
        }
      },
  );
