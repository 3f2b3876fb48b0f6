import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type Environment, environment } from '../../../src/settings/read.ts';

/** A build of ffmpeg and ffprobe made by `npm run ffmpeg` (scripts/build-ffmpeg.sh). */
export interface Build {
  readonly folder: string;
  /** Shared libraries that it needs and that are missing, for example after an upgrade of Debian. Empty: it can be used. */
  readonly gone: readonly string[];
}

/** Folder for all users of the machine, as in the container image. */
const COMMON_FOLDER = '/usr/local/lib/convertd/ffmpeg';

/** Returns the installed builds, best first: this user's, then the machine's. */
export function installedBuilds(env: Environment = environment()): Build[] {
  const cache = cacheFolder(env);
  const folders = [...(cache === null ? [] : [join(cache, 'convertd', 'ffmpeg')]), COMMON_FOLDER];
  return folders
    .filter((folder) => existsSync(join(folder, 'ffmpeg')))
    .map((folder) => ({ folder, gone: gone(folder) }));
}

/** Follows the XDG Base Directory Specification, which ignores relative paths. */
function cacheFolder({ XDG_CACHE_HOME: cache = '', HOME: home = '' }: Environment): string | null {
  if (isAbsolute(cache)) return cache;
  return isAbsolute(home) ? join(home, '.cache') : null;
}

/** Returns the missing libraries. The build lists the paths of libraries that it does not include. */
function gone(folder: string): string[] {
  try {
    const paths = readFileSync(join(folder, 'libraries.txt'), 'utf8').split('\n');
    return paths.filter((path) => path !== '' && !existsSync(path));
  } catch {
    return ['libraries.txt'];
  }
}
