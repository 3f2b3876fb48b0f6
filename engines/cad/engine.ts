import { join } from 'node:path';
import type { Engine, EngineContext, EngineRequest, LocalInput, OutputFile } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { chooseVersion } from './choose-version.ts';
import { describePrograms } from './describe.ts';
import { convertInHost } from './hosts.ts';
import { identifyDrawing } from './identify.ts';
import { OUTPUT } from './job.ts';
import { requireTarget, TARGETS } from './targets.ts';
import { warnOfLosses } from './warnings.ts';

/** Drawings: DWG and DXF of every version into those that can be written (writers.ts). One input a task. */
export const engine: Engine = {
  category: 'cad',
  combinesInputs: () => false,
  convert,
  describe: describePrograms,
};

async function convert(
  { target: name, options, inputs }: EngineRequest,
  context: EngineContext,
): Promise<OutputFile[]> {
  const target = requireTarget(name);
  const input = onlyInput(inputs);
  const drawing = await identifyDrawing(input);
  const version = chooseVersion(target, options.version, drawing, context);
  const result = await convertInHost({ drawing, filename: input.filename, target, version }, input, context);
  warnOfLosses(result, version, context);
  return [{ path: join(context.workFolder, OUTPUT), extension: target, contentType: TARGETS[target].contentType }];
}

function onlyInput(inputs: readonly LocalInput[]): LocalInput {
  const [input] = inputs;
  if (input === undefined || inputs.length > 1) {
    throw new ConversionError('input_count', `A drawing is made of one input, not of ${inputs.length}.`);
  }
  return input;
}
