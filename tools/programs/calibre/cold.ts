import { mkdtemp, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeTree } from '../../../src/process/folders/remove-tree.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { COLD_ENVIRONMENT } from './environment.ts';
import { argumentsOf, type BookJob, coverName, inputName } from './job.ts';
import { BOOK_LIMITS } from './limits.ts';
import { failureOf } from './outcome.ts';
import { EBOOK_CONVERT, findCalibrePython } from './programs.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
/** Modules with which content.py counts and compares. */
const EPUB_TOOLS = join(HERE, '../../formats/epub');
const SCRIPT = join(HERE, 'book_once.py');

/** Beginning of a progress line: `34% Running transforms on e-book...`. */
const PROGRESS = /^(\d{1,3})% /;
/** calibre's share for reading a book, percent. READ of book_job.py. */
const READ = 34;

/**
 * Converts one book with its own calibre, started cold and sandboxed. The output appears in `folder` (inside the work folder). Throws
 * ConversionError `program_missing`, what failureOf reports, and what `context.run` throws.
 */
export async function convertCold(job: BookJob, folder: string, context: WorkContext): Promise<void> {
  const path = await findCalibrePython();
  // A separate folder: calibre treats files next to an HTML file as parts of it.
  const session = await mkdtemp(join(context.workFolder, 'book-'));
  const named = join(session, inputName(job));
  let percent = 0;
  try {
    await symlink(job.input, named);
    if (job.cover !== undefined) await symlink(job.cover.path, join(session, coverName(job.cover)));
    const { exitCode, stdout, stderr } = await context.run({
      name: EBOOK_CONVERT.name,
      path,
      args: ['--run-without-debug', '-e', SCRIPT, '--', named, join(folder, job.output), ...argumentsOf(job, session)],
      env: COLD_ENVIRONMENT,
      readable: [dirname(path), HERE, EPUB_TOOLS],
      calls: 'book',
      limits: BOOK_LIMITS,
      acceptExitCodes: [0, 1],
      onStdout: (line) => {
        const found = PROGRESS.exec(line)?.[1];
        if (found === undefined) return;
        percent = Number(found);
        context.progress(percent);
      },
    });
    if (exitCode !== 0) {
      throw failureOf(job, { wasRead: percent >= READ, log: stdout.slice(-LOG) + stderr.slice(-LOG) });
    }
  } finally {
    await removeTree(session);
  }
}

/** Characters of each stream kept in the log. */
const LOG = 4000;
