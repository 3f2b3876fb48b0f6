import { join } from 'node:path';
import { defineEngine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { catalog } from './catalog.ts';
import { checkPasswordFileSize } from './password-input.ts';
import { closePools, compute } from './pool.ts';
import { describePrograms } from './programs.ts';
import { outputExtension, planJob } from './targets.ts';

/** Makes digests and password lines. Takes any file, even an empty one; makes a text file of one line. */
export const engine = defineEngine(catalog, {
  acceptsEmptyInput: true,
  convert,
  describe: describePrograms,
  close: closePools,
});

async function convert(request: RequestOf<typeof catalog>, context: WorkContext): Promise<OutputFile[]> {
  const input = onlyInput(request.inputs, 'A digest');
  const { job, warnings } = planJob(request.target, request.options);
  if (job.kind === 'password') checkPasswordFileSize(input.size, job.scheme);
  const extension = outputExtension(request.target);
  const output = `output.${extension}`;
  const found = await compute(job, input, output, context);
  for (const { code, message, details } of [...warnings, ...found]) context.warn(code, message, details);
  return [{ path: join(context.workFolder, output), extension, contentType: 'text/plain' }];
}
