import { type CadObject, DwgObjectWriter, type DwgReferenceType, type Leader } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

interface StreamWriter {
  handleReferenceTyped(type: DwgReferenceType, object: CadObject | null): void;
}

interface ObjectWriter {
  readonly _writer: StreamWriter;
}

/** acad-ts writes null for the text that a leader leads to: the first of the two objects that a leader refers to. */
export const leaderAnnotations = (): Undo =>
  replaceMethod<(this: ObjectWriter, leader: Leader) => void>(
    DwgObjectWriter.prototype,
    '_writeLeader',
    (original) =>
      function (leader) {
        const { _writer: writer } = this;
        const named: (CadObject | null)[] = [leader.associatedAnnotation];
        writer.handleReferenceTyped = (type, object) => {
          const write = Object.getPrototypeOf(writer).handleReferenceTyped as StreamWriter['handleReferenceTyped'];
          write.call(writer, type, named.shift() ?? object);
        };
        try {
          original.call(this, leader);
        } finally {
          Reflect.deleteProperty(writer, 'handleReferenceTyped');
        }
      },
  );
