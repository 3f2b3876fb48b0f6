import type { DrawingVersion } from '../../tools/dwg/drawing-versions.ts';
import type { Drawing } from '../../tools/dwg/identify.ts';

/** The version to write: the asked one, else the input's own; every one can be written (writers.ts). */
export function chooseVersion(asked: DrawingVersion | undefined, drawing: Drawing): DrawingVersion {
  return asked ?? drawing.version;
}
