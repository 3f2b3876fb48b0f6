import { copyFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { TargetOptions } from '../../../src/catalog/definition.ts';
import type { OutputFile } from '../../../src/runner/engine.ts';
import type { WarningCode } from '../../../src/task/codes.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { contentText } from '../../../src/work/content-text.ts';
import { type LocalInput, partFolder, type WorkContext, warnOfUnusedPassword } from '../../../src/work/context.ts';
import type { catalog } from '../catalog.ts';
import { isKept, type Kept, NOTHING_GAINED } from './compressor.ts';
import { COMPRESSED_KINDS, type Compressor, compressorOf } from './kinds.ts';

/** Smallest gain that is worth the quality or time that it costs. */
const LEAST_GAIN = 0.01;

/**
 * Returns the same file, smaller, of the same type; if nothing can be gained, the file itself, with a warning. Throws ConversionError
 * `input_wrong_type`, and what the work on its kind throws.
 */
export async function compress(
  input: LocalInput,
  { compression_level }: TargetOptions<typeof catalog, 'compress'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const compressor = compressorOf(input);
  if (compressor === null) throw notCompressed(input);
  if (input.decryptPassword !== null && input.format?.name !== 'pdf') warnOfUnusedPassword(input, context);
  // Warnings about a smaller file count only if it becomes the result.
  const warnings: Parameters<WorkContext['warn']>[] = [];
  const warn: WorkContext['warn'] = (code, message, details) => {
    // Options of the engines that do the work: the user did not give them.
    if (!code.startsWith('option_')) warnings.push([code, message, details]);
  };
  const heard: WorkContext = { ...context, warn };
  const made = await compressor.compress(input, compression_level, heard);
  const result = isKept(made) ? made : await ifSmaller(made, input);
  if (isKept(result)) warnOfFaults(input, new Set(warnings.map(([code]) => code)), context);
  // What is not installed may be the reason.
  for (const [code, message, details] of warnings)
    if (!isKept(result) || details?.package !== undefined) context.warn(code, message, details);
  const path = isKept(result) ? await asItIs(input, result, context) : result;
  context.progress(100);
  return [
    {
      path,
      extension: extensionOf(input, compressor),
      contentType: input.format?.contentType ?? 'application/octet-stream',
    },
  ];
}

const ifSmaller = async (made: string, { size }: LocalInput): Promise<string | Kept> =>
  (await stat(made)).size <= size * (1 - LEAST_GAIN) ? made : NOTHING_GAINED;

/** Warns of faults in a file that is returned unchanged. */
function warnOfFaults({ filename }: LocalInput, heard: ReadonlySet<WarningCode>, { warn }: WorkContext): void {
  if (heard.has('input_damaged')) warn('input_damaged', `${filename} is damaged: parts of it cannot be read.`);
  if (heard.has('input_truncated')) warn('input_truncated', `${filename} ends early.`);
}

async function asItIs(input: LocalInput, { because }: Kept, context: WorkContext): Promise<string> {
  context.warn('output_limited', `${input.filename} is unchanged: ${because}.`, { option: 'compression_level' });
  const path = join(await partFolder(context, 'unchanged'), 'file');
  await copyFile(input.path, path);
  return path;
}

/** Returns the extension of its name, if such files can have it: a JPEG may be .jpeg. */
function extensionOf({ filename, format }: LocalInput, { extensions }: Compressor): string {
  const own = extname(filename).slice(1).toLowerCase();
  return extensions.includes(own) ? own : (format?.name ?? 'bin');
}

function notCompressed(input: LocalInput): ConversionError {
  const message = `${contentText(input)}. Files that can be made smaller are ${COMPRESSED_KINDS.join(', ')}.`;
  return new ConversionError('input_wrong_type', message, { details: { format: input.format?.name ?? null } });
}
