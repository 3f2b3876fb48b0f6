import { readFileSync } from 'node:fs';
import { ConversionError } from '../../src/task/errors.ts';
import { type Census, censusOf, censusOfDxf, missingFrom } from '../../tools/formats/dwg/census.ts';
import type { DrawingVersion } from '../../tools/formats/dwg/drawing-versions.ts';
import { countLoss, type Losses } from '../../tools/formats/dwg/losses.ts';
import { readDrawing } from '../../tools/formats/dwg/read.ts';
import type { Target } from './targets.ts';

/**
 * Counts the entities in a written file; those that are neither in it nor in `losses` are added to `losses` as dropped. A DXF is counted by
 * its groups, a DWG is read back.
 * @param expected entities of the drawing before it was written
 * @throws ConversionError `conversion_failed` for a DWG that cannot be read
 */
export function verifyWritten(path: string, { target, version, expected, losses }: Written): void {
  const found = target === 'dxf' ? censusOfDxf(readFileSync(path)) : readBack(path);
  for (const [type, number] of missingFrom(inVersion(expected, version), found)) {
    const { approximated, dropped } = losses.get(type) ?? { approximated: 0, dropped: 0 };
    const silent = number - approximated - dropped;
    if (silent > 0) countLoss(losses, type, 'dropped', silent);
  }
}

export interface Written {
  readonly target: Target;
  readonly version: DrawingVersion;
  readonly expected: Census;
  readonly losses: Losses;
}

/** Before R14 the same line has another name. */
function inVersion(census: Census, version: DrawingVersion): Census {
  const light = census.get('LWPOLYLINE');
  if (version >= 'AC1014' || light === undefined) return census;
  const old = new Map(census);
  old.delete('LWPOLYLINE');
  return old.set('POLYLINE', light + (census.get('POLYLINE') ?? 0));
}

/** Counts the content of a DWG, including what our reader does not understand, such as solids since 2013. */
function readBack(path: string): Census {
  try {
    const { document, unread } = readDrawing(readFileSync(path), 'dwg', 'the result');
    return sumOf(censusOf(document), unread);
  } catch (error) {
    throw new ConversionError('conversion_failed', 'The DWG that was written cannot be read back.', {
      log: error instanceof ConversionError ? (error.log ?? error.message) : String(error),
    });
  }
}

function sumOf(one: Census, other: Census): Census {
  const sum = new Map(one);
  for (const [type, number] of other) sum.set(type, number + (sum.get(type) ?? 0));
  return sum;
}
