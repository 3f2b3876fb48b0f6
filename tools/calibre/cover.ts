import { stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findProgram } from '../../src/process/programs.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../src/work/context.ts';
import { COLD_ENVIRONMENT } from './environment.ts';
import { EBOOK_CONVERT } from './programs.ts';

/** Looking into a book takes a second or two; one that takes longer has no cover for us. */
const LIMITS = { wallMs: 60_000, cpuSeconds: 60 };

/**
 * The cover picture that a book has, as it is; null if it has none, or none that calibre finds. Throws ConversionError
 * `program_missing`, and what running a program does. @returns its path
 */
export async function bookCover({ path, format }: LocalInput, context: WorkContext): Promise<string | null> {
  const folder = await partFolder(context, 'cover');
  // By its content, as calibre goes by names.
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
