import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the absolute path of a file of the installation; `path` is relative to its root. */
export const installed = (path: string): string => `${ROOT}${path}`;

/**
 * convertd's own code and its npm packages, for processes that run a part of it. They may read all of it, which contains no secret, and
 * write nothing. The root folder itself is not listed, because an operator may keep other files there.
 */
export const INSTALLATION: readonly string[] = [
  'package.json',
  'src',
  'tools',
  'engines',
  'inputs',
  'node_modules',
].map(installed);
