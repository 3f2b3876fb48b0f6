import { join } from 'node:path';
import { defineEngine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import type { DrawingVersion } from '../../tools/formats/dwg/drawing-versions.ts';
import { type Drawing, identifyDrawing, identifyDxf, OldDrawing } from '../../tools/formats/dwg/identify.ts';
import { catalog } from './catalog.ts';
import { describePrograms } from './describe.ts';
import { type DrawingResult, OUTPUT } from './job.ts';
import { openByOther } from './other-programs.ts';
import { closeDrawingPools, convertInPool } from './pool.ts';
import { TARGETS, type Target } from './targets.ts';
import { warnOfLosses } from './warnings.ts';

/** Converts drawings: DWG and DXF of every version since R12 to every other. One input per task. */
export const engine = defineEngine(catalog, { convert, describe: describePrograms, close: closeDrawingPools });

async function convert(
  { target, options, inputs }: RequestOf<typeof catalog>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const input = onlyInput(inputs, 'A drawing');
  const { version, result } = await convertDrawing(target, options.version, input, context);
  warnOfLosses(result, version, context);
  return [{ path: join(context.workFolder, OUTPUT), extension: target, contentType: TARGETS[target].contentType }];
}

interface Converted {
  readonly version: DrawingVersion;
  readonly result: DrawingResult;
}

/** Converts with our own reader; if that cannot open the drawing, another program does, if one is installed. */
async function convertDrawing(
  target: Target,
  asked: DrawingVersion | undefined,
  input: LocalInput,
  context: WorkContext,
): Promise<Converted> {
  const convertBy = async (drawing: Drawing, from: LocalInput): Promise<Converted> => {
    const version = asked ?? drawing.version;
    return {
      version,
      result: await convertInPool({ drawing, filename: input.filename, target, version }, from, context),
    };
  };
  try {
    return await convertBy(await identifyDrawing(input), input);
  } catch (error) {
    const isDamaged = error instanceof ConversionError && error.code === 'input_damaged';
    if (input.format?.name !== 'dwg' || !(isDamaged || error instanceof OldDrawing)) throw error;
    const opened = await openByOther(input, context);
    if (opened === null) throw error;
    const converted = await convertBy(await identifyDxf(opened.input), opened.input);
    const message = `${input.filename} was opened by ${opened.program}, because ${isDamaged ? 'it is damaged' : 'its release is older than what is read here'}. Parts of it may be missing.`;
    context.warn(isDamaged ? 'input_damaged' : 'output_limited', message, { program: opened.program });
    return converted;
  }
}
