import { access, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findProgram } from '../../../src/process/programs.ts';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { COLD_ENVIRONMENT } from './environment.ts';
import { EBOOK_CONVERT } from './programs.ts';

/** calibre's start takes a second, reading a header almost nothing. */
const LIMITS = { wallMs: 90_000, cpuSeconds: 60, fileBytes: 16 * 1024 ** 2 };

/**
 * Has calibre read a book's metadata without converting it. Returns the path of a package file (OPF 2) in the work folder; null if calibre
 * cannot read the book. Throws ConversionError `program_missing`, and what running a program throws.
 * @param extension of the book's format: calibre goes by the name
 */
export async function readOpf(path: string, extension: string, context: WorkContext): Promise<string | null> {
  const { name, package: from } = EBOOK_CONVERT;
  const program = join(dirname(await findProgram(EBOOK_CONVERT)), 'ebook-meta');
  const folder = await partFolder(context, 'book');
  const [opf, book] = [join(folder, 'metadata.opf'), join(folder, `book.${extension}`)];
  await symlink(path, book);
  await context.run({
    name: 'ebook-meta',
    path: await findProgram({ name, candidates: [program], package: from }),
    args: [book, `--to-opf=${opf}`],
    env: COLD_ENVIRONMENT,
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  return access(opf).then(
    () => opf,
    () => null,
  );
}
