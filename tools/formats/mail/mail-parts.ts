import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../../src/work/context.ts';
import { PYTHON } from '../zip-parts/zip-parts.ts';

const SCRIPT = fileURLToPath(new URL('mail_parts.py', import.meta.url));

const GiB = 1024 ** 3;
const LIMITS = { cpuSeconds: 300, memoryBytes: 2 * GiB, fileBytes: 4 * GiB };

/** A file attached to a mail. */
export interface MailPart {
  /** Name in the mail, never used as a file name here; empty if it has none. */
  readonly name: string;
  readonly path: string;
}

/**
 * Returns the files attached to a mail (RFC 5322, MIME), or saved with a web page (MHTML). Throws ConversionError `input_damaged`, and what
 * running a program throws.
 */
export async function mailParts({ path, filename }: LocalInput, context: WorkContext): Promise<readonly MailPart[]> {
  const folder = await partFolder(context, 'attached');
  const stdoutFile = join(await partFolder(context, 'answer'), 'answer.json');
  const { exitCode, stderr } = await context.run({
    name: PYTHON.name,
    path: await findProgram(PYTHON),
    args: ['-I', '-B', SCRIPT, path, folder],
    readable: [SCRIPT],
    limits: LIMITS,
    stdoutFile,
    acceptExitCodes: 'any',
  });
  if (exitCode !== 0) {
    const message = `${filename} is damaged so that what is attached to it cannot be taken out.`;
    throw new ConversionError('input_damaged', message, { log: stderr.slice(-4000) });
  }
  const made = JSON.parse(await readFile(stdoutFile, 'utf8')) as { name: string; file: string }[];
  return made.map(({ name, file }) => ({ name, path: join(folder, file) }));
}
