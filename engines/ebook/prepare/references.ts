import { open } from 'node:fs/promises';

/** Bytes of a page that are scanned; a larger page usually shows its references there. */
const LOOKED_AT_BYTES = 4 * 1024 ** 2;

/** Elements that show or style something from another file. Addresses that contain their content (`data:`) do not count. */
const REFERENCE =
  /<(?:img|iframe|embed|object|source|video|audio|link(?=[^<>]{0,500}\bstylesheet\b))\b[^<>]{0,2000}?\s(?:src|href|data)\s*=\s*["']?\s*(?!data:)[^"'\s>]/gi;

/** Counts the other files that an HTML page refers to: pictures, style sheets, sounds. */
export async function referencesIn(path: string): Promise<number> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED_AT_BYTES), 0, LOOKED_AT_BYTES, 0);
  return buffer.toString('latin1', 0, bytesRead).match(REFERENCE)?.length ?? 0;
}
