import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stem } from '../files/filename.ts';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import { type LocalInput, type WorkContext, within } from '../work/context.ts';
import type { Engine, EngineRequest, OutputFile } from './engine.ts';

/** Returns the context for converting these inputs; its programs can read only them. */
export type ContextOf = (inputs: readonly LocalInput[]) => WorkContext;

/**
 * Makes the engine convert the inputs: all at once if it combines them, else one after another. Then each has a folder of its own, its
 * outputs are named after it, and its errors and warnings contain its name. There is more than one such input only if an input was opened
 * to several files.
 */
export async function convertInputs(
  engine: Engine,
  request: EngineRequest,
  contextOf: ContextOf,
): Promise<OutputFile[]> {
  const { inputs } = request;
  if (inputs.length === 1 || engine.combinesInputs(request)) return engine.convert(request, contextOf(inputs));
  const outputs: OutputFile[] = [];
  for (const [index, input] of inputs.entries()) {
    const context = contextOf([input]);
    context.signal.throwIfAborted();
    const share = 100 / inputs.length;
    const workFolder = join(context.workFolder, `part-${index + 1}`);
    await mkdir(workFolder);
    const part: WorkContext = {
      ...within(context, share * index, share * (index + 1)),
      workFolder,
      warn: (code, message, details) =>
        context.warn(code, withName(input, message), { ...details, file: input.filename }),
    };
    const made = await engine.convert({ ...request, inputs: [input] }, part).catch((error: unknown) => {
      throw errorOf(input, error);
    });
    outputs.push(...made.map((output) => ({ ...output, basename: output.basename ?? stem(input.filename) })));
  }
  return outputs;
}

const withName = ({ filename }: LocalInput, message: string): string =>
  message.includes(filename) ? message : `${filename}: ${message}`;

function errorOf(input: LocalInput, error: unknown): unknown {
  if (error instanceof ConversionErrors) return new ConversionErrors(error.errors.map((each) => named(input, each)));
  return error instanceof ConversionError ? named(input, error) : error;
}

function named(input: LocalInput, error: ConversionError): ConversionError {
  const { code, source, idSource, details, log, cause } = error;
  return new ConversionError(code, withName(input, error.message), {
    source,
    details: { ...details, file: input.filename },
    cause,
    ...(idSource !== null && { idSource }),
    ...(log !== undefined && { log }),
  });
}
