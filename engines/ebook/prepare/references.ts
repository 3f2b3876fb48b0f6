import { open } from 'node:fs/promises';

/** How much of a page is scanned; references of a larger one usually show there. */
const LOOKED_AT_BYTES = 4 * 1024 ** 2;

/** Elements that show or style something from another file. Addresses that contain their content (`data:`) do not count. */
const REFERENCE =
  /<(?:img|iframe|embed|object|source|video|audio|link(?=[^<>]{0,500}\bstylesheet\b))\b[^<>]{0,2000}?\s(?:src|href|data)\s*=\s*["']?\s*(?!data:)[^"'\s>]/gi;

/** How many other files an HTML page names that belong to it: pictures, style sheets, sounds. */
export async function referencesIn(path: string): Promise<number> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED_AT_BYTES), 0, LOOKED_AT_BYTES, 0);
  return buffer.toString('latin1', 0, bytesRead).match(REFERENCE)?.length ?? 0;
}
