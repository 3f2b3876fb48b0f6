import { readFileSync } from 'node:fs';
import { ConversionError } from '../../src/task/errors.ts';
import { countEntities } from '../../tools/dwg/entities.ts';
import { readDrawing } from '../../tools/dwg/read.ts';
import type { DrawingJob, DrawingResult } from './job.ts';
import { writeDrawing } from './write.ts';

/** Share of the progress until the drawing is read. */
const READ = 45;

/**
 * Reads a drawing and writes it as another format or version; the work of the worker process, which must have applied the
 * patches. Computes without a pause: nothing else happens in its process meanwhile.
 * @throws ConversionError `input_damaged`, `input_truncated`, `conversion_failed`
 */
export function convertDrawing(
  { drawing, filename, target, version }: DrawingJob,
  paths: { readonly input: string; readonly output: string },
  progress: (percent: number) => void = () => {},
): DrawingResult {
  const { document, unread } = readDrawing(readFileSync(paths.input), drawing.format, filename);
  progress(READ);
  const entities = countEntities(document);
  if (entities === 0 && unread.size > 0) {
    throw new ConversionError('input_damaged', `None of the objects of ${filename} can be read.`, {
      details: { unread: Object.fromEntries(unread) },
    });
  }
  const losses = writeDrawing(document, target, version, paths.output);
  return { entities, unread: Object.fromEntries(unread), losses: [...losses] };
}
