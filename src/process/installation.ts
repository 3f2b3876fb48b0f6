import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Absolute path of a file of the installation; `path` is relative to its root. */
export const installed = (path: string): string => `${ROOT}${path}`;

/**
 * convertd's own code and its npm packages, for processes that run a part of it: they may read all of it, none of which is secret, and
 * write nothing. The folder itself is not in it, where an operator may keep more.
 */
export const INSTALLATION: readonly string[] = [
  'package.json',
  'src',
  'tools',
  'engines',
  'inputs',
  'node_modules',
].map(installed);
