import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stem } from '../files/filename.ts';
import { type LocalInput, type WorkContext, within } from '../work/context.ts';
import type { Engine, EngineRequest, OutputFile } from './engine.ts';

/**
 * Has the engine convert the inputs: all at once where it combines them, else one after another, each in a folder of its own, its
 * outputs named after it. There is more than one of the latter only where an input was opened to several files.
 */
export async function convertInputs(
  engine: Engine,
  request: EngineRequest,
  context: WorkContext,
): Promise<OutputFile[]> {
  const { inputs } = request;
  if (inputs.length === 1 || engine.combinesInputs(request)) return engine.convert(request, context);
  const outputs: OutputFile[] = [];
  for (const [index, input] of inputs.entries()) {
    const share = 100 / inputs.length;
    const workFolder = join(context.workFolder, `part-${index + 1}`);
    await mkdir(workFolder);
    const part = { ...within(context, share * index, share * (index + 1)), workFolder };
    const made = await engine.convert({ ...request, inputs: [input] }, part);
    outputs.push(...made.map((output) => ({ ...output, basename: output.basename ?? nameOf(input) })));
  }
  return outputs;
}

const nameOf = ({ filename }: LocalInput): string => stem(filename);
