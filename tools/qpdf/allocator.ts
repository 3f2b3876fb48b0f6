import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Debian has libraries, by Node's names of processors. */
const LIBRARIES: Readonly<Record<string, string>> = {
  x64: '/usr/lib/x86_64-linux-gnu',
  arm64: '/usr/lib/aarch64-linux-gnu',
};

/** Of the package libjemalloc2. */
const JEMALLOC = 'libjemalloc.so.2';

/**
 * The environment in which a program takes its memory from jemalloc instead of the C library; empty if that is not
 * installed. For qpdf, which makes millions of small objects: measured, it takes 10 to 28 % less processor time. Programs that
 * work on pixels or fonts gain nothing.
 * @param folder where the library is searched; null: this machine has no known one
 */
export async function fastAllocation(
  folder: string | null = LIBRARIES[process.arch] ?? null,
): Promise<Readonly<Record<string, string>>> {
  if (folder === null) return {};
  const path = join(folder, JEMALLOC);
  // Named though missing, it would have the loader complain on the standard error of every program.
  return (await isThere(path)) ? { LD_PRELOAD: path } : {};
}

/** Those that were there: it is asked before every start. */
const found = new Set<string>();

async function isThere(path: string): Promise<boolean> {
  if (found.has(path)) return true;
  const isFound = await access(path).then(
    () => true,
    () => false,
  );
  if (isFound) found.add(path);
  return isFound;
}
