import type { EngineContext } from '../../../src/runner/engine.ts';
import { convertCold } from './cold.ts';
import type { BookJob } from './job.ts';

/** How calibre may be run; a test sets it to try one way. */
export type BookWay = 'auto' | 'warm' | 'cold';

/**
 * Reads one book with calibre and writes it as the job says; the file made appears in `folder`, an existing folder inside the
 * work folder.
 *
 * @throws ConversionError `input_damaged`, `input_drm`, `conversion_failed`, `conversion_canceled`, `engine_crashed`, `limit_*`,
 *   `program_missing` without calibre
 */
export async function convertBook(
  job: BookJob,
  folder: string,
  context: EngineContext,
  _way: BookWay = 'auto',
): Promise<void> {
  await convertCold(job, folder, context);
}
