import { DxfSectionReaderBase, type DxfStreamReaderBase, LeaderRoot } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

interface SectionReader {
  readonly _reader: DxfStreamReaderBase;
  tryAssignCurrentValue(object: unknown, map: unknown): boolean;
}

/** Where the lines of a MULTILEADER meet its text, and how its landing lies, were not read from DXF: they went to the origin. */
export const leaderRoots = (): Undo =>
  replaceMethod<(this: SectionReader, template: unknown) => unknown>(
    DxfSectionReaderBase.prototype,
    '_readMultiLeaderLeader',
    (original) =>
      function (template) {
        const assign = this.tryAssignCurrentValue;
        this.tryAssignCurrentValue = (object, map) =>
          object instanceof LeaderRoot ? assignTo(object, this._reader) : assign.call(this, object, map);
        try {
          return original.call(this, template);
        } finally {
          // The method of the class is seen again.
          Reflect.deleteProperty(this, 'tryAssignCurrentValue');
        }
      },
  );

/** Group codes by Autodesk's DXF reference, MLEADER, "Leader Node". */
function assignTo(root: LeaderRoot, reader: DxfStreamReaderBase): boolean {
  switch (reader.code) {
    case 10:
      root.connectionPoint.x = reader.valueAsDouble;
      return true;
    case 20:
      root.connectionPoint.y = reader.valueAsDouble;
      return true;
    case 30:
      root.connectionPoint.z = reader.valueAsDouble;
      return true;
    case 11:
      root.direction.x = reader.valueAsDouble;
      return true;
    case 21:
      root.direction.y = reader.valueAsDouble;
      return true;
    case 31:
      root.direction.z = reader.valueAsDouble;
      return true;
    case 40:
      root.landingDistance = reader.valueAsDouble;
      return true;
    case 90:
      root.leaderIndex = reader.valueAsInt;
      return true;
    case 290:
      root.contentValid = reader.valueAsBool;
      return true;
    case 291:
      root.unknown = reader.valueAsBool;
      return true;
    default:
      return false;
  }
}
