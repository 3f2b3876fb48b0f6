import { join } from 'node:path';
import type { Engine, EngineContext, EngineRequest, OutputFile } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
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
  const input = onlyInput(inputs, 'A drawing');
  const drawing = await identifyDrawing(input);
  const version = chooseVersion(target, options.version, drawing, context);
  const result = await convertInHost({ drawing, filename: input.filename, target, version }, input, context);
  warnOfLosses(result, version, context);
  return [{ path: join(context.workFolder, OUTPUT), extension: target, contentType: TARGETS[target].contentType }];
}
