import { readFileSync } from 'node:fs';
import { ConversionError } from '../../src/task/errors.ts';
import { censusOf } from '../../tools/formats/dwg/census.ts';
import { countEntities } from '../../tools/formats/dwg/entities.ts';
import { addLosses } from '../../tools/formats/dwg/losses.ts';
import { readDrawing } from '../../tools/formats/dwg/read.ts';
import type { DrawingJob, DrawingResult } from './job.ts';
import { verifyWritten, type Written } from './verify.ts';
import { writeDrawing } from './write.ts';

/** Progress, %, at which the drawing has been read. */
const READ = 40;
/** Progress, %, at which it has been written; then it is checked. */
const WRITTEN = 80;

/**
 * Reads a drawing, writes it as another format or version, and counts what is in the result. Runs in the worker process, which must have
 * applied the patches, and blocks it meanwhile.
 * @throws ConversionError `input_damaged`, `input_truncated`, `conversion_failed`
 */
export function convertDrawing(
  job: DrawingJob,
  paths: { readonly input: string; readonly output: string },
  progress: (percent: number) => void = () => {},
): DrawingResult {
  const { result, expected, losses } = readAndWrite(job, paths, progress);
  progress(WRITTEN);
  // The drawing is no longer in memory here.
  verifyWritten(paths.output, { ...job, expected, losses });
  return { ...result, losses: [...losses] };
}

interface ReadAndWritten extends Pick<Written, 'expected' | 'losses'> {
  readonly result: Omit<DrawingResult, 'losses'>;
}

function readAndWrite(
  { drawing, filename, target, version }: DrawingJob,
  paths: { readonly input: string; readonly output: string },
  progress: (percent: number) => void,
): ReadAndWritten {
  const { document, unread, repairs, replaced } = readDrawing(readFileSync(paths.input), drawing.format, filename);
  progress(READ);
  const entities = countEntities(document);
  if (entities === 0 && unread.size > 0) {
    throw new ConversionError('input_damaged', `None of the objects of ${filename} can be read.`, {
      details: { unread: Object.fromEntries(unread) },
    });
  }
  const expected = censusOf(document);
  const losses = writeDrawing(document, target, version, paths.output);
  addLosses(losses, replaced);
  return {
    result: { entities, unread: Object.fromEntries(unread), repairs: Object.fromEntries(repairs) },
    expected,
    losses,
  };
}
