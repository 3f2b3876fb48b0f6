import { stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findProgram } from '../../../src/process/programs.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../../src/work/context.ts';
import { COLD_ENVIRONMENT } from './environment.ts';
import { EBOOK_CONVERT } from './programs.ts';

/** Reading a book takes a second or two; a book that takes longer is treated as having no cover. */
const LIMITS = { wallMs: 60_000, cpuSeconds: 60 };

/**
 * Extracts the cover picture of a book unchanged; null if it has none, or calibre finds none. Throws ConversionError `program_missing`, and
 * what running a program throws. @returns its path
 */
export async function bookCover({ path, format }: LocalInput, context: WorkContext): Promise<string | null> {
  const folder = await partFolder(context, 'cover');
  // Named by its content, because calibre goes by names.
  const named = join(folder, `book.${format?.name ?? 'epub'}`);
  await symlink(path, named);
  const cover = join(folder, 'cover');
  const converter = await findProgram(EBOOK_CONVERT);
  const { name, package: from } = EBOOK_CONVERT;
  await context.run({
    name,
    path: await findProgram({ name, candidates: [join(dirname(converter), 'ebook-meta')], package: from }),
    args: [`--get-cover=${cover}`, '--', named],
    env: COLD_ENVIRONMENT,
    readable: [dirname(converter)],
    calls: 'book',
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  const made = await stat(cover).catch(() => null);
  return made?.isFile() && made.size > 0 ? cover : null;
}
