import { fileURLToPath } from 'node:url';
import { type Scratch, tool } from './support.ts';

const MAKER = fileURLToPath(new URL('./make_archives.py', import.meta.url));

/** Writes an archive of that kind into the scratch folder with make_archives.py. Returns its path. */
export async function makeArchive(scratch: Scratch, file: string, kind: string, ...args: string[]): Promise<string> {
  const path = scratch.path(file);
  await tool('/usr/bin/python3', ['-W', 'ignore', MAKER, kind, path, ...args]);
  return path;
}
