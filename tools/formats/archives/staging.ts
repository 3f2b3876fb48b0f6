import { chmod, constants, copyFile, mkdir, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { UniqueNames } from '../../../src/files/unique-names.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import { byPath, type Contents, type Member } from './members.ts';

/** Date of entries without one. Zip cannot store an earlier date. */
export const NO_DATE = new Date(Date.UTC(1980, 0, 1));

export const FILE_MODE = 0o644;
export const FOLDER_MODE = 0o755;

/**
 * Puts plain input files into the new folder `root`, under the names that the user knows; equal names are numbered. The archive must not
 * depend on who fetched a file and when: all files get the same mode and no date.
 * @param copies false: links to inputs that already have the right mode, instead of copies; the packer follows links
 * @param ordered whether the archive has the files in the order of the inputs instead of that of names
 */
export async function stageInputs(
  inputs: readonly LocalInput[],
  root: string,
  { copies, ordered }: { readonly copies: boolean; readonly ordered: boolean },
): Promise<Contents> {
  await mkdir(root);
  const names = new UniqueNames();
  const members: Member[] = [];
  for (const input of inputs) {
    const path = names.take(input.filename);
    await place(input.path, join(root, path), copies);
    members.push({ path, kind: 'file', size: input.size, inputId: input.id });
  }
  return { root, members: ordered ? members : members.sort(byPath), ordered, dated: false, encrypted: false };
}

async function place(from: string, to: string, copies: boolean): Promise<void> {
  const { mode } = await stat(from);
  if (!copies && (mode & 0o7777) === FILE_MODE) return symlink(from, to);
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, FILE_MODE);
  await utimes(to, NO_DATE, NO_DATE);
}
