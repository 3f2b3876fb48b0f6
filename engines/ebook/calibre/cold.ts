import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../../src/process/programs.ts';
import type { EngineContext } from '../../../src/runner/engine.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { CALIBRE_ENVIRONMENT } from './environment.ts';
import type { BookJob } from './job.ts';
import { EBOOK_CONVERT } from './programs.ts';

/** How a line of progress begins: `34% Running transforms on e-book...`. */
const PROGRESS = /^(\d{1,3})% /;

/**
 * Converts one book with a calibre of its own, started cold and confined. The output appears in `folder` (inside the work
 * folder). Throws ConversionError `program_missing`, `conversion_failed`, and what `context.run` throws.
 */
export async function convertCold(job: BookJob, folder: string, context: EngineContext): Promise<void> {
  const path = await findProgram(EBOOK_CONVERT);
  // A folder of its own: calibre takes what lies beside an HTML file for a part of it.
  const session = await mkdtemp(join(context.workFolder, 'book-'));
  const named = join(session, `${job.name}.${job.format}`);
  try {
    await symlink(job.input, named);
    const { exitCode, stdout, stderr } = await context.run({
      name: EBOOK_CONVERT.name,
      path,
      args: [named, join(folder, job.output), ...job.args],
      env: CALIBRE_ENVIRONMENT,
      acceptExitCodes: [0, 1],
      onStdout: (line) => {
        const percent = PROGRESS.exec(line)?.[1];
        if (percent !== undefined) context.progress(Number(percent));
      },
    });
    if (exitCode !== 0) {
      throw new ConversionError('conversion_failed', 'calibre could not convert the book.', { log: stdout + stderr });
    }
  } finally {
    await rm(session, { recursive: true, force: true });
  }
}
