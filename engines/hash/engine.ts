import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineEngine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { catalog } from './catalog.ts';
import { isListName } from './lists.ts';
import { checkPasswordFileSize } from './password-input.ts';
import { closePools, compute } from './pool.ts';
import { describePrograms } from './programs.ts';
import { type HashJob, outputExtension, planJob } from './targets.ts';
import { requireRight, type VerifiedFile } from './verify.ts';

/** Makes digests, lists of them and password lines, and verifies lists. Takes any file, even an empty one. */
export const engine = defineEngine(catalog, {
  acceptsEmptyInput: true,
  combinesInputs: ({ target, options }) => target === 'verify' || options.merge === true,
  convert,
  describe: describePrograms,
  close: closePools,
});

async function convert(request: RequestOf<typeof catalog>, context: WorkContext): Promise<OutputFile[]> {
  const { job, warnings } = planJob(request.target, request.options);
  const inputs = inputsOf(request.inputs, job);
  const extension = outputExtension(request.target);
  const output = `output.${extension}`;
  const found = await compute(job, inputs, output, context);
  for (const { code, message, details } of [...warnings, ...found]) context.warn(code, message, details);
  const path = join(context.workFolder, output);
  if (request.target !== 'verify') return [{ path, extension, contentType: 'text/plain', ...nameOf(inputs) }];
  const { files } = JSON.parse(await readFile(path, 'utf8')) as { readonly files: readonly VerifiedFile[] };
  requireRight(files, request.options.ignore_missing);
  const right = files.filter(({ status }) => status === 'right').length;
  return [{ path, extension, contentType: 'application/json', metadata: { right, missing: files.length - right } }];
}

/** Returns the inputs in the order of the job. Throws ConversionError `input_count`, `input_too_large`. */
function inputsOf(inputs: readonly LocalInput[], job: HashJob): readonly LocalInput[] {
  if (job.kind === 'list') return inputs;
  if (job.kind === 'verify') return listFirst(inputs);
  const input = onlyInput(inputs, 'A digest');
  if (job.kind === 'password') checkPasswordFileSize(input.size, job.scheme);
  return [input];
}

/** Puts the list before the files: the first input with the name of one, else the first. */
function listFirst(inputs: readonly LocalInput[]): readonly LocalInput[] {
  const [first, ...others] = inputs;
  if (first === undefined || others.length === 0) {
    throw new ConversionError('input_count', 'A list of digests is verified together with its files: add them.');
  }
  const list = inputs.find(({ filename }) => isListName(filename)) ?? first;
  return [list, ...inputs.filter((input) => input !== list)];
}

/** A list of several files has a name of its own. */
const nameOf = (inputs: readonly LocalInput[]): Pick<OutputFile, 'basename'> =>
  inputs.length > 1 ? { basename: 'checksums' } : {};
