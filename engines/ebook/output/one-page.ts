import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../../src/work/context.ts';
import type { ArchiveKind } from '../../../tools/formats/archives/kinds.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../../../tools/formats/archives/limits.ts';
import { unpack } from '../../../tools/formats/archives/unpack.ts';

const ZIP: ArchiveKind = { unpacking: { how: 'entries', types: ['zip'] }, recognized: true };

/** Maximum bytes of all pictures of one page: as Base64 in its text they are a third larger. */
const PICTURES_LIMIT_BYTES = 128 * 1024 ** 2;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** A picture by calibre's name, in an element as calibre writes it; in text, `<` is escaped. */
const PICTURE = /(<(?:img|image)\b[^<>]*?\b(?:src|href)=")images\/([\w.-]+)(")/g;

/**
 * Embeds the pictures of an HTMLZ that calibre wrote into its page as `data:` addresses; returns the path of the new file. Throws
 * ConversionError `limit_file_size` if there are too many pictures for one page.
 */
export async function onePage(htmlz: Pick<LocalInput, 'path' | 'size'>, context: WorkContext): Promise<string> {
  const workFolder = await partFolder(context, 'htmlz');
  const input = { ...htmlz, id: '', filename: 'book.htmlz', format: null, decryptPassword: null };
  const limits = DEFAULT_ARCHIVE_LIMITS;
  const { root } = await unpack(ZIP, { input, context: { ...context, workFolder }, limits, progress: () => {} });
  const pictures = await picturesIn(join(root, 'images'));
  const html = await readFile(join(root, 'index.html'), 'utf8');
  const path = join(workFolder, 'book.html');
  const page = html.replace(PICTURE, (whole, before: string, name: string, after: string) => {
    const picture = pictures.get(name);
    return picture === undefined ? whole : `${before}${picture}${after}`;
  });
  await writeFile(path, page);
  return path;
}

async function picturesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch(() => []);
  const pictures = new Map<string, string>();
  let total = 0;
  for (const name of names) {
    const type = MEDIA_TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''];
    if (type === undefined) continue;
    const bytes = await readFile(join(folder, name));
    total += bytes.length;
    if (total > PICTURES_LIMIT_BYTES) throw tooLarge();
    pictures.set(name, `data:${type};base64,${bytes.toString('base64')}`);
  }
  return pictures;
}

function tooLarge(): ConversionError {
  const limit = PICTURES_LIMIT_BYTES;
  const message = `The pictures of the book have more than ${limit / 1024 ** 2} MiB, too much for one page of HTML. Choose epub.`;
  return new ConversionError('limit_file_size', message, { details: { limit_bytes: limit } });
}
