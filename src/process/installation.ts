import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moduleFile } from '../util/module-file.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the absolute path of a file of the installation; `path` is relative to its root, and a module is named as in the sources. */
export const installed = (path: string): string => `${ROOT}${moduleFile(path)}`;

/**
 * Folders with the npm packages of this installation: node_modules of a checkout; of the npm package its own, if it has one, and the one
 * that npm has put it in, where further packages may be.
 */
export const PACKAGE_FOLDERS: readonly string[] = packageFolders();

function packageFolders(): string[] {
  const present = (createRequire(import.meta.url).resolve.paths('any') ?? []).filter((folder) => existsSync(folder));
  const holder = dirname(dirname(ROOT));
  return present.filter((folder, index) => index === 0 || (basename(holder) === 'node_modules' && folder === holder));
}

/**
 * convertd's own code and its npm packages, for processes that run a part of it. They may read all of it, which contains no secret, and
 * write nothing. The root folder itself is not listed, because an operator may keep other files there.
 */
export const INSTALLATION: readonly string[] = [
  ...['package.json', 'src', 'tools', 'engines', 'inputs', 'chunks'].map(installed).filter((path) => existsSync(path)),
  ...PACKAGE_FOLDERS,
];
