import { rm } from 'node:fs/promises';

const folders: string[] = [];

/** Removes a folder when the test file ends. Hooks in a module that several files share would belong only to the first of them. */
export const removeAtEndOfFile = (folder: string): void => void folders.push(folder);

/** Called after each file by leftovers.ts. */
export async function removeFoldersOfFile(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}
