import {
  DxfSectionReaderBase,
  type DxfStreamReaderBase,
  type Hatch,
  type HatchPattern,
  HatchPatternLine,
  XY,
} from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/* Repairs of how the DXF reader of acad-ts 3.2.0 reads hatches. */

interface SectionReader {
  readonly _reader: DxfStreamReaderBase;
}

/**
 * The tag behind the last line of a pattern was skipped: the count of the seed points, and so the points, or the size of a
 * pixel. A count of lines that are not there made as many empty ones.
 */
export const hatchPatterns = (): Undo =>
  replaceMethod<(this: SectionReader, pattern: HatchPattern, count: number) => void>(
    DxfSectionReaderBase.prototype,
    '_readPattern',
    () =>
      function (pattern, count) {
        this._reader.readNext();
        for (let index = 0; index < count && this._reader.code === 53; index++) {
          pattern.lines.push(readPatternLine(this._reader));
        }
      },
  );

/** From the line's angle to the tag behind its dashes. */
function readPatternLine(reader: DxfStreamReaderBase): HatchPatternLine {
  const line = new HatchPatternLine();
  const [base, offset] = [new XY(0, 0), new XY(0, 0)];
  line.angle = reader.valueAsAngle;
  line.basePoint = base;
  line.offset = offset;
  for (reader.readNext(); ; reader.readNext()) {
    switch (reader.code) {
      case 43:
        base.x = reader.valueAsDouble;
        break;
      case 44:
        base.y = reader.valueAsDouble;
        break;
      case 45:
        offset.x = reader.valueAsDouble;
        break;
      case 46:
        offset.y = reader.valueAsDouble;
        break;
      case 49:
        line.dashLengths.push(reader.valueAsDouble);
        break;
      case 79:
        break;
      default:
        return line;
    }
  }
}

/** How islands are hatched was not read. */
export const hatchStyles = (): Undo =>
  replaceMethod<(this: SectionReader, template: { readonly cadObject: Hatch }, map: unknown) => boolean>(
    DxfSectionReaderBase.prototype,
    'readHatch',
    (original) =>
      function (template, map) {
        if (this._reader.code === 75) template.cadObject.style = this._reader.valueAsShort;
        return original.call(this, template, map);
      },
  );
